import type { ReviewAction } from './reviewAction.ts';
import type { ReviewedFile } from '../file/reviewedFile.ts';
import type { ReviewState } from './reviewState.ts';

/** What came of an event. */
export interface ReviewOutcome {
  readonly state: ReviewState;
  /** The paths whose hunks have to be drawn again. */
  readonly changed: readonly string[];
  /** What the editor has to do now. */
  readonly actions: readonly ReviewAction[];
  /** What the user has to be told. */
  readonly notes: readonly ReviewNote[];
}

/** Something that did not go the plain way. */
export type ReviewNote =
  /** The click named something that is not there any more as it was shown: draw again. */
  | { readonly kind: 'stale' }
  /** There was nothing to decide, undo or redo. */
  | { readonly kind: 'nothing' }
  /** The file is not what the agent wrote any more, so it was not deleted or overwritten. */
  | { readonly kind: 'kept'; readonly path: string }
  /** The same lines were changed since: this text could not be put back. */
  | { readonly kind: 'lost'; readonly path: string; readonly text: string }
  /** The file is not under review any more; this is what was pending. */
  | { readonly kind: 'dropped'; readonly path: string; readonly file: ReviewedFile };

/** The outcome of an event that changes nothing. */
export function unchanged(state: ReviewState, note?: ReviewNote): ReviewOutcome {
  return { state, changed: [], actions: [], notes: note ? [note] : [] };
}

/** The outcome of several steps. */
export function extendOutcome(outcome: ReviewOutcome, more: Partial<ReviewOutcome>): ReviewOutcome {
  return {
    state: more.state ?? outcome.state,
    changed: [...outcome.changed, ...(more.changed ?? [])],
    actions: [...outcome.actions, ...(more.actions ?? [])],
    notes: [...outcome.notes, ...(more.notes ?? [])],
  };
}
