import { lstat, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { Sequencer } from '../../../core/async/sequencer.ts';
import { getErrorMessage } from '../../../core/errors.ts';
import type { Logger } from '../../../core/logger.ts';
import type { ReviewEvent } from '../../../core/review/model/reviewEvent.ts';
import { ensurePrivateFolder } from '../../disk/ensurePrivateFolder.ts';
import { writeFileAtomic } from '../../disk/writeFileAtomic.ts';

/** Times of files are taken from a clock that may be a little behind. */
const CLOCK_SLACK_MS = 20;
/** The oldest folders are forgotten. */
const FOLDERS_LIMIT = 1_000;

const keptFoldersSchema = z.object({
  startedMs: z.number(),
  folders: z.array(z.tuple([z.string(), z.number()])),
});

/**
 * The folders that were there, and empty, before agents created files in them. They stay when these files are rejected.
 * Snapshots do not contain empty folders, but folders and files know when they were created.
 */
export class KeptFolders {
  readonly #file: string;
  readonly #logger: Logger;
  readonly #tasks = new Sequencer();
  /** The folders, with the time at which each was created. */
  #folders = new Map<string, number>();
  #checked = new Set<string>();
  #startedMs = 0;

  constructor(file: string, logger: Logger) {
    this.#file = file;
    this.#logger = logger;
  }

  async load(): Promise<void> {
    const text = await readFile(this.#file, 'utf8').catch(() => undefined);
    try {
      const found = keptFoldersSchema.parse(JSON.parse(text ?? '{"startedMs":0,"folders":[]}'));
      this.#startedMs = found.startedMs;
      this.#folders = new Map(found.folders);
    } catch (error) {
      this.#logger.warn(`Folders to keep: ${getErrorMessage(error)}`);
    }
  }

  /** What exists now was not created by the turns that follow. */
  handleTurnStart(): void {
    this.#startedMs = Date.now() - CLOCK_SLACK_MS;
    this.#checked = new Set();
    this.#queue(() => this.#save());
  }

  handleEvent(event: ReviewEvent): void {
    if (event.kind !== 'changed' || event.author.kind !== 'agent') {
      return;
    }
    if (event.change.kind === 'renamed') {
      this.#check(event.change.path);
    } else if (event.before?.kind === 'absent') {
      this.#check(event.path);
    }
  }

  async has(folder: string): Promise<boolean> {
    await this.#tasks.whenIdle();
    const createdMs = this.#folders.get(folder);
    return createdMs !== undefined && createdMs === (await getCreatedMs(folder));
  }

  /** Resolves when everything is on disk. */
  flush(): Promise<void> {
    return this.#tasks.whenIdle();
  }

  #check(file: string): void {
    const folder = path.dirname(file);
    if (this.#startedMs > 0 && !this.#checked.has(folder)) {
      this.#checked.add(folder);
      this.#queue(() => this.#checkFolder(folder));
    }
  }

  /** Looks for the folder that the others were created in. */
  async #checkFolder(folder: string): Promise<void> {
    const createdMs = await getCreatedMs(folder);
    const parent = path.dirname(folder);
    if (createdMs === undefined || createdMs === 0) {
      return; // It is gone, or the disk does not record the time.
    }
    if (createdMs >= this.#startedMs) {
      return parent === folder ? undefined : this.#checkFolder(parent);
    }
    if (!this.#folders.has(folder) && (await this.#isAllNew(folder))) {
      this.#folders = new Map(
        [...this.#folders, [folder, createdMs] as const].slice(-FOLDERS_LIMIT),
      );
      await this.#save();
    }
  }

  async #isAllNew(folder: string): Promise<boolean> {
    for (const name of await readdir(folder)) {
      const createdMs = (await getCreatedMs(path.join(folder, name))) ?? Infinity;
      if (createdMs < this.#startedMs) {
        return false;
      }
    }
    return true;
  }

  async #save(): Promise<void> {
    await ensurePrivateFolder(path.dirname(this.#file));
    const content = { startedMs: this.#startedMs, folders: [...this.#folders] };
    await writeFileAtomic(this.#file, JSON.stringify(content));
  }

  #queue(task: () => Promise<void>): void {
    void this.#tasks.queue(() =>
      task().catch((error: unknown) =>
        this.#logger.warn(`Folders to keep: ${getErrorMessage(error)}`),
      ),
    );
  }
}

async function getCreatedMs(file: string): Promise<number | undefined> {
  return (await lstat(file).catch(() => undefined))?.birthtimeMs;
}
