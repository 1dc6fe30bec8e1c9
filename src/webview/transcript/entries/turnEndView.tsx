import type { JSX } from 'preact';
import type { TurnEndEntry, TurnEndReason } from '../../../core/session/transcript/entry.ts';
import { Icon } from '../../ui/icon.tsx';
import { t } from '../../ui/strings.ts';

/** Why a turn ended, if it did not simply come to its end. */
export function TurnEndView({ entry }: { entry: TurnEndEntry }): JSX.Element | null {
  const words = reasonWords(entry.reason);
  return words === undefined ? null : (
    <div class={`turn-end ${entry.reason}`} data-entry={entry.id}>
      <Icon name={entry.reason === 'cancelled' ? 'stop' : 'info'} />
      <span>{words}</span>
    </div>
  );
}

function reasonWords(reason: TurnEndReason): string | undefined {
  switch (reason) {
    case 'end_turn':
      return undefined;
    case 'max_tokens':
      return t('endMaxTokens');
    case 'max_turn_requests':
      return t('endMaxRequests');
    case 'refusal':
      return t('endRefusal');
    case 'cancelled':
      return t('endCancelled');
    case 'failed':
      return t('endFailed');
  }
}
