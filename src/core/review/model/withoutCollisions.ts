import type { ReviewedFile } from '../file/reviewedFile.ts';
import type { ReviewNote, ReviewOutcome } from './reviewOutcome.ts';
import type { ReviewState } from './reviewState.ts';

/** An operation on files. Files with an id in `except` are skipped. */
export type Attempt<T> = (except: ReadonlySet<string>) => T;

/**
 * Performs an operation that may restore the path of files. A file whose path is now used by another one is skipped and
 * reported.
 */
export function withoutCollisions<T extends { readonly outcome: ReviewOutcome }>(
  state: ReviewState,
  attempt: Attempt<T>,
): T {
  let except: ReadonlySet<string> = new Set();
  let notes: ReviewNote[] = [];
  for (;;) {
    const result = attempt(except);
    const colliding = collisions(state, result.outcome.state);
    if (colliding.length === 0) {
      const { outcome } = result;
      return { ...result, outcome: { ...outcome, notes: [...notes, ...outcome.notes] } };
    }
    except = new Set([...except, ...colliding.map(file => file.id)]);
    notes = [
      ...notes,
      ...colliding.map(({ current: { path } }): ReviewNote => ({ kind: 'kept', path })),
    ];
  }
}

/** The files that would arrive at a path where another file exists. They are returned in their state before. */
function collisions(before: ReviewState, after: ReviewState): ReviewedFile[] {
  const countByPath = new Map<string, number>();
  for (const { current } of after.files.values()) {
    if (current.form.kind !== 'absent') {
      countByPath.set(current.path, (countByPath.get(current.path) ?? 0) + 1);
    }
  }
  return [...before.files.values()].filter(file => {
    const now = after.files.get(file.id);
    return now && hasArrived(file, now) && (countByPath.get(now.current.path) ?? 0) > 1;
  });
}

const hasArrived = ({ current: before }: ReviewedFile, { current: now }: ReviewedFile): boolean =>
  now.form.kind !== 'absent' && (before.form.kind === 'absent' || before.path !== now.path);
