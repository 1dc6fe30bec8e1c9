import { applyEdits, toChanges, type LineEdit } from '../../diff/lineEdit.ts';
import { isEmpty, overlapsOrTouches, overlaps, shiftRange } from '../../text/lineRange.ts';
import { LineShift } from '../../diff/lineShift.ts';
import { lacksFinalNewline } from '../../text/lines.ts';
import { mergeAdjacentHunks, type Comparison } from './comparison.ts';
import type { EditAttribution } from './createHunks.ts';
import type { Hunk, EventContext } from './hunk.ts';
import { applyAttributedEdits } from './applyAttributedEdits.ts';

/** The user's edits, and what became of the two texts. */
export interface AbsorbedEdits {
  readonly compared: Comparison;
  /** The edits made to the base as well. */
  readonly baseEdits: readonly LineEdit[];
}

/**
 * The user edits the current text. What touches no hunk is made in the base as well, so that the user's own work never
 * shows up as the agent's. What touches a hunk joins that hunk.
 */
export function absorbEdits(
  compared: Comparison,
  edits: readonly LineEdit[],
  stamp: EventContext,
  mark: EditAttribution = USER,
): AbsorbedEdits {
  const own = edits.filter(edit => !touchesAny(compared, edit));
  const mine = new Set(own);
  const added = new LineShift(toChanges(own), 'base');
  const pending = new LineShift(compared.hunks, 'current');
  const baseEdits = own.map(({ range, lines }) => ({
    range: shiftRange(range, -pending.before(range.start)),
    lines,
  }));
  const absorbed = {
    base: applyEdits(compared.base, baseEdits),
    current: applyEdits(compared.current, own),
    hunks: compared.hunks.map(hunk => pushed(hunk, added.before(hunk.current.start))),
  };
  const joining = edits
    .filter(edit => !mine.has(edit))
    .map(({ range, lines }) => ({
      range: shiftRange(range, added.before(range.start)),
      lines,
      mark,
    }));
  return {
    compared: applyAttributedEdits(mergeAdjacentHunks(absorbed, stamp.revision), joining, stamp),
    baseEdits,
  };
}

const USER: EditAttribution = { by: 'user', origins: [], id: null, wrote: null, whole: false };

const pushed = (hunk: Hunk, by: number): Hunk =>
  by === 0
    ? hunk
    : { ...hunk, base: shiftRange(hunk.base, by), current: shiftRange(hunk.current, by) };

/** Standing beside a hunk is no touch, except beside one that only deletes: there is no telling the sides apart. */
function touchesAny(compared: Comparison, { range }: LineEdit): boolean {
  return compared.hunks.some(hunk =>
    isEmpty(hunk.current)
      ? overlapsOrTouches(hunk.current, range)
      : overlaps(hunk.current, range) || standsAtOpenEnd(compared, hunk, range.start),
  );
}

/** Nothing can be put behind the hunk if the base has no line ending there. */
const standsAtOpenEnd = ({ base }: Comparison, hunk: Hunk, line: number): boolean =>
  line === hunk.current.end && hunk.base.end === base.length && lacksFinalNewline(base);
