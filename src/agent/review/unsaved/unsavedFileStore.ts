import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { SequencerByKey } from '../../../core/async/sequencerByKey.ts';
import { getErrorMessage } from '../../../core/errors.ts';
import { parseJson } from '../../../core/json.ts';
import type { Logger } from '../../../core/logger.ts';
import type { Origin } from '../../../core/review/file/hunk.ts';
import { originSchema } from '../../../core/review/model/reviewEventSchema.ts';
import { ensurePrivateFolder } from '../../disk/ensurePrivateFolder.ts';
import { writeFileAtomic } from '../../disk/writeFileAtomic.ts';

/** A file with unsaved edits in the editor, as the next window needs it. */
export interface UnsavedFile {
  readonly path: string;
  /** The text that the unsaved text and the disk last had in common. */
  readonly common: string;
  /** What an agent wrote to disk since the unsaved edits began. It is merged into the unsaved text. */
  readonly agentWrite?: StoredDirtyFileWrite | undefined;
}

/** An agent's write to a file with unsaved edits. */
export interface StoredDirtyFileWrite {
  readonly origin: Origin;
  /** The text on disk before it, on which the unsaved edits are based. */
  readonly original: string;
  /** What the user had agreed to of that text, if something was pending in it. */
  readonly agreed?: string | undefined;
}

const unsavedFile = z.object({
  path: z.string(),
  common: z.string(),
  agentWrite: z
    .object({ origin: originSchema, original: z.string(), agreed: z.string().optional() })
    .optional(),
});

/** Keeps on disk what is known about files with unsaved edits, one file each. VS Code keeps the unsaved text itself. */
export class UnsavedFileStore {
  readonly #folder: string;
  readonly #logger: Logger;
  readonly #writes = new SequencerByKey();
  readonly #pending = new Set<Promise<void>>();

  constructor(folder: string, logger: Logger) {
    this.#folder = folder;
    this.#logger = logger;
  }

  /** Files that cannot be read are skipped: the snapshot of the turn takes their place. */
  async load(): Promise<readonly UnsavedFile[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const texts = await Promise.all(
      names
        .filter(name => name.endsWith('.json'))
        .map(name => readFile(path.join(this.#folder, name), 'utf8').catch(() => '')),
    );
    return texts.flatMap(text => parse(text) ?? []);
  }

  set(file: UnsavedFile): void {
    this.#queue(file.path, async target => {
      await ensurePrivateFolder(this.#folder);
      await writeFileAtomic(target, JSON.stringify(file));
    });
  }

  delete(file: string): void {
    this.#queue(file, target => rm(target, { force: true }));
  }

  /** Resolves when everything is on disk. */
  async flush(): Promise<void> {
    await Promise.all(this.#pending);
  }

  #queue(file: string, task: (target: string) => Promise<void>): void {
    const name = `${createHash('sha256').update(file).digest('hex')}.json`;
    const done = this.#writes
      .queue(file, () => task(path.join(this.#folder, name)))
      .catch((error: unknown) =>
        this.#logger.warn(`Unsaved edits of ${file}: ${getErrorMessage(error)}`),
      )
      .finally(() => this.#pending.delete(done));
    this.#pending.add(done);
  }
}

const parse = (text: string): UnsavedFile | undefined =>
  unsavedFile.safeParse(parseJson(text)).data;
