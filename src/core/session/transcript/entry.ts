import type { ContentBlock, PermissionOptionKind, ToolKind } from '@agentclientprotocol/sdk';
import type { Draft } from '../../prompt/draft.ts';
import type { ElicitationForm } from '../forms/elicitationForm.ts';

/** One item in the transcript. Values only: the same entry lives in the extension, in the chat view and on disk. */
export type Entry =
  | UserEntry
  | AgentEntry
  | ThoughtEntry
  | ToolEntry
  | PlanEntry
  | PermissionEntry
  | ElicitationEntry
  | CompactionEntry
  | NoticeEntry
  | RejectedEntry
  | TurnEndEntry;

interface Common {
  readonly id: string;
  /** Which prompt this belongs to; 0 is what came before the first one. */
  readonly turn: number;
  readonly atMs: number;
}

/** What the user said, as it was sent. */
export interface UserEntry extends Common {
  readonly kind: 'user';
  readonly messageId?: string;
  readonly blocks: readonly ContentBlock[];
  /** The prompt as it was written, so that it can be edited and sent again. Absent in a replayed history. */
  readonly draft?: Draft;
}

/** What the agent said: Markdown, and whatever else a content block can hold. */
export interface AgentEntry extends Common {
  readonly kind: 'agent';
  readonly messageId?: string;
  readonly blocks: readonly ContentBlock[];
}

export interface ThoughtEntry extends Common {
  readonly kind: 'thought';
  readonly messageId?: string;
  readonly blocks: readonly ContentBlock[];
  /** When the last word of it came. */
  readonly untilMs: number;
}

export type ToolStatus = 'pending' | 'in_progress' | 'completed' | 'failed' | 'cancelled';

export type ToolContent =
  | { readonly kind: 'block'; readonly block: ContentBlock }
  | {
      readonly kind: 'diff';
      readonly path: string;
      /** Absent: the agent says that there was no such file. It may be a fragment of the file only. */
      readonly oldText?: string;
      readonly newText: string;
    }
  | { readonly kind: 'terminal'; readonly terminalId: string };

export interface ToolLocation {
  readonly path: string;
  /** Counts from 0. */
  readonly line?: number;
}

/** What the agent does, as far as it tells. */
export interface ToolEntry extends Common {
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
  /** The call this one is part of (sub-agents). */
  readonly parentId?: string;
  readonly endedMs?: number;
}

export type PlanStatus = 'pending' | 'in_progress' | 'completed';

export interface PlanItem {
  readonly text: string;
  readonly priority: 'high' | 'medium' | 'low';
  readonly status: PlanStatus;
}

export interface PlanEntry extends Common {
  readonly kind: 'plan';
  readonly items: readonly PlanItem[];
}

export interface PermissionChoice {
  readonly optionId: string;
  /** The agent's own words. */
  readonly name: string;
  /** What the choice does; `allow_part` is only ever ours, `other` is a kind that we do not know. */
  readonly kind: PermissionOptionKind | 'allow_part' | 'other';
}

export type PermissionOutcome =
  | { readonly kind: 'open' }
  | { readonly kind: 'chosen'; readonly optionId: string }
  | { readonly kind: 'cancelled' };

/** A question of the agent's that holds it up until the user has decided. */
export interface PermissionEntry extends Common {
  readonly kind: 'permission';
  readonly callId: string;
  readonly title: string;
  readonly toolKind: ToolKind;
  readonly command?: string;
  readonly input?: string;
  readonly content: readonly ToolContent[];
  readonly locations: readonly ToolLocation[];
  readonly choices: readonly PermissionChoice[];
  readonly answer: PermissionOutcome;
}

export type ElicitationOutcome =
  | { readonly kind: 'open' }
  /** `done`: the agent says that what the user went to do on a page has been done. */
  | { readonly kind: 'accepted'; readonly done?: boolean }
  | { readonly kind: 'declined' }
  | { readonly kind: 'cancelled' };

/** An elicitation: the agent asks the user to fill in a form or to open a page. */
export interface ElicitationEntry extends Common {
  readonly kind: 'question';
  readonly message: string;
  /** The agent's own name for it, by which it tells that a page has done its work. */
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
}

/** The agent shortened its own memory of the conversation. */
export interface CompactionEntry extends Common {
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
] as const;

export type NoticeAction = (typeof NOTICE_ACTIONS)[number];

/** Something the user should know: from the agent, from us, or of a kind we do not know. */
export interface NoticeEntry extends Common {
  readonly kind: 'notice';
  readonly severity: 'info' | 'warning' | 'error';
  readonly title: string;
  readonly detail?: string;
  readonly actions: readonly NoticeAction[];
  /** How often the same was said in a row. */
  readonly times: number;
}

/** What the user turned down of the agent's work: it stays readable, and can be brought back. */
export interface RejectedEntry extends Common {
  readonly kind: 'rejected';
  readonly files: readonly RejectedFile[];
  /** Hunks that were too large, or too many, to be kept here. */
  readonly left: number;
}

export interface RejectedFile {
  readonly path: string;
  /** The path as the user knows it, from the workspace folder on. */
  readonly label: string;
  /** What the agent had done to the file. */
  readonly change: 'modified' | 'created' | 'deleted' | 'renamed' | 'binary';
  readonly hunks: readonly RejectedHunk[];
}

/** A hunk that was rejected, each line with its ending. */
export interface RejectedHunk {
  /** The review's own name for it; empty once it was brought back and goes its own way. */
  readonly id: string;
  /** Where it stood, from 0. */
  readonly line: number;
  /** A few lines that stood before it and after it. */
  readonly above: readonly string[];
  readonly below: readonly string[];
  /** What the user has there instead. */
  readonly base: readonly string[];
  /** What the agent wrote. */
  readonly wrote: readonly string[];
  /** The tool call it came from, if one named the file. */
  readonly toolCallId?: string;
  readonly turnId: string;
  /** Whether it stands in the file again and waits for another decision. */
  readonly back: boolean;
}

/** The end of a turn, and what it came to. */
export interface TurnEndEntry extends Common {
  readonly kind: 'turnEnd';
  readonly reason: TurnEndReason;
  readonly startedMs: number;
  readonly toolCount: number;
  readonly fileCount: number;
  readonly usage?: TurnUsage;
}

/** The tokens a turn took, as far as the agent tells. */
export interface TurnUsage {
  readonly totalTokens: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

export type TurnEndReason =
  | 'end_turn'
  | 'max_tokens'
  | 'max_turn_requests'
  | 'refusal'
  | 'cancelled'
  | 'failed';
