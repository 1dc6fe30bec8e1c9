import { setTimeout as sleep } from 'node:timers/promises';
import { SequencerByKey } from '../../core/async/sequencerByKey.ts';
import { CancellationError, UserError } from '../../core/errors.ts';
import { LockFile } from './lockFile.ts';
import { localizable, t } from '../../core/l10n.ts';

const RETRY_MS = 40;
const WAIT_LIMIT_MS = 3 * 60 * 1000;

/** The tasks of this process, by lock file. */
const tasks = new SequencerByKey();

const SNAPSHOT_BUSY = localizable('Another window is taking a snapshot of this folder. Try again.');

/** Runs one task at a time: within this process by queueing, between processes (two windows) by a lock file. */
export class CrossProcessMutex {
  readonly #file: string;
  readonly #busy: string;

  /** `busy` is the message when another window does not release the lock in time. */
  constructor(file: string, busy: string = SNAPSHOT_BUSY) {
    this.#file = file;
    this.#busy = busy;
  }

  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return tasks.queue(this.#file, () => this.#locked(work, signal));
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
