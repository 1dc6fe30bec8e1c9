import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { OWNER_ONLY_MODE } from './ensurePrivateFolder.ts';
import { isProcessRunning } from './isProcessRunning.ts';
import { writeFileAtomicSync } from './writeFileAtomic.ts';

/** A window that is being reloaded may still be writing. The new one waits for it, but not forever. */
const WAIT_LIMIT_MS = 3_000;
const POLL_MS = 25;

/**
 * Tells which window writes to a folder: the last one that acquired it. As a rule VS Code gives two windows on one
 * workspace different storage folders, but it may consider a window dead that has only hung for a while.
 *
 * The methods are synchronous where a caller checks the ownership right before a synchronous write.
 */
export class FolderOwnership {
  readonly #file: string;
  readonly #token = `${process.pid} ${randomUUID()}`;
  /** Identifies the file that says that the folder is ours. */
  #stamp: string | undefined;

  constructor(folder: string) {
    this.#file = path.join(folder, 'owner');
  }

  /** Waits until the previous owner has released the folder or its process has ended, up to a time limit. */
  async whenReleased(): Promise<void> {
    for (let waitedMs = 0; waitedMs < WAIT_LIMIT_MS; waitedMs += POLL_MS) {
      if (!isOtherWindowRunning(this.#readOwner())) {
        return;
      }
      await delay(POLL_MS);
    }
  }

  /** Takes the folder over. The previous owner notices before its next write. */
  acquire(): void {
    mkdirSync(path.dirname(this.#file), { recursive: true, mode: OWNER_ONLY_MODE });
    writeFileAtomicSync(this.#file, this.#token, { mode: 0o600 });
  }

  /** Treats the current owner as us, after `acquire` failed because nothing can be written. */
  assume(): void {
    this.#stamp = this.#readStamp();
  }

  /** Who owns the folder now. The file is read only if it is not the one that was seen before. */
  get owner(): 'us' | 'other' | 'nobody' {
    const stamp = this.#readStamp();
    if (stamp === undefined) {
      return 'nobody';
    }
    if (stamp !== this.#stamp && this.#readOwner() === this.#token) {
      this.#stamp = stamp;
    }
    return stamp === this.#stamp ? 'us' : 'other';
  }

  /** Leaves the folder to the next window. */
  release(): void {
    if (this.owner === 'us') {
      rmSync(this.#file, { force: true });
    }
  }

  #readOwner(): string {
    try {
      return readFileSync(this.#file, 'utf8');
    } catch {
      return ''; // Nobody owns the folder.
    }
  }

  /**
   * A path can be taken by another file, and an inode number can be reused, but hardly both with the same time stamp.
   */
  #readStamp(): string | undefined {
    const stats = statSync(this.#file, { bigint: true, throwIfNoEntry: false });
    return stats && `${stats.ino} ${stats.mtimeNs}`;
  }
}

function isOtherWindowRunning(owner: string): boolean {
  const pid = Number.parseInt(owner, 10);
  return pid > 0 && pid !== process.pid && isProcessRunning(pid);
}
