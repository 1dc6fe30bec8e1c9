import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Sequencer } from '../../core/async/sequencer.ts';
import { ensurePrivateFolder } from '../disk/ensurePrivateFolder.ts';
import { getErrorMessage } from '../../core/errors.ts';
import type { Logger } from '../../core/logger.ts';

/** An empty file that exists while something waits for the user. A new window checks only for this file. */
export class PendingMarker {
  readonly #file: string;
  readonly #notes: Logger;
  #isSet: boolean | undefined;
  readonly #writes = new Sequencer();

  constructor(file: string, notes: Logger) {
    this.#file = file;
    this.#notes = notes;
  }

  set(waits: boolean): void {
    if (waits === this.#isSet) {
      return;
    }
    this.#isSet = waits;
    const write = () => (waits ? this.#put() : rm(this.#file, { force: true }));
    void this.#writes.queue(() =>
      write().catch((error: unknown) =>
        this.#notes.warn(`That changes wait could not be noted: ${getErrorMessage(error)}`),
      ),
    );
  }

  /** Resolves when the disk is up to date. */
  flush(): Promise<void> {
    return this.#writes.whenIdle();
  }

  async #put(): Promise<void> {
    await ensurePrivateFolder(path.dirname(this.#file));
    await writeFile(this.#file, '');
  }
}
