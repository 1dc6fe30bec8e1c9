import type { Event } from '../../core/event.ts';
import type { Disposable } from '../../core/lifetime.ts';

/** A thousand files may change at once: what draws all of them draws at most this often. */
const GATHER_MS = 25;
/** Drawing that takes long is done less often, and so in a flood; but never later than what the eye takes for at once. */
const PAUSE_PER_WORK = 4;
const FLOOD_VALUES = 10;
const GATHER_AT_MOST_MS = 80;

/** Hears an event at most once in a while, with everything that came in between. */
export function gathered<T>(event: Event<T>, hear: (values: readonly T[]) => void): Disposable {
  let values: T[] = [];
  let timer: NodeJS.Timeout | undefined;
  let pauseMs = GATHER_MS;
  const listening = event(value => {
    values.push(value);
    timer ??= setTimeout(() => {
      timer = undefined;
      const all = values;
      values = [];
      const startMs = performance.now();
      hear(all);
      const workMs = performance.now() - startMs;
      const wantedMs = all.length > FLOOD_VALUES ? GATHER_AT_MOST_MS : workMs * PAUSE_PER_WORK;
      pauseMs = Math.min(GATHER_AT_MOST_MS, Math.max(GATHER_MS, wantedMs));
    }, pauseMs);
  });
  return {
    dispose: () => {
      clearTimeout(timer);
      listening.dispose();
    },
  };
}
