import type { ComponentChildren, JSX } from 'preact';
import type { ToolEntry } from '../../../core/session/transcript/entry.ts';
import { countLabel } from '../../ui/format/countLabel.ts';
import { t } from '../../ui/strings.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { ElapsedTime } from './elapsedTime.tsx';
import { LocationLink, locationUri } from './locationLink.tsx';
import { hasDetails, ToolBody } from './toolBody.tsx';
import { mayHaveFailed, ToolFailureView } from './toolFailureView.tsx';
import { toolIcon } from './toolIcon.ts';
import { StopButton } from './stopButton.tsx';
import { ToolStatusView } from './toolStatusView.tsx';

/** Locations shown on the line itself; the others are in the body. */
const LOCATIONS_ON_LINE = 1;

/** What a sub-agent says and does. */
export interface SubagentCalls {
  /** The number of its tool calls. */
  readonly count: number;
  readonly failedCount: number;
  /** Whether they are shown at first. */
  readonly open: boolean;
  readonly body: () => ComponentChildren;
}

/** A tool call on one line, with its details on demand. */
export function ToolView(props: {
  entry: ToolEntry;
  calls?: SubagentCalls | undefined;
}): JSX.Element {
  const { entry, calls } = props;
  const showsWork = entry.content.some(part => part.kind !== 'block');
  const title = entry.title.trim() || entry.name || t('unnamed');
  const hasBody = calls !== undefined || hasDetails(entry) || CHANGING_KINDS.has(entry.toolKind);
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
            {calls ? (
              <>
                <CallCount calls={calls} />
                <ElapsedTime fromMs={entry.atMs} untilMs={entry.endedMs} />
              </>
            ) : null}
            {entry.canStop && entry.endedMs === undefined ? (
              <StopButton entryId={entry.id} name={title} />
            ) : null}
            <ToolStatusView status={entry.status} />
          </>
        }
        summary={mayHaveFailed(entry) ? <ToolFailureView entry={entry} /> : null}
        body={
          hasBody
            ? () => (
                <>
                  {calls?.body()}
                  <ToolBody entry={entry} />
                </>
              )
            : undefined
        }
        open={calls ? calls.open : showsWork}
      />
    </article>
  );
}

/** How many tools a sub-agent has used. */
export function CallCount({ calls }: { calls: SubagentCalls }): JSX.Element | null {
  if (calls.count === 0) {
    return null;
  }
  return (
    <span class="tool-calls">
      {countLabel('tools', calls.count)}
      {calls.failedCount > 0 ? (
        <span class="tool-failed"> {countLabel('failures', calls.failedCount)}</span>
      ) : null}
    </span>
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
