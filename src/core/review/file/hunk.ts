import type { LineChange } from '../../diff/lineChange.ts';
import type { Lines } from '../../text/lines.ts';

/** Who asked for a change: the turn of a session, and the tool call if one named the file. */
export interface Origin {
  readonly sessionId: string;
  readonly turnId: string;
  readonly toolCallId?: string;
}

/** One changed region that waits for the user's decision. */
export interface Hunk extends LineChange {
  /** Stays with the hunk while it moves or grows. */
  readonly id: string;
  /** The ledger's revision at which the words of this hunk last changed. Moving up or down is no change. */
  readonly revision: number;
  readonly origins: readonly Origin[];
  /** What the agent had written here, if the user has changed it since. */
  readonly wrote: Lines | null;
}

/** What a button carries: the hunk, and the words it was drawn with. */
export interface HunkRef {
  readonly path: string;
  readonly id: string;
  readonly revision: number;
}

/** The revision of one event, and the new hunk ids made during it. */
export class EventContext {
  readonly revision: number;
  #made = 0;

  constructor(revision: number) {
    this.revision = revision;
  }

  createHunkId(): string {
    return `${this.revision}.${this.#made++}`;
  }
}

/** Several origins, each named once. */
export function uniqueOrigins(origins: readonly Origin[]): readonly Origin[] {
  return origins.filter((origin, at) => origins.findIndex(other => isSame(origin, other)) === at);
}

const isSame = (one: Origin, other: Origin): boolean =>
  one.sessionId === other.sessionId &&
  one.turnId === other.turnId &&
  one.toolCallId === other.toolCallId;
