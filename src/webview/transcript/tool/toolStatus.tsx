import type { JSX } from 'preact';
import type { ToolEntry } from '../../../core/session/transcript/entry.ts';
import { Icon, type IconName, Spinner } from '../../ui/icon.tsx';
import { t, type StringKey } from '../../ui/strings.ts';

const statusKeys: Readonly<Record<ToolEntry['status'], StringKey>> = {
  pending: 'statusPending',
  in_progress: 'statusRunning',
  completed: 'statusDone',
  failed: 'statusFailed',
  cancelled: 'statusCancelled',
};

/** The state of a tool call as an icon. */
export function ToolStatus({ status }: { status: ToolEntry['status'] }): JSX.Element {
  const label = t(statusKeys[status]);
  return (
    <span class={`tool-status ${status}`} role="img" aria-label={label} title={label}>
      {status === 'in_progress' ? <Spinner /> : <Icon name={statusIcon(status)} />}
    </span>
  );
}

function statusIcon(status: Exclude<ToolEntry['status'], 'in_progress'>): IconName {
  switch (status) {
    case 'pending':
      return 'circle';
    case 'completed':
      return 'check';
    case 'failed':
      return 'error';
    case 'cancelled':
      return 'stop';
  }
}
