import type { Event } from '../core/event.ts';
import type { Disposable } from '../core/disposableStore.ts';

/** The shortest time between two calls, since many files may change at once. */
const MIN_INTERVAL_MS = 25;
/** A slow listener is called less often, but still often enough to look immediate. */
const INTERVAL_PER_WORK = 4;
const MAX_INTERVAL_MS = 80;
/** During a flood of events, a thousand files for example, the listener is called in a pause, or at the latest after this time. */
const FLOOD_VALUES = 10;
const FLOOD_MAX_DELAY_MS = 200;

/** Calls the listener with all values since its last call: immediately after a pause, and otherwise at intervals. */
export function accumulateEvent<T>(
  event: Event<T>,
  listener: (values: readonly T[]) => void,
): Disposable {
  let values: T[] = [];
  let firstMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let intervalMs = MIN_INTERVAL_MS;
  let nextCallMs = 0;
  const flush = (): void => {
    timer = undefined;
    const all = values;
    values = [];
    const startMs = performance.now();
    listener(all);
    const endMs = performance.now();
    const workMs = endMs - startMs;
    intervalMs = Math.min(MAX_INTERVAL_MS, Math.max(MIN_INTERVAL_MS, workMs * INTERVAL_PER_WORK));
    nextCallMs = endMs + intervalMs;
  };
  const subscription = event(value => {
    values.push(value);
    if (!timer) {
      firstMs = performance.now();
      timer = setTimeout(flush, Math.max(0, nextCallMs - firstMs));
    } else if (
      values.length > FLOOD_VALUES &&
      performance.now() - firstMs < FLOOD_MAX_DELAY_MS - intervalMs
    ) {
      clearTimeout(timer);
      timer = setTimeout(flush, intervalMs);
    }
  });
  return {
    dispose: () => {
      clearTimeout(timer);
      subscription.dispose();
    },
  };
}
