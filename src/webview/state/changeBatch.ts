import type { SessionChangedParams } from '../../core/chat/messages.ts';

/**
 * The number of patches per frame: about as many entries as can be rendered in it. The time for long text is limited by
 * `frameBudget`.
 */
const FRAME_PATCHES = 30;

/** The changes to apply in this frame, in order, and those left for the next one. */
export function takeFrameBatch(changes: readonly SessionChangedParams[]): {
  readonly batch: readonly SessionChangedParams[];
  readonly rest: readonly SessionChangedParams[];
} {
  let left = FRAME_PATCHES;
  for (const [index, change] of changes.entries()) {
    const { patches } = change;
    if (patches.length > left) {
      const { state: _, ...unfinished } = change;
      return {
        batch: [...changes.slice(0, index), { ...unfinished, patches: patches.slice(0, left) }],
        rest: [{ ...change, patches: patches.slice(left) }, ...changes.slice(index + 1)],
      };
    }
    left -= patches.length;
  }
  return { batch: changes, rest: [] };
}

/** When more entries than this are waiting to be rendered, the oldest of them are skipped. */
const MAX_WAITING_ENTRIES = 200;
/** The number of entries that are not skipped. */
const KEPT_ENTRIES = 100;

/**
 * The changes whose entries would leave the page before anybody could read them, and those to render. This limits the
 * rendering work however many entries arrive.
 */
export function takeSkippedChanges(changes: readonly SessionChangedParams[]): {
  readonly skipped: readonly SessionChangedParams[];
  readonly rest: readonly SessionChangedParams[];
} {
  const added = changes.map(({ patches }) =>
    patches.flatMap(({ kind }, at) => (kind === 'added' ? [at] : [])),
  );
  const count = added.reduce((sum, positions) => sum + positions.length, 0);
  let left = count > MAX_WAITING_ENTRIES ? count - KEPT_ENTRIES : 0;
  for (const [index, change] of changes.entries()) {
    const lastSkipped = added[index]?.[left - 1];
    if (lastSkipped !== undefined) {
      const { state: _, ...unfinished } = change;
      const [early, late] = [
        change.patches.slice(0, lastSkipped + 1),
        change.patches.slice(lastSkipped + 1),
      ];
      return {
        skipped: [...changes.slice(0, index), { ...unfinished, patches: early }],
        rest: [{ ...change, patches: late }, ...changes.slice(index + 1)],
      };
    }
    left -= added[index]?.length ?? 0;
  }
  return { skipped: [], rest: changes };
}
