import { applyEdits, changesOf, type LineEdit } from '../text/lineEdit.ts';
import { isEmpty, meets, overlaps, shifted } from '../text/lineRange.ts';
import { LineShift } from '../text/lineShift.ts';
import { endsOpen } from '../text/lines.ts';
import { coalesced, type Compared } from './compared.ts';
import type { EditMark } from './dress.ts';
import type { Hunk, Stamp } from './hunk.ts';
import { joinEdits } from './joinEdits.ts';

/** The user's edits, and what became of the two texts. */
export interface UserEdited {
  readonly compared: Compared;
  /** The edits made to the base as well. */
  readonly baseEdits: readonly LineEdit[];
}

/**
 * The user edits the current text. What touches no hunk is made in the base as well, so that the user's own work never
 * shows up as the agent's. What touches a hunk joins that hunk.
 */
export function absorbEdits(
  compared: Compared,
  edits: readonly LineEdit[],
  stamp: Stamp,
  mark: EditMark = USER,
): UserEdited {
  const own = edits.filter(edit => !touchesAny(compared, edit));
  const mine = new Set(own);
  const added = new LineShift(changesOf(own), 'base');
  const pending = new LineShift(compared.hunks, 'current');
  const baseEdits = own.map(({ range, lines }) => ({
    range: shifted(range, -pending.before(range.start)),
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
      range: shifted(range, added.before(range.start)),
      lines,
      mark,
    }));
  return { compared: joinEdits(coalesced(absorbed, stamp.revision), joining, stamp), baseEdits };
}

const USER: EditMark = { by: 'user', origins: [], id: null, wrote: null, whole: false };

const pushed = (hunk: Hunk, by: number): Hunk =>
  by === 0 ? hunk : { ...hunk, base: shifted(hunk.base, by), current: shifted(hunk.current, by) };

/** Standing beside a hunk is no touch, except beside one that only deletes: there is no telling the sides apart. */
function touchesAny(compared: Compared, { range }: LineEdit): boolean {
  return compared.hunks.some(hunk =>
    isEmpty(hunk.current)
      ? meets(hunk.current, range)
      : overlaps(hunk.current, range) || standsAtOpenEnd(compared, hunk, range.start),
  );
}

/** Nothing can be put behind the hunk if the base has no line ending there. */
const standsAtOpenEnd = ({ base }: Compared, hunk: Hunk, line: number): boolean =>
  line === hunk.current.end && hunk.base.end === base.length && endsOpen(base);
