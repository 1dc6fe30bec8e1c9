import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Differ } from '../../../agent/diff/differ.ts';
import type { Logger } from '../../../core/logger.ts';
import type { EditorBuffers } from '../../../agent/review/unsaved/editorBuffers.ts';
import { BlobStore } from '../../../agent/review/blobStore.ts';
import { ChangeTracker } from '../../../agent/review/changeTracker.ts';
import { ReviewFiles } from '../../../agent/review/reviewFiles.ts';
import { KeptFolders } from '../../../agent/review/storage/keptFolders.ts';
import { ReviewModelWriter } from '../../../agent/review/reviewModelWriter.ts';
import { ReviewSessions } from '../../../agent/review/reviewSessions.ts';
import { SessionProcesses } from '../../../agent/review/sessionProcesses.ts';
import { UnsavedFileStore } from '../../../agent/review/unsaved/unsavedFileStore.ts';
import { WorkTrees } from '../../../agent/review/workTrees.ts';
import { DisposableStore } from '../../../core/disposableStore.ts';
import type { FileContent } from '../../../core/review/file/fileSide.ts';
import type { Origin } from '../../../core/review/file/hunk.ts';
import { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { roundTrip } from '../../roundTrip.ts';
import { editorEncodings } from '../../files/editorEncodings.ts';
import { SavedTexts } from '../../files/savedTexts.ts';
import { DirtyDocuments } from './dirtyDocuments.ts';
import { DocumentTracker } from './documentTracker.ts';
import { getExactText, getOpenDocument } from './openDocument.ts';
import { OutdatedDocuments } from './outdatedDocuments.ts';
import { UnsavedMerger } from './unsavedMerger.ts';
import { UnsavedSaves } from './unsavedSaves.ts';
import { UnsavedWrites } from './unsavedWrites.ts';

/** The review model of this window, with everything that reads and writes the files it is about. */
export class ReviewWorkspace implements vscode.Disposable {
  readonly model = new ReviewModel();
  readonly sessions = new ReviewSessions();
  readonly folder: string;
  readonly logger: Logger;
  readonly differ: Differ;
  readonly blobs: BlobStore;
  readonly files: ReviewFiles;
  readonly keptFolders: KeptFolders;
  readonly documents: DocumentTracker;
  readonly savedTexts: SavedTexts;
  readonly unsavedWrites: UnsavedWrites;
  readonly unsavedMerger: UnsavedMerger;
  readonly trees: WorkTrees;
  readonly tracker: ChangeTracker;
  readonly #store = new DisposableStore();
  readonly #dirty = this.#store.add(new DirtyDocuments());

  /** `folder` is where the review is kept on disk. */
  constructor(folder: string, differ: Differ, logger: Logger) {
    const { model } = this;
    this.folder = folder;
    this.logger = logger;
    this.differ = this.#store.add(differ);
    this.blobs = new BlobStore(join(folder, 'blobs'));
    this.keptFolders = new KeptFolders(join(folder, 'keptFolders.json'), logger);
    const isKept = (parent: string): Promise<boolean> => this.keptFolders.has(parent);
    this.files = new ReviewFiles(editorEncodings, this.blobs, getRoot, isKept);
    this.savedTexts = this.#store.add(new SavedTexts());
    this.documents = this.#store.add(new DocumentTracker(model, this.differ, this.savedTexts));
    this.#store.add(new OutdatedDocuments(model, this.documents, this.files));
    this.trees = new WorkTrees(join(folder, 'snapshots'), logger);
    const unsavedFiles = new UnsavedFileStore(join(folder, 'unsaved'), logger);
    this.unsavedWrites = this.#store.add(new UnsavedWrites(unsavedFiles, this.savedTexts));
    this.unsavedMerger = new UnsavedMerger({
      documents: this.documents,
      files: this.files,
      writer: new ReviewModelWriter(model, this.differ),
      savedTexts: this.savedTexts,
      writes: this.unsavedWrites,
      readBaseline: path => this.#readBaseline(path),
    });
    this.tracker = this.#store.add(
      new ChangeTracker({
        model,
        files: this.files,
        buffers: this.#createBuffers(),
        unsaved: this.unsavedMerger,
        trees: this.trees,
        logger,
        comparer: this.differ,
        originOf: (path, turns) => this.sessions.attribute(path, turns),
        processes: new SessionProcesses(sessionId => this.sessions.find(sessionId)),
      }),
    );
    this.#connect();
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

  #createBuffers(): EditorBuffers {
    const { documents, unsavedWrites } = this;
    return {
      isOpen: path => documents.isOpen(path),
      isBusy: path => documents.isBusy(path) || unsavedWrites.isAwaited(path),
      endAgentWrite: path => documents.endAgentWrite(path),
      editCount: path => documents.editCount(path),
      hasShown: (path, text) => documents.hasShown(path, text),
      listUnsaved: () =>
        [...this.#dirty.paths, ...documents.saving.all].filter(path => !unsavedWrites.get(path)),
    };
  }

  #connect(): void {
    const { documents, tracker, logger, unsavedWrites: writes, unsavedMerger: merger } = this;
    const getOrigin = (path: string): Origin | undefined => tracker.getRunningOrigin(path);
    const saves = this.#store.add(
      new UnsavedSaves({ documents, merger, writes, getOrigin, logger }),
    );
    documents.getRunningOrigin = getOrigin;
    documents.onDidSave = (path, text) => void tracker.handleUserSave(path, text);
    this.#store.add(this.#dirty.onDidChange(() => tracker.handleUnsavedChange()));
    documents.onDidRevert = path => void tracker.handleRevert(path);
    saves.onDidDiscard = path => void tracker.handleRevert(path);
    writes.isInReview = ({ uri }) =>
      this.model.getFile(uri.fsPath) !== undefined && documents.isInSync(uri.fsPath);
    writes.onDidRestore = path => {
      const origin = writes.get(path)?.origin;
      documents.scheduleSync(path);
      void tracker.runExclusive(async () => origin && merger.merge(path, { origin }));
      void tracker.handleRevert(path);
    };
  }

  async #readBaseline(path: string): Promise<FileContent | undefined> {
    const bytes = await (await this.trees.findContaining(path))?.readBaseline(path);
    return bytes && this.files.toContent(path, bytes);
  }
}

const getRoot = (file: string): string | undefined =>
  vscode.workspace.getWorkspaceFolder(vscode.Uri.file(file))?.uri.fsPath;
