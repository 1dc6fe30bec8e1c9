import type { SessionChangedParams } from '../../core/chat/messages.ts';

/** As many patches as one frame takes in: about as many entries as can be drawn in it. Long text has its own measure: see `frameBudget`. */
const FRAME_PATCHES = 30;

/** What one frame takes of the changes that have come, in their order, and what it leaves for the next one. */
export function takeFrameBatch(changes: readonly SessionChangedParams[]): {
  readonly slice: readonly SessionChangedParams[];
  readonly rest: readonly SessionChangedParams[];
} {
  let room = FRAME_PATCHES;
  for (const [index, change] of changes.entries()) {
    const { patches } = change;
    if (patches.length > room) {
      const { state: _, ...unfinished } = change;
      return {
        slice: [...changes.slice(0, index), { ...unfinished, patches: patches.slice(0, room) }],
        rest: [{ ...change, patches: patches.slice(room) }, ...changes.slice(index + 1)],
      };
    }
    room -= patches.length;
  }
  return { slice: changes, rest: [] };
}

/** When more entries than this wait to be drawn, the oldest of them are passed over. */
const FLOOD_ENTRIES = 200;
/** So many stay. */
const KEPT_OF_FLOOD = 100;

/**
 * Changes whose entries would leave the page again before anybody has read them, and those that are to be drawn.
 * However many entries pour in, the page draws no more than these.
 */
export function takeSkippedChanges(changes: readonly SessionChangedParams[]): {
  readonly passed: readonly SessionChangedParams[];
  readonly rest: readonly SessionChangedParams[];
} {
  const added = changes.map(({ patches }) =>
    patches.flatMap(({ kind }, place) => (kind === 'added' ? [place] : [])),
  );
  const count = added.reduce((sum, places) => sum + places.length, 0);
  let left = count > FLOOD_ENTRIES ? count - KEPT_OF_FLOOD : 0;
  for (const [index, change] of changes.entries()) {
    const place = added[index]?.[left - 1];
    if (place !== undefined) {
      const { state: _, ...unfinished } = change;
      const [early, late] = [change.patches.slice(0, place + 1), change.patches.slice(place + 1)];
      return {
        passed: [...changes.slice(0, index), { ...unfinished, patches: early }],
        rest: [{ ...change, patches: late }, ...changes.slice(index + 1)],
      };
    }
    left -= added[index]?.length ?? 0;
  }
  return { passed: [], rest: changes };
}
