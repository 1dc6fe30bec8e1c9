import { lineDelta, type LineChange } from './lineChange.ts';
import { applyEdits } from './lineEdit.ts';
import { sparseDiff } from './sparseDiff.ts';
import {
  joinRanges,
  isEmpty,
  lineRange,
  overlaps,
  sliceRange,
  type LineRange,
} from '../text/lineRange.ts';
import { lacksFinalNewline, sameLines, type Lines } from '../text/lines.ts';

/** A place both sides changed, differently: mine stands in the merged text. */
export interface MergeConflict {
  readonly base: LineRange;
  /** Where my lines stand in the merged text. */
  readonly merged: LineRange;
  /** What the other side wanted there. */
  readonly theirs: Lines;
}

/** Two changes of one text, put together. */
export interface MergeResult {
  readonly lines: Lines;
  readonly conflicts: readonly MergeConflict[];
}

/** Takes over what only one side changed; where both changed the same lines, `mine` stays and the conflict is told. */
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
        conflicts.push({ base: region.base, merged, theirs: other });
      }
      add(chosen);
    }
    at = region.base.end;
  }
  return { lines: [...lines, base.slice(at)].flat(), conflicts };
}

/** The merged text with the other side's lines wherever both had changed the same ones. */
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

/** The changes of both sides, those that collide taken together. */
function regions(sides: Sides): Region[] {
  const result: Region[] = [];
  let grown = { mine: 0, theirs: 0 };
  for (const group of groups(sides)) {
    const base = group.map(change => change.base).reduce(joinRanges);
    const before = grown;
    for (const change of group) {
      grown = { ...grown, [change.by]: grown[change.by] + lineDelta(change) };
    }
    const range = (by: 'mine' | 'theirs') =>
      lineRange(base.start + before[by], base.end + grown[by]);
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
  let reach: LineRange | undefined;
  for (const change of changes) {
    const group = result.at(-1);
    if (group && reach && collide(reach, change.base, sides)) {
      group.push(change);
      reach = joinRanges(reach, change.base);
    } else {
      result.push([change]);
      reach = change.base;
    }
  }
  return result;
}

const inOrder = (one: LineChange, other: LineChange): number =>
  one.base.start - other.base.start || one.base.end - other.base.end;

/** At the end of the text neighbours collide too: nothing can be put after a line that has no ending. */
function collide(one: LineRange, other: LineRange, { base, mine, theirs }: Sides): boolean {
  const samePlace = isEmpty(one) && isEmpty(other) && one.start === other.start;
  const atEnd = one.end === base.length && other.end === base.length;
  const open = lacksFinalNewline(base) || lacksFinalNewline(mine) || lacksFinalNewline(theirs);
  return overlaps(one, other) || samePlace || (atEnd && open && other.start <= one.end);
}
