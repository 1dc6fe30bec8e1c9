import type { ContentBlock, PermissionOptionKind, ToolKind } from '@agentclientprotocol/sdk';
import type { Draft } from '../../prompt/draft.ts';
import type { ElicitationForm } from '../forms/elicitationForm.ts';
import type { TurnUsage } from '../state/usage.ts';

/** One item of the transcript. Plain data, because entries are sent to the chat view and persisted in the journal. */
export type Entry =
  | UserEntry
  | AgentEntry
  | ThoughtEntry
  | ToolEntry
  | SubagentEntry
  | PlanEntry
  | PermissionEntry
  | ElicitationEntry
  | CompactionEntry
  | NoticeEntry
  | RejectedEntry
  | TurnEndEntry;

interface EntryBase {
  readonly id: string;
  /** The number of the prompt that this belongs to; 0 before the first prompt. */
  readonly turn: number;
  readonly atMs: number;
  /** The sub-agent that this belongs to: its `subagentId`, or the `callId` of the tool call that runs it. */
  readonly parentId?: string;
}

/** A prompt of the user. */
export interface UserEntry extends EntryBase {
  readonly kind: 'user';
  readonly messageId?: string;
  readonly blocks: readonly ContentBlock[];
  /** The prompt as it was written, so that it can be edited and sent again. Absent if the agent replayed the session. */
  readonly draft?: Draft;
  /** Sent into a running turn, which it does not begin. */
  readonly steered?: true;
}

/** A message of the agent: Markdown and other content blocks. */
export interface AgentEntry extends EntryBase {
  readonly kind: 'agent';
  /** The agent's id of the plan that this message is. */
  readonly planId?: string;
  /** What a sub-agent was told to do, by another agent. */
  readonly isTask?: true;
  readonly messageId?: string;
  readonly blocks: readonly ContentBlock[];
}

export interface ThoughtEntry extends EntryBase {
  readonly kind: 'thought';
  readonly messageId?: string;
  readonly blocks: readonly ContentBlock[];
  /** When the last chunk arrived. */
  readonly untilMs: number;
}

export type ToolStatus = 'pending' | 'in_progress' | 'completed' | 'failed' | 'cancelled';

export type ToolContent =
  | { readonly kind: 'block'; readonly block: ContentBlock }
  | {
      readonly kind: 'diff';
      readonly path: string;
      /** Absent if the file did not exist. May be only a part of the file. */
      readonly oldText?: string;
      readonly newText: string;
    }
  | { readonly kind: 'terminal'; readonly terminalId: string };

export interface ToolLocation {
  readonly path: string;
  /** Counts from 0. */
  readonly line?: number;
}

export interface ToolEntry extends EntryBase {
  readonly kind: 'tool';
  readonly callId: string;
  readonly title: string;
  readonly name?: string;
  readonly toolKind: ToolKind;
  readonly status: ToolStatus;
  readonly content: readonly ToolContent[];
  readonly locations: readonly ToolLocation[];
  /** The raw input and output as bounded, readable text. */
  readonly input?: string;
  readonly output?: string;
  /** The command line, where the raw input names one. */
  readonly command?: string;
  /** The name of the sub-agent that the call runs. */
  readonly subagentName?: string;
  /** Whether the agent lets the user stop it. */
  readonly canStop?: boolean;
  /** Whether the agent has said that it goes on when the turn has ended. */
  readonly inBackground?: boolean;
  readonly endedMs?: number;
}

/** A sub-agent with a session of its own. What it says and does are entries with its id as their `parentId`. */
export interface SubagentEntry extends EntryBase {
  readonly kind: 'subagent';
  /** The agent's id of the sub-agent's session. */
  readonly subagentId: string;
  readonly name: string;
  readonly description?: string;
  /** `waiting` for the user; `pending` if the agent does not say what it does, or has left it when the turn ended. */
  readonly status: ToolStatus | 'waiting';
  /** Whether the agent lets the user stop it. */
  readonly canStop: boolean;
  readonly error?: string;
  readonly endedMs?: number;
}

export type PlanStatus = 'pending' | 'in_progress' | 'completed';

export interface PlanItem {
  readonly text: string;
  readonly priority: 'high' | 'medium' | 'low';
  readonly status: PlanStatus;
}

export interface PlanEntry extends EntryBase {
  readonly kind: 'plan';
  /** The agent's id of the plan, if it has several. */
  readonly planId?: string;
  readonly items: readonly PlanItem[];
}

export interface PermissionChoice {
  readonly optionId: string;
  /** The agent's label. */
  readonly name: string;
  /** What the choice does. `allow_part` is used only by ourselves; `other` is an unknown kind. */
  readonly kind: PermissionOptionKind | 'allow_part' | 'other';
}

export type PermissionOutcome =
  | { readonly kind: 'open' }
  | { readonly kind: 'chosen'; readonly optionId: string; readonly automatic?: AutomaticReason }
  | { readonly kind: 'cancelled'; readonly automatic?: AutomaticReason };

