import type { ReviewNote, ReviewOutcome } from './reviewOutcome.ts';
import type { ReviewedFile } from '../file/reviewedFile.ts';
import type { ReviewState } from './reviewState.ts';

/** Does something to files; those with an id in `except` are left alone. */
export type Attempt<T> = (except: ReadonlySet<string>) => T;

/**
 * Does something that may bring files back to where they were. A file whose old place is taken by another one stays where it
 * is, and that is told; the rest is done without it.
 */
export function withoutCollisions<T extends { readonly outcome: ReviewOutcome }>(
  state: ReviewState,
  attempt: Attempt<T>,
): T {
  let except: ReadonlySet<string> = new Set();
  let notes: ReviewNote[] = [];
  for (;;) {
    const result = attempt(except);
    const blocked = collisions(state, result.outcome.state);
    if (blocked.length === 0) {
      const { outcome } = result;
      return { ...result, outcome: { ...outcome, notes: [...notes, ...outcome.notes] } };
    }
    except = new Set([...except, ...blocked.map(file => file.id)]);
    notes = [
      ...notes,
      ...blocked.map(({ current: { path } }): ReviewNote => ({ kind: 'kept', path })),
    ];
  }
}

/** The files, as they were, that have come to a place where another one stands. */
function collisions(before: ReviewState, after: ReviewState): ReviewedFile[] {
  const taken = new Map<string, number>();
  for (const { current } of after.files.values()) {
    if (current.form.kind !== 'absent') {
      taken.set(current.path, (taken.get(current.path) ?? 0) + 1);
    }
  }
  return [...before.files.values()].filter(file => {
    const now = after.files.get(file.id);
    return now && hasArrived(file, now) && (taken.get(now.current.path) ?? 0) > 1;
  });
}

const hasArrived = ({ current: before }: ReviewedFile, { current: now }: ReviewedFile): boolean =>
  now.form.kind !== 'absent' && (before.form.kind === 'absent' || before.path !== now.path);
