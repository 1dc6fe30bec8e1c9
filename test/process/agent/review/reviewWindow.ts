import path from 'node:path';
import type { TextEncodings } from '../../../../src/agent/files/textEncoding.ts';
import { BlobStore } from '../../../../src/agent/review/blobStore.ts';
import { ChangeTracker } from '../../../../src/agent/review/changeTracker.ts';
import { ReviewFiles } from '../../../../src/agent/review/reviewFiles.ts';
import { KeptFolders } from '../../../../src/agent/review/storage/keptFolders.ts';
import { ReviewJournal } from '../../../../src/agent/review/storage/reviewJournal.ts';
import { ReviewStorage } from '../../../../src/agent/review/storage/reviewStorage.ts';
import { PendingMarker } from '../../../../src/agent/review/storage/pendingMarker.ts';
import { WorkTrees } from '../../../../src/agent/review/workTrees.ts';
import { sameContent, type FileContent } from '../../../../src/core/review/file/fileSide.ts';
import type { ReviewAction } from '../../../../src/core/review/model/reviewAction.ts';
import { ReviewModel } from '../../../../src/core/review/model/reviewModel.ts';
import type { ReviewOutcome } from '../../../../src/core/review/model/reviewOutcome.ts';
import { editsBetween } from '../../../../src/core/diff/lineDiff.ts';
import { applyEdits } from '../../../../src/core/diff/lineEdit.ts';
import { joinLines } from '../../../../src/core/text/lines.ts';
import { tableEncodings } from '../../../fakes/tableEncodings.ts';
import { noEditorBuffers } from '../../../fakes/noEditorBuffers.ts';

/** The review of a window without open documents. */
export class ReviewWindow {
  readonly model = new ReviewModel();
  readonly tracker: ChangeTracker;
  readonly keeper: ReviewStorage;
  /** The files with unsaved edits. */
  readonly unsaved = new Set<string>();
  /** The folder up to which empty folders are removed. */
  root: string | undefined;
  readonly #files: ReviewFiles;

  /** `warn` receives the messages for the user. */
  constructor(
    storage: string,
    encodings: TextEncodings = tableEncodings(),
    warn: (text: string) => void = fail,
  ) {
    const logger = { info: () => {}, warn: fail, error: warn };
    const keptFolders = new KeptFolders(path.join(storage, 'keptFolders.json'), logger);
    this.#files = new ReviewFiles(
      encodings,
      new BlobStore(path.join(storage, 'blobs')),
      undefined,
      folder => keptFolders.has(folder),
    );
    this.tracker = new ChangeTracker({
      model: this.model,
      files: this.#files,
      buffers: {
        ...noEditorBuffers,
        isOpen: () => true,
        isBusy: file => this.unsaved.has(file),
        listUnsaved: () => [...this.unsaved],
      },
      trees: new WorkTrees(path.join(storage, 'snapshots'), logger),
      logger,
      comparer: { edits: editsBetween },
      originOf: (_, [turn]) => turn && { sessionId: turn.sessionId, turnId: String(turn.turn) },
    });
    this.keeper = new ReviewStorage({
      model: this.model,
      tracker: this.tracker,
      files: this.#files,
      keptFolders,
      logger,
      journal: new ReviewJournal(storage, logger),
      pendingMarker: new PendingMarker(path.join(storage, 'waiting'), logger),
    });
  }

  /** Rejects, or undoes a decision, as `ReviewController` does for files that are not open. */
  async carryOut(
    what: 'decision' | 'undo',
    act: (model: ReviewModel) => ReviewOutcome,
  ): Promise<void> {
    await this.tracker.runExclusive(async () => {
      for (const action of act(this.model).actions) {
        if (!(await this.#perform(action)) && 'path' in action) {
          this.model.dispatch({ kind: 'abandoned', what, path: action.path });
        }
      }
    });
  }

  dispose(): void {
    this.keeper.dispose();
    this.tracker.dispose();
  }

  /** Returns whether the action was performed. A file that is not as expected is left alone. */
  async #perform(action: ReviewAction): Promise<boolean> {
    switch (action.kind) {
      case 'replace': {
        const { path: file, edits, expected } = action;
        const content = { kind: 'text', text: joinLines(expected) } as const;
        const text = joinLines(applyEdits(expected, edits));
        return this.#ifStill(file, content, () => this.#files.write(file, { ...content, text }));
      }
      case 'write':
        return this.#ifStill(action.path, action.expected, () =>
          this.#files.write(action.path, action.content),
        );
      case 'delete':
        return this.#ifStill(action.path, action.expected, () =>
          this.#files.remove(action.path, this.root),
        );
      case 'rename':
        await this.#files.rename(action.from, action.to);
        await this.#files.removeEmptyParents(action.from, this.root);
        return true;
      case 'mode':
        throw new Error(`Not played here: ${action.kind}`);
    }
  }

  async #ifStill(file: string, expected: FileContent, act: () => Promise<void>): Promise<boolean> {
    const isStill = sameContent(await this.#files.read(file), expected);
    if (isStill) {
      await act();
    }
    return isStill;
  }
}

function fail(text: string): never {
  throw new Error(text);
}
