import type { Event } from '../core/event.ts';
import type { Disposable } from '../core/disposableStore.ts';

/** Many files may change at once: what draws all of them draws at most this often. */
const GATHER_MS = 25;
/** Drawing that takes long is done less often, but never later than what the eye takes for at once. */
const PAUSE_PER_WORK = 4;
const GATHER_AT_MOST_MS = 80;
/** In a flood, such as a thousand files, nothing is drawn before there is a pause; but no later than this. */
const FLOOD_VALUES = 10;
const FLOOD_AT_MOST_MS = 200;

/** Hears an event at once after a rest, and else at most once in a while, with everything that came in between. */
export function accumulateEvent<T>(
  event: Event<T>,
  hear: (values: readonly T[]) => void,
): Disposable {
  let values: T[] = [];
  let firstMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let pauseMs = GATHER_MS;
  let restedMs = 0;
  const tell = (): void => {
    timer = undefined;
    const all = values;
    values = [];
    const startMs = performance.now();
    hear(all);
    const endMs = performance.now();
    const workMs = endMs - startMs;
    pauseMs = Math.min(GATHER_AT_MOST_MS, Math.max(GATHER_MS, workMs * PAUSE_PER_WORK));
    restedMs = endMs + pauseMs;
  };
  const listening = event(value => {
    values.push(value);
    if (!timer) {
      firstMs = performance.now();
      timer = setTimeout(tell, Math.max(0, restedMs - firstMs));
    } else if (
      values.length > FLOOD_VALUES &&
      performance.now() - firstMs < FLOOD_AT_MOST_MS - pauseMs
    ) {
      clearTimeout(timer);
      timer = setTimeout(tell, pauseMs);
    }
  });
  return {
    dispose: () => {
      clearTimeout(timer);
      listening.dispose();
    },
  };
}