/** What decided instead of the user: the user's rules, or the mode in which edits are reviewed later. */
export type AutomaticReason = 'rule' | 'mode';

/** A permission request; the agent waits until the user has decided. */
export interface PermissionEntry extends EntryBase {
  readonly kind: 'permission';
  /** `client` if we ask and describe what will be done; otherwise everything here is what the agent says. */
  readonly source?: 'client';
  /** The name of the sub-agent that asks. */
  readonly asker?: string;
  readonly callId: string;
  readonly title: string;
  readonly toolKind: ToolKind;
  readonly command?: string;
  readonly input?: string;
  readonly content: readonly ToolContent[];
  readonly locations: readonly ToolLocation[];
  readonly choices: readonly PermissionChoice[];
  readonly answer: PermissionOutcome;
  readonly answeredMs?: number;
}

export type ElicitationOutcome =
  | { readonly kind: 'open' }
  /** `done`: the agent reported that the user has completed what the page asked for. */
  | { readonly kind: 'accepted'; readonly done?: boolean }
  | { readonly kind: 'declined' }
  | { readonly kind: 'cancelled' };

/** An elicitation: the agent asks the user to fill in a form or to open a page. */
export interface ElicitationEntry extends EntryBase {
  readonly kind: 'question';
  readonly asker?: string;
  readonly message: string;
  /** The agent's id, with which it reports the completion of a page. */
  readonly elicitationId?: string;
  readonly ask:
    | { readonly kind: 'form'; readonly form: ElicitationForm }
    | {
        readonly kind: 'url';
        readonly url: string;
        readonly host: string;
        readonly suspicious: boolean;
      };
  readonly answer: ElicitationOutcome;
  readonly answeredMs?: number;
}

/** The agent compacted its context. */
export interface CompactionEntry extends EntryBase {
  readonly kind: 'compaction';
  readonly compactionId: string;
  readonly status: string;
  readonly blocks: readonly ContentBlock[];
  readonly error?: string;
}

/** What the user can do about a notice. */
export const NOTICE_ACTIONS = [
  'retry',
  'restart',
  'signIn',
  'showLog',
  'newSession',
  /** Adds the conversation so far to the next message, for an agent that no longer knows it. */
  'addConversation',
  /** Opens the setting that the message mentions. */
  'openSettings',
  /** Sends the problems that the notice lists to the agent. */
  'sendProblems',
] as const;

export type NoticeAction = (typeof NOTICE_ACTIONS)[number];

/** A message to the user in the conversation, from the agent or from us. */
export interface NoticeEntry extends EntryBase {
  readonly kind: 'notice';
  /** `agent` if the words are the agent's. */
  readonly source?: 'agent';
  readonly severity: 'info' | 'warning' | 'error';
  readonly title: string;
  readonly detail?: string;
  readonly actions: readonly NoticeAction[];
  /** How often the same notice was shown in a row. */
  readonly times: number;
}

/** Changes of the agent that the user rejected. They stay readable and can be restored. */
export interface RejectedEntry extends EntryBase {
  readonly kind: 'rejected';
  readonly files: readonly RejectedFile[];
  /** The number of hunks that were too large, or too many, to be kept. */
  readonly left: number;
}

export interface RejectedFile {
  readonly path: string;
  /** The path relative to the workspace folder. */
  readonly label: string;
  /** What the agent had done to the file. */
  readonly change: 'modified' | 'created' | 'deleted' | 'renamed' | 'binary';
  readonly hunks: readonly RejectedHunk[];
  /** Set if the change of a file without hunks is pending again. */
  readonly back?: boolean;
}

/** A rejected hunk. Lines include their line endings. */
export interface RejectedHunk {
  /** The id of the hunk in the review; empty once it was restored and has a new one. */
  readonly id: string;
  /** Its first line, from 0. */
  readonly line: number;
  /** Context lines before and after it. */
  readonly above: readonly string[];
  readonly below: readonly string[];
  /** The text that the user kept. */
  readonly base: readonly string[];
  /** The text that the agent wrote. */
  readonly wrote: readonly string[];
  /** The tool call that made the change, if one named the file. */
  readonly toolCallId?: string;
  readonly turnId: string;
  /** Whether it was restored and is pending again. */
  readonly back: boolean;
}

export interface TurnEndEntry extends EntryBase {
  readonly kind: 'turnEnd';
  readonly reason: TurnEndReason;
  readonly startedMs: number;
  readonly toolCount: number;
  /** The files that its tool calls say they have changed. */
  readonly fileCount: number;
  /** The tool calls that failed. Absent in turns of older versions, like the next field. */
  readonly failedCount?: number;
  /** How long the agent waited for the user. */
  readonly waitedMs?: number;
  readonly usage?: TurnUsage;
}

export type TurnEndReason =
  | 'end_turn'
  | 'max_tokens'
  | 'max_turn_requests'
  | 'refusal'
  | 'cancelled'
  | 'failed';
