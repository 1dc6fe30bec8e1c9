import type { LineChange } from '../../diff/lineChange.ts';
import type { Lines } from '../../text/lines.ts';

/** Who made a change: the turn of a session, and the tool call if one named the file. */
export interface Origin {
  readonly sessionId: string;
  readonly turnId: string;
  /** The id of the tool call, or of the terminal that its command ran in, if that was not reported yet. */
  readonly toolCallId?: string;
  /** The name of the sub-agent that made the tool call. */
  readonly subagent?: string;
}

/** One changed region that is pending. */
export interface Hunk extends LineChange {
  /** Does not change when the hunk moves or grows. */
  readonly id: string;
  /** The revision of the review at which the lines of this hunk last changed. Moving does not count. */
  readonly revision: number;
  readonly origins: readonly Origin[];
  /** The agent's lines, if the user has changed them since. */
  readonly wrote: Lines | null;
}

/** Identifies a hunk as it was shown to the user. */
export interface HunkRef {
  readonly path: string;
  readonly id: string;
  readonly revision: number;
}

/** The context of applying one event: its revision, and ids for the hunks and patches it creates. */
export class EventContext {
  readonly revision: number;
  #nextHunk = 0;
  #nextPatch = 0;

  constructor(revision: number) {
    this.revision = revision;
  }

  createHunkId(): string {
    return `${this.revision}.${this.#nextHunk++}`;
  }

  createPatchId(): string {
    return `${this.revision}.${this.#nextPatch++}`;
  }
}

/** Removes duplicates. */
export function uniqueOrigins(origins: readonly Origin[]): readonly Origin[] {
  return origins.filter((origin, at) => origins.findIndex(other => isSame(origin, other)) === at);
}

const isSame = (one: Origin, other: Origin): boolean =>
  one.sessionId === other.sessionId &&
  one.turnId === other.turnId &&
  one.toolCallId === other.toolCallId &&
  one.subagent === other.subagent;

/** The names of the sub-agents that made a change. */
export const getSubagents = (origins: readonly Origin[]): readonly string[] => [
  ...new Set(origins.flatMap(({ subagent }) => subagent ?? [])),
];
