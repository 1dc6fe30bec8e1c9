import { randomUUID } from 'node:crypto';
import { open, readFile, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { errorCode } from '../../core/errorCode.ts';
import { isProcessRunning } from './isProcessRunning.ts';

/** Who holds a lock sets the time of its file again and again. */
const BEAT_MS = 2_000;
/**
 * So many looks at a file that stays the same tell that nobody holds it: its process number may be another program's by now.
 * Looks are counted and not minutes, since a machine may sleep for hours.
 */
const SILENT_LOOKS = 1_500;
/** A lock is made first and filled then. One that stays empty is of a process that was killed between the two. */
const EMPTY_LOOKS = 50;

/** What the locks say that this process holds: one with our number but not among them is of an earlier process. */
const held = new Set<string>();

/** Between processes: who makes the file has the lock. */
export class LockFile {
  readonly #file: string;
  readonly #token = `${process.pid} ${randomUUID()} ${hostname()}`;
  #seen = { stamp: '', looks: 0 };
  #clearing: LockFile | undefined;
  #beating: NodeJS.Timeout | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Tries once. To be asked again and again, at a slow pace, until it is ours. */
  async tryAcquire(): Promise<boolean> {
    if (await this.#isMade()) {
      held.add(this.#token);
      this.#beating = setInterval(() => void this.#beat(), BEAT_MS).unref();
      return true;
    }
    if (await this.#isLeft()) {
      await this.#clear();
    }
    return false;
  }

  async release(): Promise<void> {
    clearInterval(this.#beating);
    if (await this.#isOurs()) {
      await rm(this.#file, { force: true }).catch(() => {}); // It does not beat any more: others will see.
    }
    held.delete(this.#token);
  }

  /** Of a machine that slept between making and filling others may have thought that it was killed. */
  async #isMade(): Promise<boolean> {
    const file = await open(this.#file, 'wx').catch(onlyIfTaken);
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
    return this.#isOurs();
  }

  async #isOurs(): Promise<boolean> {
    return (await this.#text()) === this.#token;
  }

  async #beat(): Promise<void> {
    const now = new Date();
    await utimes(this.#file, now, now).catch(() => {}); // The next one may succeed.
  }

  /**
   * Who removes what was left holds a lock for that, and looks again: of two that find it at once, the second would
   * remove the lock that the first has made meanwhile.
   */
  async #clear(): Promise<void> {
    this.#clearing ??= new LockFile(`${this.#file}.clearing`);
    if (!(await this.#clearing.tryAcquire())) {
      return;
    }
    try {
      if (await this.#isLeft()) {
        await rm(this.#file, { force: true });
      }
    } finally {
      await this.#clearing.release();
    }
  }

  async #isLeft(): Promise<boolean> {
    const found = await stat(this.#file, { bigint: true }).catch(() => undefined);
    if (!found) {
      return false;
    }
    const text = await this.#text();
    const stamp = `${found.ino} ${found.mtimeNs} ${text}`;
    this.#seen = { stamp, looks: this.#seen.stamp === stamp ? this.#seen.looks + 1 : 1 };
    return this.#seen.looks > (text === '' ? EMPTY_LOOKS : SILENT_LOOKS) || isOfNobody(text);
  }

  #text(): Promise<string> {
    return readFile(this.#file, 'utf8').catch(() => '');
  }
}

/** Of other machines that share a folder nothing is known but their silence. */
function isOfNobody(token: string): boolean {
  const [pid, , host = hostname()] = token.split(' ');
  if (token === '' || host !== hostname()) {
    return false;
  }
  return Number(pid) === process.pid ? !held.has(token) : !isProcessRunning(Number(pid));
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
