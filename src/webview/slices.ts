import type { SessionChange } from '../core/chat/messages.ts';
import type { Patch } from '../core/session/transcript.ts';

/** As much text as one frame takes in: all of it is parsed, which is quick, and no more than its end is drawn. */
const FRAME_CHARS = 80_000;
/** As many entries as can be drawn in one frame. */
const FRAME_PATCHES = 30;

/** What one frame takes of the changes that have come, in their order, and what it leaves for the next one. */
export function firstSlice(changes: readonly SessionChange[]): {
  readonly slice: readonly SessionChange[];
  readonly rest: readonly SessionChange[];
} {
  const slice: SessionChange[] = [];
  let room = 1;
  for (const [index, change] of changes.entries()) {
    const { patches, later } = firstPatches(change.patches, room);
    room -= patches.reduce((sum, patch) => sum + weightOf(patch), 0);
    if (later.length > 0) {
      const { state: _, ...unfinished } = change;
      return {
        slice: [...slice, { ...unfinished, patches }],
        rest: [{ ...change, patches: later }, ...changes.slice(index + 1)],
      };
    }
    slice.push(change);
  }
  return { slice, rest: [] };
}

/** When more entries than this wait to be drawn, the oldest of them are passed over. */
const FLOOD_ENTRIES = 200;
/** So many stay. */
const KEPT_OF_FLOOD = 100;

/**
 * Changes whose entries would leave the page again before anybody has read them, and those that are to be drawn.
 * However many entries pour in, the page draws no more than these.
 */
export function overtaken(changes: readonly SessionChange[]): {
  readonly passed: readonly SessionChange[];
  readonly rest: readonly SessionChange[];
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

function firstPatches(
  patches: readonly Patch[],
  frame: number,
): { readonly patches: readonly Patch[]; readonly later: readonly Patch[] } {
  let room = frame;
  for (const [index, patch] of patches.entries()) {
    const weight = weightOf(patch);
    if (weight > room) {
      const [first, second] = split(patch, room);
      return {
        patches: [...patches.slice(0, index), ...first],
        later: [...second, ...patches.slice(index + 1)],
      };
    }
    room -= weight;
  }
  return { patches, later: [] };
}

/** The part of a frame that it takes. */
const weightOf = (patch: Patch): number =>
  1 / FRAME_PATCHES + (patch.kind === 'grew' ? patch.text.length / FRAME_CHARS : 0);

/** Text is cut, where a line ends if it can be; anything else waits for the next frame as a whole. */
function split(patch: Patch, room: number): readonly [readonly Patch[], readonly Patch[]] {
  const chars = Math.floor((room - 1 / FRAME_PATCHES) * FRAME_CHARS);
  if (patch.kind !== 'grew' || chars <= 0) {
    return [[], [patch]];
  }
  const line = patch.text.lastIndexOf('\n', chars - 1) + 1;
  const isPair = /[\uD800-\uDBFF]/.test(patch.text.charAt(chars - 1));
  const at = line > 0 ? line : isPair ? chars - 1 : chars;
  return [
    [{ ...patch, text: patch.text.slice(0, at) }],
    [{ ...patch, text: patch.text.slice(at) }],
  ];
}
