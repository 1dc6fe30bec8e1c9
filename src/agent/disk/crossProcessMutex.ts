import { setTimeout as sleep } from 'node:timers/promises';
import { CancellationError, UserError } from '../../core/errors.ts';
import { LockFile } from './lockFile.ts';
import { localizable, t } from '../../core/l10n.ts';

const RETRY_MS = 40;
const WAIT_LIMIT_MS = 3 * 60 * 1000;

/** Who is the last to wait in this process, file by file. */
const last = new Map<string, Promise<unknown>>();

const SNAPSHOT_BUSY = localizable(
  'Another window is busy with a snapshot of this folder. Try again.',
);

/** One at a time: within this process by queueing, between processes (two windows) by a file. */
export class CrossProcessMutex {
  readonly #file: string;
  readonly #busy: string;

  /** `busy` is said when another window does not come to an end. */
  constructor(file: string, busy: string = SNAPSHOT_BUSY) {
    this.#file = file;
    this.#busy = busy;
  }

  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const before = last.get(this.#file) ?? Promise.resolve();
    const result = before.then(() => this.#locked(work, signal));
    const settled = result
      .catch(() => undefined)
      .finally(() => {
        if (last.get(this.#file) === settled) {
          last.delete(this.#file);
        }
      });
    last.set(this.#file, settled);
    return result;
  }

  async #locked<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const lock = new LockFile(this.#file);
    const until = Date.now() + WAIT_LIMIT_MS;
    while (!(await lock.tryAcquire())) {
      if (signal?.aborted) {
        throw new CancellationError();
      }
      if (Date.now() > until) {
        throw new UserError(t(this.#busy));
      }
      await sleep(RETRY_MS);
    }
    try {
      return await work();
    } finally {
      await lock.release();
    }
  }
}
