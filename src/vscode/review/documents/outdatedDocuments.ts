import type { ReviewFiles } from '../../../agent/review/reviewFiles.ts';
import type { Disposable } from '../../../core/disposableStore.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { joinLines } from '../../../core/text/lines.ts';
import { DelayerByKey } from './delayerByKey.ts';
import type { DocumentTracker } from './documentTracker.ts';
import { getOpenDocument } from './openDocument.ts';

/** How long VS Code gets to load what an agent has written. */
const LOAD_MS = 1_000;
const ATTEMPTS = 3;

/**
 * Makes VS Code load a file again whose document shows an old text. VS Code reads the modification time of a file after it has saved
 * it. It takes what an agent wrote in between for its own write, and the next save would overwrite it without a warning.
 */
export class OutdatedDocuments implements Disposable {
  readonly #model: ReviewModel;
  readonly #documents: DocumentTracker;
  readonly #files: ReviewFiles;
  /** How often a file was tried. */
  readonly #attempts = new Map<string, number>();
  readonly #checks = new DelayerByKey(LOAD_MS, path => this.#check(path));
  readonly #listener: Disposable;

  constructor(model: ReviewModel, documents: DocumentTracker, files: ReviewFiles) {
    this.#model = model;
    this.#documents = documents;
    this.#files = files;
    this.#listener = model.onDidChange(({ changed }) =>
      changed.filter(path => this.#isOutdated(path)).forEach(path => this.#checks.schedule(path)),
    );
  }

  dispose(): void {
    this.#listener.dispose();
    this.#checks.dispose();
  }

  #isOutdated(path: string): boolean {
    return (
      getOpenDocument(path) !== undefined &&
      !this.#documents.isBusy(path) &&
      !this.#documents.isInSync(path)
    );
  }

  async #check(path: string): Promise<void> {
    const attempts = this.#attempts.get(path) ?? 0;
    this.#attempts.delete(path);
    const onDisk = this.#isOutdated(path) ? await this.#files.read(path) : undefined;
    const known = this.#model.getFile(path)?.current;
    const isKnown = onDisk?.kind === 'text' && known && onDisk.text === joinLines(known.lines);
    if (isKnown && attempts < ATTEMPTS && this.#isOutdated(path)) {
      await this.#files.touch(path).catch(() => {}); // The file is gone, or not ours to change.
      this.#attempts.set(path, attempts + 1);
      this.#checks.schedule(path);
    }
  }
}
