import { growth, lineChange, moved, type LineChange } from '../text/lineChange.ts';
import { regionDiff } from '../text/lineDiff.ts';
import { applyEdits, changesOf, type LineEdit } from '../text/lineEdit.ts';
import { lineRange, shifted, within, type LineRange } from '../text/lineRange.ts';
import { closed, eolOf, sameLines, type Lines } from '../text/lines.ts';
import { coalesced, type Compared } from './compared.ts';
import type { Part } from './hunkPart.ts';
import type { Hunk, Stamp } from './hunk.ts';

/** How to take a decision about one hunk back: these lines of one text stood there before. */
export interface LinePatch {
  /** Where the hunk's lines are now; follows every later edit. */
  readonly range: LineRange;
  readonly before: Lines;
  readonly after: Lines;
  readonly hunk: Pick<Hunk, 'id' | 'origins' | 'wrote'>;
}

/** A text in which hunks were settled, and the way back. */
export interface Settled {
  readonly compared: Compared;
  readonly edits: readonly LineEdit[];
  readonly patches: readonly LinePatch[];
}

/** Copies the current lines of some hunks, or parts of hunks, into the base: these are pending no more. */
export function settleParts(compared: Compared, parts: readonly Part[], stamp: Stamp): Settled {
  const edits = parts.map(part => ({ range: part.hunk.base, lines: settledLines(compared, part) }));
  const changes = changesOf(edits);
  const after = { ...compared, base: applyEdits(compared.base, edits) };
  const patches = parts.map(({ hunk }, at) => ({
    range: changes[at]?.current ?? hunk.base,
    before: within(compared.base, hunk.base),
    after: edits[at]?.lines ?? [],
    hunk: { id: hunk.id, origins: hunk.origins, wrote: hunk.wrote },
  }));
  const hunks = pendingAfter(parts, after, stamp);
  return { compared: coalesced({ ...after, hunks }, stamp.revision), edits, patches };
}

/** The hunks nobody decided about, moved to where they are now, and what is left of the others. */
function pendingAfter(parts: readonly Part[], after: Compared, stamp: Stamp): Hunk[] {
  const partOf = new Map(parts.map(part => [part.hunk.id, part]));
  let by = 0;
  return after.hunks.flatMap(hunk => {
    const part = partOf.get(hunk.id);
    if (!part) {
      return [{ ...hunk, base: shifted(hunk.base, by) }];
    }
    const left = leftovers(part, by, after, stamp);
    by += growth(part);
    return left;
  });
}

/** The base lines of a hunk once a part of it is settled; a line that comes to stand in the middle gets an ending. */
function settledLines({ base, current }: Compared, part: Part): Lines {
  const lines = [
    ...base.slice(part.hunk.base.start, part.base.start),
    ...within(current, part.current),
    ...base.slice(part.base.end, part.hunk.base.end),
  ];
  return closed(lines, eolOf(current), true);
}

/** What stays pending of a hunk of which a part was settled: mostly the lines before it and those after it. */
function leftovers(part: Part, by: number, compared: Compared, stamp: Stamp): Hunk[] {
  return pendingAreas(part, by, compared)
    .flatMap(area => differences(area, compared))
    .map((piece, at) => ({
      ...part.hunk,
      ...piece,
      id: at === 0 ? part.hunk.id : stamp.freshId(),
      revision: stamp.revision,
    }));
}

function pendingAreas({ hunk, ...part }: Part, by: number, compared: Compared): LineChange[] {
  const grown = by + growth(part);
  const from = part.base.start + by;
  const to = part.base.end + grown;
  const start = hunk.base.start + by;
  const end = hunk.base.end + grown;
  if (!sameLines(compared.base.slice(from, to), within(compared.current, part.current))) {
    return [{ base: lineRange(start, end), current: hunk.current }]; // A line has got an ending.
  }
  return [
    lineChange([start, from], [hunk.current.start, part.current.start]),
    lineChange([to, end], [part.current.end, hunk.current.end]),
  ];
}

function differences(area: LineChange, { base, current }: Compared): LineChange[] {
  return regionDiff(within(base, area.base), within(current, area.current)).map(piece =>
    moved(piece, area.base.start, area.current.start),
  );
}
