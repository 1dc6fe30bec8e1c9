import type { JSX } from 'preact';
import { OpenMention } from '../../core/chat/messages.ts';
import type { Draft } from '../../core/prompt/draft.ts';
import { mentionLabel } from '../../core/prompt/mention/mentionLabel.ts';
import { mentionUri } from '../../core/prompt/mention/mentionUri.ts';
import { useHost } from '../state/host.ts';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import { mentionIcon } from './mentionIcon.ts';

/** A prompt with its mentions as chips. */
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
