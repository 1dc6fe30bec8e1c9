import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { privateFolder } from '../files/privateFolder.ts';
import { messageOf } from '../../core/errors.ts';
import type { Log } from '../ports.ts';

/** An empty file that is there while something waits for the user: a window that starts needs no other look. */
export class WaitingMark {
  readonly #file: string;
  readonly #notes: Log;
  #isSet: boolean | undefined;
  #queue: Promise<void> = Promise.resolve();

  constructor(file: string, notes: Log) {
    this.#file = file;
    this.#notes = notes;
  }

  /** Puts the file there, or takes it away. */
  set(waits: boolean): void {
    if (waits === this.#isSet) {
      return;
    }
    this.#isSet = waits;
    this.#queue = this.#queue
      .then(() => (waits ? this.#put() : rm(this.#file, { force: true })))
      .catch((error: unknown) =>
        this.#notes.warn(`That changes wait could not be noted: ${messageOf(error)}`),
      );
  }

  /** Settles when the disk says the same. */
  flush(): Promise<void> {
    return this.#queue;
  }

  async #put(): Promise<void> {
    await privateFolder(path.dirname(this.#file));
    await writeFile(this.#file, '');
  }
}
