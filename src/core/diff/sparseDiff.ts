import { shiftChange, type LineChange } from './lineChange.ts';
import { lineDiff } from './lineDiff.ts';
import type { Lines } from '../text/lines.ts';

/** How many lines around a difference are searched for the place where both texts agree again. */
const NEAR_LINES = 64;
/** How many lines must agree there: an empty line or a brace alone may be chance. */
const AGREEING_LINES = 3;

/**
 * The changed regions between two texts that differ in places, as a text and what an agent made of it do. It goes along both
 * at once and compares in full only what lies between where they part and where they meet again. Where they do not meet
 * soon, the rest is left to `lineDiff`.
 */
export function sparseDiff(base: Lines, current: Lines): readonly LineChange[] {
  const changes: LineChange[] = [];
  let at = skipped(base, current, { base: 0, current: 0 });
  while (at.base < base.length || at.current < current.length) {
    const meeting = meetingAfter(base, current, at) ?? {
      base: base.length,
      current: current.length,
    };
    const inner = lineDiff(
      base.slice(at.base, meeting.base),
      current.slice(at.current, meeting.current),
    );
    for (const change of inner) {
      changes.push(shiftChange(change, at.base, at.current));
    }
    at = skipped(base, current, meeting);
  }
  return changes;
}

/** A place in both texts. */
interface Place {
  readonly base: number;
  readonly current: number;
}

/** The first place from here on where the texts differ, or their ends. */
function skipped(base: Lines, current: Lines, from: Place): Place {
  let count = 0;
  while (
    from.base + count < base.length &&
    from.current + count < current.length &&
    base[from.base + count] === current[from.current + count]
  ) {
    count++;
  }
  return { base: from.base + count, current: from.current + count };
}

/** The nearest place behind a difference from which on the texts agree for some lines. */
function meetingAfter(base: Lines, current: Lines, from: Place): Place | undefined {
  for (let distance = 1; distance <= NEAR_LINES; distance++) {
    for (let inBase = 0; inBase <= distance; inBase++) {
      const place = { base: from.base + inBase, current: from.current + distance - inBase };
      if (agree(base, current, place)) {
        return place;
      }
    }
  }
  return undefined;
}

function agree(base: Lines, current: Lines, place: Place): boolean {
  for (let line = 0; line < AGREEING_LINES; line++) {
    const one = base[place.base + line];
    if (one === undefined || one !== current[place.current + line]) {
      return false;
    }
  }
  return true;
}
