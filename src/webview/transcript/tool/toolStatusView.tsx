import type { JSX } from 'preact';
import type { ToolEntry } from '../../../core/session/transcript/entry.ts';
import { Icon, type IconName, Spinner } from '../../ui/icon.tsx';
import { t, type StringKey } from '../../ui/strings.ts';

/** The state of a tool call or of a sub-agent, which may wait for the user, or be left when the turn ends. */
type Status = ToolEntry['status'] | 'waiting' | 'left';

const statusKeys: Readonly<Record<Status, StringKey>> = {
  pending: 'statusPending',
  in_progress: 'statusRunning',
  completed: 'statusDone',
  failed: 'statusFailed',
  cancelled: 'statusCancelled',
  waiting: 'statusWaiting',
  left: 'statusLeft',
};

/** The state as an icon. */
export function ToolStatusView({ status }: { status: Status }): JSX.Element {
  const label = t(statusKeys[status]);
  return (
    <span class={`tool-status ${status}`} role="img" aria-label={label} title={label}>
      {status === 'in_progress' ? <Spinner /> : <Icon name={statusIcon(status)} />}
    </span>
  );
}

function statusIcon(status: Exclude<Status, 'in_progress'>): IconName {
  switch (status) {
    case 'pending':
    case 'left':
      return 'circle';
    case 'waiting':
      return 'lock';
    case 'completed':
      return 'check';
    case 'failed':
      return 'error';
    case 'cancelled':
      return 'stop';
  }
}
