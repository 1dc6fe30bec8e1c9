import {
  isEmpty,
  joinRanges,
  lineRange,
  overlaps,
  sliceRange,
  type LineRange,
} from '../text/lineRange.ts';
import { lacksFinalNewline, sameLines, type Lines } from '../text/lines.ts';
import { lineDelta, type LineChange } from './lineChange.ts';
import { applyEdits } from './lineEdit.ts';
import { sparseDiff } from './sparseDiff.ts';

/** Lines that both sides changed differently. The merged text contains `mine`. */
export interface MergeConflict {
  /** The range of my lines in the merged text. */
  readonly merged: LineRange;
  /** The lines of the other side. */
  readonly theirs: Lines;
}

export interface MergeResult {
  readonly lines: Lines;
  readonly conflicts: readonly MergeConflict[];
}

/** Three-way merge. Where both sides changed the same lines, `mine` is kept and a conflict is reported. */
export function merge3(base: Lines, mine: Lines, theirs: Lines): MergeResult {
  const sides: Sides = { base, mine, theirs };
  const lines: Lines[] = [];
  const conflicts: MergeConflict[] = [];
  let length = 0;
  let at = 0;
  const add = (part: Lines): void => {
    lines.push(part);
    length += part.length;
  };
  for (const region of regions(sides)) {
    add(base.slice(at, region.base.start));
    const chosen = sliceRange(mine, region.mine);
    const other = sliceRange(theirs, region.theirs);
    if (region.changedBy === 'theirs') {
      add(other);
    } else {
      if (region.changedBy === 'both' && !sameLines(chosen, other)) {
        const merged = lineRange(length, length + chosen.length);
        conflicts.push({ merged, theirs: other });
      }
      add(chosen);
    }
    at = region.base.end;
  }
  return { lines: [...lines, base.slice(at)].flat(), conflicts };
}

/** The base with only those changes that both sides made alike. */
export const sharedChanges = (base: Lines, mine: Lines, theirs: Lines): Lines =>
  keepChanges({ base, mine, theirs }, region => sameLines(region.mine, region.theirs));

/** The base with only those of my changes that take over some of the changes of the other side. */
export const adoptedChanges = (base: Lines, mine: Lines, theirs: Lines): Lines =>
  keepChanges({ base, mine, theirs }, region => {
    const known = new Set([...region.base, ...region.theirs]);
    return region.mine.every(line => known.has(line));
  });

/** The base with my changes where both sides changed it and `isKept` holds. */
function keepChanges(sides: Sides, isKept: (region: Sides) => boolean): Lines {
  const lines: Lines[] = [];
  let at = 0;
  for (const { changedBy, ...ranges } of regions(sides)) {
    const region = {
      base: sliceRange(sides.base, ranges.base),
      mine: sliceRange(sides.mine, ranges.mine),
      theirs: sliceRange(sides.theirs, ranges.theirs),
    };
    lines.push(
      sides.base.slice(at, ranges.base.start),
      changedBy === 'both' && isKept(region) ? region.mine : region.base,
    );
    at = ranges.base.end;
  }
  return [...lines, sides.base.slice(at)].flat();
}

/** The merged text with every conflict resolved in favor of the other side. */
export function resolveWithTheirs({ lines, conflicts }: MergeResult): Lines {
  return applyEdits(
    lines,
    conflicts.map(({ merged, theirs }) => ({ range: merged, lines: theirs })),
  );
}

interface Sides {
  readonly base: Lines;
  readonly mine: Lines;
  readonly theirs: Lines;
}

interface Region {
  readonly base: LineRange;
  readonly mine: LineRange;
  readonly theirs: LineRange;
  readonly changedBy: 'mine' | 'theirs' | 'both';
}

interface OwnedChange extends LineChange {
  readonly by: 'mine' | 'theirs';
}

/** The changes of both sides, with overlapping ones combined. */
function regions(sides: Sides): Region[] {
  const result: Region[] = [];
  let delta = { mine: 0, theirs: 0 };
  for (const group of groups(sides)) {
    const base = group.map(change => change.base).reduce(joinRanges);
    const before = delta;
    for (const change of group) {
      delta = { ...delta, [change.by]: delta[change.by] + lineDelta(change) };
    }
    const range = (by: 'mine' | 'theirs') =>
      lineRange(base.start + before[by], base.end + delta[by]);
    result.push({ base, mine: range('mine'), theirs: range('theirs'), changedBy: authorOf(group) });
  }
  return result;
}

function authorOf(group: readonly OwnedChange[]): Region['changedBy'] {
  const [first] = group;
  return first && group.every(change => change.by === first.by) ? first.by : 'both';
}

function groups(sides: Sides): OwnedChange[][] {
  const owned = (by: 'mine' | 'theirs') =>
    sparseDiff(sides.base, sides[by]).map((change): OwnedChange => ({ ...change, by }));
  const changes = [...owned('mine'), ...owned('theirs')].toSorted(inOrder);
  const result: OwnedChange[][] = [];
  let covered: LineRange | undefined;
  for (const change of changes) {
    const group = result.at(-1);
    if (group && covered && collide(covered, change.base, sides)) {
      group.push(change);
      covered = joinRanges(covered, change.base);
    } else {
      result.push([change]);
      covered = change.base;
    }
  }
  return result;
}

const inOrder = (one: LineChange, other: LineChange): number =>
  one.base.start - other.base.start || one.base.end - other.base.end;

/** Adjacent changes at the end of the text collide too if a line has no ending, since nothing can be appended to it. */
function collide(one: LineRange, other: LineRange, { base, mine, theirs }: Sides): boolean {
  const isSamePosition = isEmpty(one) && isEmpty(other) && one.start === other.start;
  const areAtEnd = one.end === base.length && other.end === base.length;
  const isOpen = lacksFinalNewline(base) || lacksFinalNewline(mine) || lacksFinalNewline(theirs);
  return overlaps(one, other) || isSamePosition || (areAtEnd && isOpen && other.start <= one.end);
}
