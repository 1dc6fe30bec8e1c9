import type { Disposable } from '../../../core/disposableStore.ts';

interface Scheduled {
  readonly timer: NodeJS.Timeout;
  readonly done: Promise<void>;
  readonly end: (() => void) | undefined;
}

/** Runs a task for a key after a delay. Scheduling it again for the same key restarts the delay. */
export class DelayerByKey implements Disposable {
  readonly #delayMs: number;
  readonly #task: (key: string) => Promise<void>;
  readonly #scheduled = new Map<string, Scheduled>();

  constructor(delayMs: number, task: (key: string) => Promise<void>) {
    this.#delayMs = delayMs;
    this.#task = task;
  }

  /** The keys whose task has not ended. */
  get keys(): readonly string[] {
    return [...this.#scheduled.keys()];
  }

  has(key: string): boolean {
    return this.#scheduled.has(key);
  }

  schedule(key: string): void {
    const earlier = this.#scheduled.get(key);
    clearTimeout(earlier?.timer);
    let end: (() => void) | undefined;
    const done = new Promise<void>(resolve => {
      end = resolve;
    });
    const timer = setTimeout(() => {
      void this.#task(key).finally(() => {
        if (this.#scheduled.get(key)?.timer === timer) {
          this.#scheduled.delete(key);
        }
        end?.();
      });
    }, this.#delayMs);
    this.#scheduled.set(key, { timer, done, end });
    earlier?.end?.();
  }

  /** Resolves when the task has ended or was scheduled again. */
  async whenDone(key: string): Promise<void> {
    await this.#scheduled.get(key)?.done;
  }

  dispose(): void {
    this.#scheduled.forEach(({ timer, end }) => {
      clearTimeout(timer);
      end?.();
    });
  }
}
