import { applyEdits, toChanges, type LineEdit } from '../../diff/lineEdit.ts';
import { LineShift } from '../../diff/lineShift.ts';
import { isEmpty, overlaps, overlapsOrTouches, shiftRange } from '../../text/lineRange.ts';
import { lacksFinalNewline } from '../../text/lines.ts';
import { applyAttributedEdits } from './applyAttributedEdits.ts';
import { mergeAdjacentHunks, type Comparison } from './comparison.ts';
import { attributeEdits, editAttribution, type EditAttribution } from './editAttribution.ts';
import type { EventContext, Hunk } from './hunk.ts';

export interface AbsorbedEdits {
  readonly comparison: Comparison;
  /** The edits that were also made to the base. */
  readonly baseEdits: readonly LineEdit[];
}

/**
 * Applies the user's edits to the current text. An edit that touches no hunk is also made in the base, so that the
 * user's own work never shows up as the agent's. An edit that touches a hunk becomes part of that hunk.
 */
export function absorbEdits(
  comparison: Comparison,
  edits: readonly LineEdit[],
  context: EventContext,
  attribution: EditAttribution = editAttribution('user'),
): AbsorbedEdits {
  const outside = edits.filter(edit => !touchesAny(comparison, edit));
  const outsideEdits = new Set(outside);
  const added = new LineShift(toChanges(outside), 'base');
  const pending = new LineShift(comparison.hunks, 'current');
  const baseEdits = outside.map(({ range, lines }) => ({
    range: shiftRange(range, -pending.before(range.start)),
    lines,
  }));
  const absorbed = {
    base: applyEdits(comparison.base, baseEdits),
    current: applyEdits(comparison.current, outside),
    hunks: comparison.hunks.map(hunk => shiftHunk(hunk, added.before(hunk.current.start))),
  };
  const touching = edits
    .filter(edit => !outsideEdits.has(edit))
    .map(({ range, lines }) => ({ range: shiftRange(range, added.before(range.start)), lines }));
  const merged = mergeAdjacentHunks(absorbed, context.revision);
  return {
    comparison: applyAttributedEdits(merged, attributeEdits(touching, attribution), context),
    baseEdits,
  };
}

const shiftHunk = (hunk: Hunk, by: number): Hunk =>
  by === 0
    ? hunk
    : { ...hunk, base: shiftRange(hunk.base, by), current: shiftRange(hunk.current, by) };

/** An adjacent edit does not touch a hunk, unless the hunk is a pure deletion: then its two sides cannot be told apart. */
function touchesAny(comparison: Comparison, { range }: LineEdit): boolean {
  return comparison.hunks.some(hunk =>
    isEmpty(hunk.current)
      ? overlapsOrTouches(hunk.current, range)
      : overlaps(hunk.current, range) || isAtOpenEnd(comparison, hunk, range.start),
  );
}

/** Nothing can be inserted after the hunk if the base has no line ending there. */
const isAtOpenEnd = ({ base }: Comparison, hunk: Hunk, line: number): boolean =>
  line === hunk.current.end && hunk.base.end === base.length && lacksFinalNewline(base);
