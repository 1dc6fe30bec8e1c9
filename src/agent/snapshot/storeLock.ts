import { readFile, rm, stat, writeFile } from 'node:fs/promises';
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
    try {
      await writeFile(this.#file, String(process.pid), { flag: 'wx' });
      return true;
    } catch {
      if (await this.#isAbandoned()) {
        await rm(this.#file, { force: true });
      }
      return false;
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

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
