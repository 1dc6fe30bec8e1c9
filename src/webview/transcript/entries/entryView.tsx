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
import { ToolView } from '../tool/toolView.tsx';
import { TurnEndView } from './turnEndView.tsx';
import { UserView } from './userView.tsx';

interface Props {
  readonly entry: Entry;
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
    return next.entry !== this.props.entry || after !== this.state;
  }

  override componentDidCatch(): void {
    this.setState({ broken: this.props.entry });
  }

  render({ entry }: Props, { broken }: State): JSX.Element | null {
    return broken === entry ? (
      <p class="entry muted" data-entry={entry.id}>
        {t('notDrawn')}
      </p>
    ) : (
      entryNode(entry)
    );
  }
}

function entryNode(entry: Entry): JSX.Element | null {
  switch (entry.kind) {
    case 'user':
      return <UserView entry={entry} />;
    case 'agent':
      return <AgentView entry={entry} />;
    case 'thought':
      return <ThoughtView entry={entry} />;
    case 'tool':
      return <ToolView entry={entry} />;
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
