import { Component, type JSX } from 'preact';
import type { Entry } from '../../../core/session/transcript/entry.ts';
import { t } from '../../ui/strings.ts';
import { CompactionView } from './compactionView.tsx';
import { AgentView } from './agentView.tsx';
import { NoticeView } from './noticeView.tsx';
import { PermissionView } from '../requests/permissionView.tsx';
import { PlanView } from './planView.tsx';
import { ElicitationView } from '../requests/elicitationView.tsx';
import { RejectedView } from '../../review/rejectedView.tsx';
import { ThoughtView } from './thoughtView.tsx';
import { ToolGroupView } from '../tool/toolGroupView.tsx';
import { type SubagentCalls, ToolView } from '../tool/toolView.tsx';
import { memo } from '../../ui/memo.ts';
import { entriesOf, rowId, type TurnRow } from './turnRows.ts';
import { SubagentView } from './subagentView.tsx';
import { TurnEndView } from './turnEndView.tsx';
import { UserView } from './userView.tsx';

interface Props {
  readonly entry: Entry;
  /** The calls of the sub-agent that the entry started. */
  readonly calls?: readonly TurnRow[];
  /** The id of an entry to show. */
  readonly reveal?: string | undefined;
}

interface State {
  /** The entry whose rendering failed. */
  readonly broken?: Entry;
}

/**
 * An entry of the transcript. An unchanged entry is not rendered again, and a failing one does not affect the others.
 */
export class EntryView extends Component<Props, State> {
  override shouldComponentUpdate(next: Props, after: State): boolean {
    return (
      next.entry !== this.props.entry || next.calls !== this.props.calls || after !== this.state
    );
  }

  override componentDidCatch(): void {
    this.setState({ broken: this.props.entry });
  }

  render({ entry, calls = [], reveal }: Props, { broken }: State): JSX.Element | null {
    return broken === entry ? (
      <p class="entry muted" data-entry={entry.id}>
        {t('notDrawn')}
      </p>
    ) : (
      entryNode(entry, subagentCalls(calls, reveal))
    );
  }
}

function entryNode(entry: Entry, calls: SubagentCalls | undefined): JSX.Element | null {
  switch (entry.kind) {
    case 'user':
      return <UserView entry={entry} />;
    case 'agent':
      return <AgentView entry={entry} />;
    case 'thought':
      return <ThoughtView entry={entry} />;
    case 'tool':
      return <ToolView entry={entry} calls={calls} />;
    case 'subagent':
      return <SubagentView entry={entry} calls={calls} />;
    case 'plan':
      return <PlanView entry={entry} />;
    case 'permission':
      return <PermissionView entry={entry} />;
    case 'question':
      return <ElicitationView entry={entry} />;
    case 'compaction':
      return <CompactionView entry={entry} />;
    case 'notice':
      return <NoticeView entry={entry} />;
    case 'rejected':
      return <RejectedView entry={entry} />;
    case 'turnEnd':
      return <TurnEndView entry={entry} />;
  }
}

/** A row of a turn. A row that contains the entry to show is expanded at first. */
export const RowView = memo(
  (props: { readonly row: TurnRow; readonly reveal?: string | undefined }) => {
    const { row, reveal } = props;
    return row.kind === 'group' ? (
      <ToolGroupView
        entries={row.entries}
        open={row.entries.some(({ id }) => id === reveal)}
        body={() => row.entries.map(entry => <EntryView key={entry.id} entry={entry} />)}
      />
    ) : (
      <EntryView entry={row.entry} calls={row.calls} reveal={reveal} />
    );
  },
);

function subagentCalls(
  rows: readonly TurnRow[],
  reveal: string | undefined,
): SubagentCalls | undefined {
  if (rows.length === 0) {
    return undefined;
  }
  const entries = rows.flatMap(entriesOf);
  const calls = entries.filter(entry => entry.kind === 'tool');
  return {
    count: calls.length,
    failedCount: calls.filter(({ status }) => status === 'failed').length,
    open: entries.some(({ id }) => id === reveal),
    body: () => rows.map(row => <RowView key={rowId(row)} row={row} reveal={reveal} />),
  };
}
