import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A window that is reloaded may still be writing its last words: the new one waits for them, but not for ever. */
const WAIT_MS = 3_000;
const LOOK_MS = 25;

/** Says which window writes in a folder. When a window takes over, the one before stops writing. */
export class FolderOwnership {
  readonly #path: string;
  readonly #mine = `${process.pid} ${randomUUID()}`;
  /** Tells our file from any other, once it has been read. */
  #stamp: string | undefined;

  constructor(folder: string) {
    this.#path = join(folder, 'owner');
  }

  /** Takes the folder over, as soon as the one before has left it or has had time enough. */
  async acquire(): Promise<void> {
    for (
      let waitedMs = 0;
      waitedMs < WAIT_MS && isAlive(await this.#owner());
      waitedMs += LOOK_MS
    ) {
      await delay(LOOK_MS);
    }
    const draft = `${this.#path}.${process.pid}`;
    await writeFile(draft, this.#mine, { mode: 0o600 });
    await rename(draft, this.#path);
  }

  /** Asked before each writing. A file that was ours, and is still the same one, need not be read again. */
  async isOwner(): Promise<boolean> {
    const stamp = await stampOf(this.#path);
    if (stamp === undefined || stamp !== this.#stamp) {
      this.#stamp = (await this.#owner()) === this.#mine ? stamp : undefined;
    }
    return this.#stamp !== undefined;
  }

  async release(): Promise<void> {
    if (await this.isOwner()) {
      await rm(this.#path, { force: true });
    }
  }

  #owner(): Promise<string> {
    return readFile(this.#path, 'utf8').catch(() => '');
  }
}

/** Which file it is, and when it was written: a name can be taken over by another, and a number given again. */
async function stampOf(path: string): Promise<string | undefined> {
  try {
    const { ino, mtimeNs } = await stat(path, { bigint: true });
    return `${ino} ${mtimeNs}`;
  } catch {
    return undefined; // Nobody has it.
  }
}

/** Whether the window that wrote this still runs. */
function isAlive(owner: string): boolean {
  const pid = Number.parseInt(owner, 10);
  if (!(pid > 0) || pid === process.pid) {
    return false; // A window does not wait for itself.
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
