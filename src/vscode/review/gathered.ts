import type { Event } from '../../core/event.ts';
import type { Disposable } from '../../core/lifetime.ts';

/** A thousand files may change at once: what draws all of them draws at most this often. */
const GATHER_MS = 25;

/** Hears an event at most once in a while, with everything that came in between. */
export function gathered<T>(event: Event<T>, hear: (values: readonly T[]) => void): Disposable {
  let values: T[] = [];
  let timer: NodeJS.Timeout | undefined;
  const listening = event(value => {
    values.push(value);
    timer ??= setTimeout(() => {
      timer = undefined;
      const all = values;
      values = [];
      hear(all);
    }, GATHER_MS);
  });
  return {
    dispose: () => {
      clearTimeout(timer);
      listening.dispose();
    },
  };
}
