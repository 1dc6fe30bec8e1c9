import { flip } from '../../diff/lineChange.ts';
import { applyChanges } from '../../diff/lineEdit.ts';
import { sliceRange } from '../../text/lineRange.ts';
import { sameLines, type Lines } from '../../text/lines.ts';
import { uniqueOrigins, type Hunk } from './hunk.ts';

/** Two texts and the hunks between them. Invariant: base + hunks = current. */
export interface Comparison {
  readonly base: Lines;
  readonly current: Lines;
  readonly hunks: readonly Hunk[];
}

/** Swaps the two texts. Rejecting a hunk is accepting it in the flipped comparison. */
export function flipComparison({ base, current, hunks }: Comparison): Comparison {
  return { base: current, current: base, hunks: hunks.map(hunk => ({ ...hunk, ...flip(hunk) })) };
}

/** Whether the invariant holds. */
export function isConsistent({ base, current, hunks }: Comparison): boolean {
  const isInside = hunks.every(
    hunk => hunk.base.end <= base.length && hunk.current.end <= current.length,
  );
  return isInside && sameLines(applyChanges(base, hunks, current), current);
}

/** Merges hunks that have become adjacent. */
export function mergeAdjacentHunks(comparison: Comparison, revision: number): Comparison {
  const hunks: Hunk[] = [];
  for (const hunk of comparison.hunks) {
    const last = hunks.at(-1);
    if (last && isNext(last, hunk)) {
      hunks[hunks.length - 1] = mergeHunks(last, hunk, comparison.current, revision);
    } else {
      hunks.push(hunk);
    }
  }
  return { ...comparison, hunks };
}

const isNext = (last: Hunk, hunk: Hunk): boolean =>
  last.base.end === hunk.base.start && last.current.end === hunk.current.start;

function mergeHunks(one: Hunk, other: Hunk, current: Lines, revision: number): Hunk {
  const isEdited = one.wrote !== null || other.wrote !== null;
  return {
    id: one.id,
    revision,
    base: { start: one.base.start, end: other.base.end },
    current: { start: one.current.start, end: other.current.end },
    origins: uniqueOrigins([...one.origins, ...other.origins]),
    wrote: isEdited ? [...agentLines(one, current), ...agentLines(other, current)] : null,
  };
}

/** The lines the agent wrote in a hunk, before any change by the user. */
export function agentLines(hunk: Hunk, current: Lines): Lines {
  return hunk.wrote ?? sliceRange(current, hunk.current);
}
