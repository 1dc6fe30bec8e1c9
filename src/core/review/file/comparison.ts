import { flip } from '../../diff/lineChange.ts';
import { applyChanges } from '../../diff/lineEdit.ts';
import { sliceRange } from '../../text/lineRange.ts';
import { sameLines, type Lines } from '../../text/lines.ts';
import { uniqueOrigins, type Hunk } from './hunk.ts';

/** Two texts and the hunks between them. Always: base + hunks = current. */
export interface Comparison {
  readonly base: Lines;
  readonly current: Lines;
  readonly hunks: readonly Hunk[];
}

/** The same, looked at from the other side: rejecting is accepting, seen from there. */
export function flipComparison({ base, current, hunks }: Comparison): Comparison {
  return { base: current, current: base, hunks: hunks.map(hunk => ({ ...hunk, ...flip(hunk) })) };
}

/** Whether the promise holds. */
export function isConsistent({ base, current, hunks }: Comparison): boolean {
  const isInside = hunks.every(
    hunk => hunk.base.end <= base.length && hunk.current.end <= current.length,
  );
  return isInside && sameLines(applyChanges(base, hunks, current), current);
}

/** Hunks that have come to stand side by side become one. */
export function mergeAdjacentHunks(compared: Comparison, revision: number): Comparison {
  const hunks: Hunk[] = [];
  for (const hunk of compared.hunks) {
    const last = hunks.at(-1);
    if (last && isNext(last, hunk)) {
      hunks[hunks.length - 1] = joined(last, hunk, compared.current, revision);
    } else {
      hunks.push(hunk);
    }
  }
  return { ...compared, hunks };
}

const isNext = (last: Hunk, hunk: Hunk): boolean =>
  last.base.end === hunk.base.start && last.current.end === hunk.current.start;

function joined(one: Hunk, other: Hunk, current: Lines, revision: number): Hunk {
  const touched = one.wrote !== null || other.wrote !== null;
  return {
    id: one.id,
    revision,
    base: { start: one.base.start, end: other.base.end },
    current: { start: one.current.start, end: other.current.end },
    origins: uniqueOrigins([...one.origins, ...other.origins]),
    wrote: touched ? [...agentLines(one, current), ...agentLines(other, current)] : null,
  };
}

/** The lines the agent wrote in a hunk, whatever the user has made of them. */
export function agentLines(hunk: Hunk, current: Lines): Lines {
  return hunk.wrote ?? sliceRange(current, hunk.current);
}
