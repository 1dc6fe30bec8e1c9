import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Sequencer } from '../../../core/async/sequencer.ts';
import { ensurePrivateFolder } from '../../disk/ensurePrivateFolder.ts';
import { getErrorMessage } from '../../../core/errors.ts';
import type { Logger } from '../../../core/logger.ts';

/** An empty file that exists while something waits for the user. A new window checks only for this file. */
export class PendingMarker {
  readonly #file: string;
  readonly #logger: Logger;
  #isPending: boolean | undefined;
  readonly #writes = new Sequencer();

  constructor(file: string, logger: Logger) {
    this.#file = file;
    this.#logger = logger;
  }

  set(isPending: boolean): void {
    if (isPending === this.#isPending) {
      return;
    }
    this.#isPending = isPending;
    const write = () => (isPending ? this.#create() : rm(this.#file, { force: true }));
    void this.#writes.queue(() =>
      write().catch((error: unknown) =>
        this.#logger.warn(`That changes wait could not be noted: ${getErrorMessage(error)}`),
      ),
    );
  }

  /** Resolves when the disk is up to date. */
  flush(): Promise<void> {
    return this.#writes.whenIdle();
  }

  async #create(): Promise<void> {
    await ensurePrivateFolder(path.dirname(this.#file));
    await writeFile(this.#file, '');
  }
}
