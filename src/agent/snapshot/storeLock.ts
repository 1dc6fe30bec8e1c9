import { open, readFile, rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cancelled, UserError } from '../../core/errors.ts';
import { errorCode } from './errorCode.ts';
import { said, t } from '../../core/words.ts';

const RETRY_MS = 40;
const WAIT_LIMIT_MS = 2 * 60 * 1000;
const STALE_MS = 15 * 60 * 1000;
/** A lock is made first and filled then. One that stays empty is of a process that was killed between the two. */
const EMPTY_MS = 2_000;

/** The lock files that this process holds: one with our number but not among them is of an earlier process. */
const held = new Set<string>();
/** Who is the last to wait in this process, file by file. */
const last = new Map<string, Promise<unknown>>();

const SNAPSHOT_BUSY = said('Another window is busy with a snapshot of this folder. Try again.');

/** One at a time: within this process by queueing, between processes (two windows) by a file. */
export class StoreLock {
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
    const until = Date.now() + WAIT_LIMIT_MS;
    while (!(await this.#acquire())) {
      if (signal?.aborted) {
        throw new Cancelled();
      }
      if (Date.now() > until) {
        throw new UserError(t(this.#busy));
      }
      await sleep(RETRY_MS);
    }
    held.add(this.#file);
    try {
      return await work();
    } finally {
      held.delete(this.#file);
      await rm(this.#file, { force: true });
    }
  }

  async #acquire(): Promise<boolean> {
    const file = await open(this.#file, 'wx').catch(onlyIfTaken);
    if (!file) {
      if (await this.#isAbandoned()) {
        await rm(this.#file, { force: true });
      }
      return false;
    }
    try {
      await file.writeFile(String(process.pid));
      return true;
    } catch (error) {
      await rm(this.#file, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  }

  async #isAbandoned(): Promise<boolean> {
    const [text, found] = await Promise.all([
      readFile(this.#file, 'utf8').catch(() => ''),
      stat(this.#file).catch(() => undefined),
    ]);
    const ageMs = found ? Date.now() - found.mtimeMs : 0;
    const pid = Number(text);
    const isOurs = pid === process.pid && held.has(this.#file);
    const isOthers = pid !== process.pid && isRunning(pid);
    const isLeft = text === '' ? ageMs > EMPTY_MS : !isOurs && !isOthers;
    return ageMs > STALE_MS || isLeft;
  }
}

/** On a full disk, or in a folder that is gone, nobody holds it, and to wait is of no use. */
function onlyIfTaken(error: unknown): undefined {
  if (!TAKEN.has(errorCode(error) ?? '')) {
    throw error;
  }
}

/** On Windows a file that is just being deleted is refused. */
const TAKEN: ReadonlySet<string> = new Set(
  process.platform === 'win32' ? ['EEXIST', 'EPERM', 'EACCES', 'EBUSY'] : ['EEXIST'],
);

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
