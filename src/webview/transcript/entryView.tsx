import type { JSX } from 'preact';
import type { Entry } from '../../core/session/entry.ts';
import { memo } from '../memo.ts';
import { CompactionView } from './compactionView.tsx';
import { AgentView } from './agentView.tsx';
import { NoticeView } from './noticeView.tsx';
import { PermissionView } from './permissionView.tsx';
import { PlanView } from './planView.tsx';
import { QuestionView } from './questionView.tsx';
import { RejectedView } from '../review/rejectedView.tsx';
import { ThoughtView } from './thoughtView.tsx';
import { ToolView } from './toolView.tsx';
import { TurnEndView } from './turnEndView.tsx';
import { UserView } from './userView.tsx';

/** One item of the transcript. An entry that did not change is not drawn again. */
export const EntryView = memo(({ entry }: { entry: Entry }): JSX.Element | null => {
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
      return <QuestionView entry={entry} />;
    case 'compaction':
      return <CompactionView entry={entry} />;
    case 'notice':
      return <NoticeView entry={entry} />;
    case 'rejected':
      return <RejectedView entry={entry} />;
    case 'turnEnd':
      return <TurnEndView entry={entry} />;
  }
});
