import type { JSX } from 'preact';
import type { SubagentEntry } from '../../../core/session/transcript/entry.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { t } from '../../ui/strings.ts';
import { ElapsedTime } from '../tool/elapsedTime.tsx';
import { StopButton } from '../tool/stopButton.tsx';
import { ToolStatusView } from '../tool/toolStatusView.tsx';
import { CallCount, type SubagentCalls } from '../tool/toolView.tsx';

/** A sub-agent on one line, with what it says and does on demand. */
export function SubagentView(props: {
  entry: SubagentEntry;
  calls: SubagentCalls | undefined;
}): JSX.Element {
  const { entry, calls } = props;
  const { name, description, status, error } = entry;
  const isLeft = status === 'pending' && entry.endedMs !== undefined;
  return (
    <article class="entry tool subagent" aria-label={t('subagent', name)} data-entry={entry.id}>
      <Disclosure
        icon="branch"
        head={
          <span dir="auto" title={description ? `${name}\n${description}` : name}>
            <strong>{name}</strong>
            {description ? <span class="muted"> {description}</span> : null}
          </span>
        }
        aside={
          <>
            {calls ? <CallCount calls={calls} /> : null}
            <ElapsedTime fromMs={entry.atMs} untilMs={entry.endedMs} />
            {canBeStopped(entry) ? <StopButton entryId={entry.id} name={name} /> : null}
            <ToolStatusView status={isLeft ? 'left' : status} />
          </>
        }
        summary={error ? <div class="tool-failure">{error}</div> : null}
        body={
          calls || error
            ? () => (
                <>
                  {calls?.body()}
                  {error ? <p class="tool-failed">{error}</p> : null}
                </>
              )
            : undefined
        }
        open={calls?.open ?? false}
      />
    </article>
  );
}

/** Also offered after the turn in which the sub-agent was left. */
const canBeStopped = ({ canStop, status }: SubagentEntry): boolean =>
  canStop && (status === 'in_progress' || status === 'waiting' || status === 'pending');
