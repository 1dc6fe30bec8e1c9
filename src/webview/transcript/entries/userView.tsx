import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { UserEntry } from '../../../core/session/transcript/entry.ts';
import { useComposer } from '../../state/composerContext.ts';
import { RestoreCheckpoint } from '../../../core/chat/messages.ts';
import { useHost, useSessionId } from '../../state/host.ts';
import { DraftView } from '../../ui/draftView.tsx';
import { IconButton } from '../../ui/iconButton.tsx';
import { t } from '../../ui/strings.ts';
import {
  ContentBlockView,
  type ContentBlock,
  getResourceName,
  ResourceLink,
} from '../content/contentBlockView.tsx';

/** Only the beginning of a longer prompt is shown at first. */
const SHOWN_CHARS = 1_200;

/** A prompt of the user. */
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
      {entry.steered ? <span class="muted user-steered">{t('steered')}</span> : null}
      {draft ? (
        <div class="user-tools">
          {entry.steered ? null : (
            <IconButton
              icon="undo"
              label={t('restoreTo')}
              onClick={() =>
                host.sendNotification(RestoreCheckpoint, { sessionId, entryId: entry.id })
              }
            />
          )}
          <IconButton
            icon="edit"
            label={t('editPrompt')}
            onClick={() => composer.prependDraft(draft)}
          />
        </div>
      ) : null}
    </article>
  );
}

/** A prompt of a replayed session is shown as plain text, not as Markdown. */
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
      return ''; // Not possible in a prompt.
  }
}

const lengthOf = (entry: UserEntry): number =>
  entry.draft
    ? entry.draft.reduce((sum, part) => sum + (part.kind === 'text' ? part.text.length : 0), 0)
    : entry.blocks.reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 0), 0);
