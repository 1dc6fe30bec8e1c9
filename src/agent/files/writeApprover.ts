import type { GuardedPath } from './pathGuard.ts';

/** A write before it is carried out. */
export interface PlannedWrite {
  readonly path: GuardedPath;
  /** The current text; `undefined` if the file does not exist. */
  readonly before: string | undefined;
  readonly after: string;
  /** The write cannot be approved in parts. */
  readonly isWhole: boolean;
}

/**
 * Lets the user decide about a write. Returns the text that is in the file afterwards, or `undefined` if the write may be
 * carried out as planned.
 */
export type WriteApprover = (
  write: PlannedWrite,
  signal?: AbortSignal,
) => Promise<string | undefined>;
