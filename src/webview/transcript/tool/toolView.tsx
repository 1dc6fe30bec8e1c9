import type { ComponentChildren, JSX } from 'preact';
import type { ToolEntry } from '../../../core/session/transcript/entry.ts';
import { Icon, type IconName, Spinner } from '../../ui/icon.tsx';
import { t, type StringKey } from '../../ui/strings.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { LocationLink, locationUri } from './locationLink.tsx';
import { hasDetails, ToolBody } from './toolBody.tsx';
import { toolIcon } from './toolIcon.ts';

/** Locations shown on the line itself; the others are in the body. */
const LOCATIONS_ON_LINE = 1;

/** A tool call on one line, with its details on demand. */
export function ToolView({ entry }: { entry: ToolEntry }): JSX.Element {
  const showsWork = entry.content.some(part => part.kind !== 'block');
  const title = entry.title.trim() || entry.name || t('unnamed');
  return (
    <article
      class={`entry tool ${entry.status}${entry.parentId === undefined ? '' : ' nested'}`}
      aria-label={t('tool', title)}
      data-entry={entry.id}
    >
      <Disclosure
        icon={toolIcon(entry.toolKind)}
        head={<ToolTitle title={title} />}
        aside={
          <>
            {entry.locations.slice(0, LOCATIONS_ON_LINE).map(location => (
              <LocationLink key={locationUri(location)} location={location} title={title} />
            ))}
            <ToolStatus status={entry.status} />
          </>
        }
        body={
          hasDetails(entry) || CHANGING_KINDS.has(entry.toolKind)
            ? () => <ToolBody entry={entry} />
            : undefined
        }
        open={showsWork}
      />
    </article>
  );
}

/** Calls that may have changed files, which their details show. */
const CHANGING_KINDS: ReadonlySet<ToolEntry['toolKind']> = new Set([
  'edit',
  'delete',
  'move',
  'execute',
]);

/** A title may contain code between backticks. */
function ToolTitle({ title }: { title: string }): JSX.Element {
  const pieces = title.split('`');
  const isPaired = pieces.length % 2 === 1;
  const nodes: ComponentChildren = isPaired
    ? pieces.map((piece, index) => (index % 2 === 0 ? piece : <code>{piece}</code>))
    : title;
  return (
    <span dir="auto" title={title}>
      {nodes}
    </span>
  );
}

const statusKeys: Readonly<Record<ToolEntry['status'], StringKey>> = {
  pending: 'statusPending',
  in_progress: 'statusRunning',
  completed: 'statusDone',
  failed: 'statusFailed',
  cancelled: 'statusCancelled',
};

function ToolStatus({ status }: { status: ToolEntry['status'] }): JSX.Element {
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
