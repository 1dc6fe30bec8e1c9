import type { JSX } from 'preact';
import type { TurnEndEntry } from '../../../core/session/transcript/entry.ts';
import { turnEndMessage } from '../../../core/session/transcript/turnEnd.ts';
import { Icon } from '../../ui/icon.tsx';

/** Shows why a turn ended, unless it came to its usual end. */
export function TurnEndView({ entry }: { entry: TurnEndEntry }): JSX.Element | null {
  const message = turnEndMessage(entry.reason);
  return message === undefined ? null : (
    <div class={`turn-end ${entry.reason}`} data-entry={entry.id}>
      <Icon name={entry.reason === 'cancelled' ? 'stop' : 'info'} />
      <span>{message}</span>
    </div>
  );
}
