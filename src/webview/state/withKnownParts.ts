import type { PendingReview } from '../../core/chat/pendingReview.ts';

/** Replaces files and turns by equal ones from before, which are then not rendered again. */
export function withKnownParts(
  before: PendingReview | undefined,
  now: PendingReview,
): PendingReview {
  return before
    ? {
        ...now,
        turns: withKnown(before.turns, now.turns, ({ turn }) => turn),
        ...(now.files
          ? { files: withKnown(before.files ?? [], now.files, ({ path }) => path) }
          : {}),
      }
    : now;
}

function withKnown<T extends object>(
  before: readonly T[],
  now: readonly T[],
  keyOf: (item: T) => unknown,
): readonly T[] {
  const known = new Map(before.map(item => [keyOf(item), item]));
  return now.map(item => {
    const earlier = known.get(keyOf(item));
    return earlier && JSON.stringify(earlier) === JSON.stringify(item) ? earlier : item;
  });
}
