import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Draft } from '../../../core/prompt/draft.ts';
import { mentionLabel } from '../../../core/prompt/mention/mentionLabel.ts';
import { mentionUri } from '../../../core/prompt/mention/mentionUri.ts';
import type { UserEntry } from '../../../core/session/transcript/entry.ts';
import { useComposer } from '../../state/composerContext.ts';
import { OpenMention, RestoreCheckpoint } from '../../../core/chat/messages.ts';
import { useHost, useSessionId } from '../../state/host.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { mentionIcon } from '../../ui/mentionIcon.ts';
import { t } from '../../ui/strings.ts';
import {
  ContentBlockView,
  type ContentBlock,
  getResourceName,
  ResourceLink,
} from '../content/contentBlockView.tsx';

/** A longer prompt shows its beginning first. */
const SHOWN_CHARS = 1_200;

/** What the user said. */
export function UserView({ entry }: { entry: UserEntry }): JSX.Element {
  const composer = useComposer();
  const host = useHost();
  const sessionId = useSessionId();
  const { draft } = entry;
  const [whole, setWhole] = useState(false);
  const isLong = lengthOf(entry) > SHOWN_CHARS;
  return (
    <article class="entry user" aria-label={t('you')} data-entry={entry.id}>
      <div class={isLong && !whole ? 'user-text cut' : 'user-text'} dir="auto">
        {draft ? <DraftView draft={draft} /> : entry.blocks.map(plainBlock)}
      </div>
      {isLong && !whole ? (
        <button type="button" class="text-button" onClick={() => setWhole(true)}>
          {t('showAll')}
        </button>
      ) : null}
      {draft ? (
        <div class="user-tools">
          <button
            type="button"
            class="icon-button"
            title={t('restoreTo')}
            aria-label={t('restoreTo')}
            onClick={() =>
              host.sendNotification(RestoreCheckpoint, { sessionId, entryId: entry.id })
            }
          >
            <Icon name="undo" />
          </button>
          <button
            type="button"
            class="icon-button"
            title={t('editPrompt')}
            aria-label={t('editPrompt')}
            onClick={() => composer.prependDraft(draft)}
          >
            <Icon name="edit" />
          </button>
        </div>
      ) : null}
    </article>
  );
}

/** A prompt as it was written, its mentions as chips. */
export function DraftView({ draft }: { draft: Draft }): JSX.Element {
  const host = useHost();
  return (
    <>
      {draft.map(part =>
        part.kind === 'text' ? (
          part.text
        ) : (
          <Link
            class="chip"
            target={mentionUri(part.mention)}
            open={() => host.sendNotification(OpenMention, { mention: part.mention })}
          >
            <Icon name={mentionIcon(part.mention)} />
            <span>{mentionLabel(part.mention)}</span>
          </Link>
        ),
      )}
    </>
  );
}

/** A prompt from a replayed history: the user's words are shown as they are, not as Markdown. */
function plainBlock(block: ContentBlock): JSX.Element | string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource':
      return <ResourceLink uri={block.resource.uri} name={getResourceName(block.resource.uri)} />;
    case 'image':
    case 'audio':
    case 'resource_link':
      return <ContentBlockView block={block} />;
    default:
      return ''; // Nothing the user could have written.
  }
}

const lengthOf = (entry: UserEntry): number =>
  entry.draft
    ? entry.draft.reduce((sum, part) => sum + (part.kind === 'text' ? part.text.length : 0), 0)
    : entry.blocks.reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 0), 0);
