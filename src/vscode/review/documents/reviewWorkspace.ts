import { join } from 'node:path';
import type * as vscode from 'vscode';
import type { Differ } from '../../../agent/diff/differ.ts';
import type { Logger } from '../../../core/logger.ts';
import { BlobStore } from '../../../agent/review/blobStore.ts';
import { ChangeTracker } from '../../../agent/review/changeTracker.ts';
import { ReviewFiles } from '../../../agent/review/reviewFiles.ts';
import { ReviewSessions } from '../../../agent/review/reviewSessions.ts';
import { WorkTrees } from '../../../agent/review/workTrees.ts';
import { DisposableStore } from '../../../core/disposableStore.ts';
import type { FileContent } from '../../../core/review/file/fileSide.ts';
import { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { roundTrip } from '../../roundTrip.ts';
import { editorEncodings } from '../../files/editorEncodings.ts';
import { DocumentTracker } from './documentTracker.ts';
import { getExactText, getOpenDocument } from './openDocument.ts';

/** The review model of this window, with everything that reads and writes the files it is about. */
export class ReviewWorkspace implements vscode.Disposable {
  readonly model = new ReviewModel();
  readonly sessions = new ReviewSessions();
  readonly folder: string;
  readonly logger: Logger;
  readonly differ: Differ;
  readonly blobs: BlobStore;
  readonly files: ReviewFiles;
  readonly documents: DocumentTracker;
  readonly trees: WorkTrees;
  readonly tracker: ChangeTracker;
  readonly #store = new DisposableStore();

  /** `folder` is where the review is kept on disk. */
  constructor(folder: string, differ: Differ, logger: Logger) {
    const { model } = this;
    this.folder = folder;
    this.logger = logger;
    this.differ = this.#store.add(differ);
    this.blobs = new BlobStore(join(folder, 'blobs'));
    this.files = new ReviewFiles(editorEncodings, this.blobs);
    this.documents = this.#store.add(new DocumentTracker(model, this.differ));
    this.trees = new WorkTrees(join(folder, 'snapshots'), logger);
    this.tracker = this.#store.add(
      new ChangeTracker({
        model,
        files: this.files,
        buffers: this.documents,
        trees: this.trees,
        logger,
        comparer: this.differ,
        originOf: (path, turns) => this.sessions.attribute(path, turns),
      }),
    );
    this.documents.onDidSave = path => void this.tracker.handleUserSave(path);
    this.documents.onDidRevert = path => void this.tracker.handleRevert(path);
  }

  /** Reads a file as the user sees it: unsaved text takes precedence over what is on disk. */
  async readVisible(path: string): Promise<FileContent> {
    const { files } = this;
    const content = await (this.model.getFile(path)
      ? files.read(path)
      : files.readDetectingEncoding(path));
    await roundTrip(); // VS Code may be about to report that the document is dirty.
    const document = getOpenDocument(path);
    return document?.isDirty && content.kind === 'text'
      ? { ...content, text: getExactText(document) }
      : content;
  }

  dispose(): void {
    this.#store.dispose();
  }
}
