import type { FileUpdate } from '../file/fileUpdate.ts';
import type { ReviewedFile } from '../file/reviewedFile.ts';
import { actionsBetween, type ReviewAction } from './reviewAction.ts';
import { withFileUpdate, type ReviewState } from './reviewState.ts';

/** The result of an event. */
export interface ReviewOutcome {
  readonly state: ReviewState;
  /** The paths whose hunks must be rendered again. */
  readonly changed: readonly string[];
  /** What the editor must do. */
  readonly actions: readonly ReviewAction[];
  /** What the user must be told. */
  readonly notes: readonly ReviewNote[];
}

/** An unusual result of an event. */
export type ReviewNote =
  /** The decision referred to something that has changed or gone since it was shown. */
  | { readonly kind: 'stale' }
  /** There was nothing to decide, undo or redo. */
  | { readonly kind: 'nothing' }
  /** The user has changed the file, so it was not deleted or overwritten. */
  | { readonly kind: 'kept'; readonly path: string }
  /** This text could not be restored because the same lines have been changed since. */
  | { readonly kind: 'lost'; readonly path: string; readonly text: string }
  /** The review of the file has ended. `file` contains what was pending. */
  | { readonly kind: 'dropped'; readonly path: string; readonly file: ReviewedFile };

/** The outcome of an event that changes nothing. */
export function unchanged(state: ReviewState, note?: ReviewNote): ReviewOutcome {
  return { state, changed: [], actions: [], notes: note ? [note] : [] };
}

/** Appends the outcome of a further step. */
export function extendOutcome(outcome: ReviewOutcome, more: Partial<ReviewOutcome>): ReviewOutcome {
  return {
    state: more.state ?? outcome.state,
    changed: [...outcome.changed, ...(more.changed ?? [])],
    actions: [...outcome.actions, ...(more.actions ?? [])],
    notes: [...outcome.notes, ...(more.notes ?? [])],
  };
}

/** Appends an update of a file, with the actions that perform it in the editor. A proposal is not a file, so it has none. */
export function withUpdatedFile(
  outcome: ReviewOutcome,
  before: ReviewedFile,
  update: FileUpdate,
  notes: readonly ReviewNote[] = [],
): ReviewOutcome {
  const { file, currentEdits } = update;
  return extendOutcome(outcome, {
    state: withFileUpdate(outcome.state, update),
    changed: [before.current.path, file.current.path],
    actions: before.proposal ? [] : actionsBetween(before.current, file.current, currentEdits),
    notes,
  });
}
