import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { OWNER_ONLY_MODE } from '../disk/ensurePrivateFolder.ts';

/**
 * Says which window writes the review of a workspace: the last one that has read it. VS Code gives two windows on one folder a
 * storage each, as a rule; but it may take one that stands still for dead.
 */
export class JournalOwner {
  readonly #file: string;
  /** Tells our file from any other. */
  #stamp: string | undefined;

  constructor(folder: string) {
    this.#file = path.join(folder, 'owner');
  }

  /** From now on it is us. */
  acquire(): void {
    const draft = `${this.#file}.${randomUUID()}`;
    try {
      mkdirSync(path.dirname(this.#file), { recursive: true, mode: OWNER_ONLY_MODE });
      writeFileSync(draft, String(process.pid));
      renameSync(draft, this.#file);
    } finally {
      this.#stamp = stampOf(this.#file); // On a full disk it is the old one.
    }
  }

  /** Asked before each writing: where nobody is the owner, we are. */
  isOwner(): boolean {
    const stamp = stampOf(this.#file);
    if (stamp === undefined) {
      this.acquire();
      return true;
    }
    return this.#stamp === stamp;
  }
}

/** Which file it is, and when it was written: a name can be taken over by another, and a number given again. */
function stampOf(file: string): string | undefined {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.ino} ${stats.mtimeNs}`;
}
