import { randomUUID } from 'node:crypto';
import { open, readFile, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { errorCode } from '../../core/errorCode.ts';
import { isProcessRunning } from './isProcessRunning.ts';

/** The holder of a lock updates the time stamp of the file at this interval. */
const HEARTBEAT_MS = 2_000;
/**
 * After this many checks of an unchanged file nobody holds the lock: the process id may belong to another program by
 * now. Checks are counted instead of time, since a machine may sleep for hours.
 */
const STALE_CHECKS = 1_500;
/**
 * A lock file is created first and filled afterwards. A file that stays empty belongs to a process that was killed in
 * between.
 */
const EMPTY_CHECKS = 50;

/**
 * The tokens of the locks that this process holds. A lock with our process id but another token is of an earlier
 * process.
 */
const heldTokens = new Set<string>();

/** A lock between processes: the one that creates the file has the lock. */
export class LockFile {
  readonly #file: string;
  readonly #token = `${process.pid} ${randomUUID()} ${hostname()}`;
  #lastSeen = { stamp: '', checks: 0 };
  #removalLock: LockFile | undefined;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Tries once. Callers poll until it succeeds. */
  async tryAcquire(): Promise<boolean> {
    const wasHeld = heldTokens.has(this.#token);
    heldTokens.add(this.#token); // Before others of this process can read it from the file, and take the lock for abandoned.
    let isAcquired = false;
    try {
      isAcquired = await this.#create();
    } finally {
      if (!isAcquired && !wasHeld) {
        heldTokens.delete(this.#token);
      }
    }
    if (isAcquired) {
      this.#heartbeat = setInterval(() => void this.#touch(), HEARTBEAT_MS).unref();
      return true;
    }
    if (await this.#isAbandoned()) {
      await this.#removeAbandoned();
    }
    return false;
  }

  async release(): Promise<void> {
    clearInterval(this.#heartbeat);
    if (await this.#isHeld()) {
      await rm(this.#file, { force: true }).catch(() => {}); // The time stamp is not updated any more, so others will notice.
    }
    heldTokens.delete(this.#token);
  }

  /** After creating an empty file the machine may have slept, and others may have taken the lock for abandoned. */
  async #create(): Promise<boolean> {
    const file = await open(this.#file, 'wx').catch(ignoreIfTaken);
    if (!file) {
      return false;
    }
    try {
      await file.writeFile(this.#token);
    } catch (error) {
      await rm(this.#file, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    return this.#isHeld();
  }

  async #isHeld(): Promise<boolean> {
    return (await this.#readToken()) === this.#token;
  }

  async #touch(): Promise<void> {
    const now = new Date();
    await utimes(this.#file, now, now).catch(() => {}); // The next update may succeed.
  }

  /**
   * Removes an abandoned lock while holding another lock for that, and checks again: of two processes that find it at
   * the same time, the second would remove the lock that the first has just created.
   */
  async #removeAbandoned(): Promise<void> {
    this.#removalLock ??= new LockFile(`${this.#file}.clearing`);
    if (!(await this.#removalLock.tryAcquire())) {
      return;
    }
    try {
      if (await this.#isAbandoned()) {
        await rm(this.#file, { force: true });
      }
    } finally {
      await this.#removalLock.release();
    }
  }

  async #isAbandoned(): Promise<boolean> {
    const found = await stat(this.#file, { bigint: true }).catch(() => undefined);
    if (!found) {
      return false;
    }
    const text = await this.#readToken();
    const stamp = `${found.ino} ${found.mtimeNs} ${text}`;
    this.#lastSeen = {
      stamp,
      checks: this.#lastSeen.stamp === stamp ? this.#lastSeen.checks + 1 : 1,
    };
    return (
      this.#lastSeen.checks > (text === '' ? EMPTY_CHECKS : STALE_CHECKS) || isHolderGone(text)
    );
  }

  #readToken(): Promise<string> {
    return readFile(this.#file, 'utf8').catch(() => '');
  }
}

/** Processes on other machines that share a folder cannot be checked. */
function isHolderGone(token: string): boolean {
  const [pid, , host = hostname()] = token.split(' ');
  if (token === '' || host !== hostname()) {
    return false;
  }
  return Number(pid) === process.pid ? !heldTokens.has(token) : !isProcessRunning(Number(pid));
}

/** Waiting is pointless where the file cannot be created at all: the disk is full, or the folder is gone. */
function ignoreIfTaken(error: unknown): undefined {
  if (!TAKEN.has(errorCode(error) ?? '')) {
    throw error;
  }
}

/** On Windows a file that is just being deleted cannot be opened. */
const TAKEN: ReadonlySet<string> = new Set(
  process.platform === 'win32' ? ['EEXIST', 'EPERM', 'EACCES', 'EBUSY'] : ['EEXIST'],
);
