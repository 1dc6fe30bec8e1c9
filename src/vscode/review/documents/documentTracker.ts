import * as vscode from 'vscode';
import type { EditorBuffers } from '../../../agent/review/unsaved/editorBuffers.ts';
import type { TextComparer } from '../../../agent/review/reviewModelWriter.ts';
import type { Documents } from '../../../agent/files/documents.ts';
import { findRevertedHunk } from '../../../core/review/rejections/findRevertedHunk.ts';
import type { UndoableAction } from '../../../core/review/rejections/editorUndoTracker.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import type { HunkRef, Origin } from '../../../core/review/file/hunk.ts';
import type { ReviewedFile } from '../../../core/review/file/reviewedFile.ts';
import { applyEdits, type LineEdit } from '../../../core/diff/lineEdit.ts';
import { joinLines, splitLines } from '../../../core/text/lines.ts';
import { toLineEdits } from '../../../core/diff/toLineEdits.ts';
import { roundTrip } from '../../roundTrip.ts';
import type { SavedTexts } from '../../files/savedTexts.ts';
import { AgentWrites } from './agentWrites.ts';
import { DocumentHistory } from './documentHistory.ts';
import { DocumentReloads } from './documentReloads.ts';
import { DelayerByKey } from './delayerByKey.ts';
import { PathsInProgress } from './pathsInProgress.ts';
import { getOpenDocument, getExactText } from './openDocument.ts';
import { SyncedLines } from './syncedLines.ts';
import { toTextEdit } from './toTextEdit.ts';

/** Edits that follow each other within this time are compared together. */
const SYNC_DELAY_MS = 100;
/** A save or a rename that has not ended after this time has failed. */
const SAVE_LIMIT_MS = 10_000;
const RENAME_LIMIT_MS = 60_000;

/** Watches the open documents and records in the review model what the user types, but not what others write into them. */
export class DocumentTracker implements Omit<EditorBuffers, 'listUnsaved'>, vscode.Disposable {
  readonly #model: ReviewModel;
  readonly #comparer: TextComparer;
  readonly #savedTexts: SavedTexts;
  /** How many tasks of ours are writing to a document. */
  readonly #suspensions = new Map<string, number>();
  /** Files that are being saved. */
  readonly saving = new PathsInProgress(SAVE_LIMIT_MS);
  /** Files that the user renames. The old path can be gone from disk before VS Code reports the new one. */
  readonly renaming = new PathsInProgress(RENAME_LIMIT_MS);
  readonly #agentWrites = new AgentWrites(path => this.scheduleSync(path));
  readonly #reloads: DocumentReloads;
  readonly #editCounts = new Map<string, number>();
  /** The version of a dirty document of which the review model has the text. */
  readonly #syncedVersions = new Map<string, number>();
  readonly #syncs = new DelayerByKey(SYNC_DELAY_MS, path => this.#sync(path));
  readonly history: DocumentHistory;
  readonly #syncedLines = new SyncedLines();
  readonly #listeners: readonly vscode.Disposable[];
  /** Called when the user has saved a file, with the saved text if it is a text document. */
  onDidSave: (path: string, text?: string) => void = () => {};
  /** Called when a document is as it is on disk, after a revert for example. */
  onDidRevert: (path: string) => void = () => {};
  /** The agents whose change in a file would be found now. */
  getRunningOrigin: (path: string) => Origin | undefined = () => undefined;

  constructor(model: ReviewModel, comparer: TextComparer, savedTexts: SavedTexts) {
    this.#model = model;
    this.#comparer = comparer;
    this.#savedTexts = savedTexts;
    this.history = new DocumentHistory(model);
    this.#reloads = new DocumentReloads(model, savedTexts);
    this.#listeners = [
      vscode.workspace.onDidChangeTextDocument(event => this.#handleChange(event)),
      vscode.workspace.onWillSaveTextDocument(({ document }) => this.#handleWillSave(document)),
      vscode.workspace.onDidSaveTextDocument(document => this.#handleDidSave(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#syncedVersions.delete(uri.fsPath);
        this.history.handleClose(uri.fsPath);
        this.#reloads.forget(uri.fsPath);
      }),
      vscode.workspace.onWillRenameFiles(({ files }) =>
        files.forEach(({ oldUri }) => this.renaming.begin(oldUri.fsPath)),
      ),
      vscode.workspace.onDidRenameFiles(({ files }) =>
        files.forEach(({ oldUri }) => this.renaming.end(oldUri.fsPath)),
      ),
      vscode.workspace.onWillSaveNotebookDocument(({ notebook }) => this.#handleWillSave(notebook)),
      vscode.workspace.onDidSaveNotebookDocument(({ uri }) => this.#handleDidSaveNotebook(uri)),
    ];
  }

  isOpen(path: string): boolean {
    return getOpenDocument(path) !== undefined;
  }

  isBusy(path: string): boolean {
    return this.isBeingWritten(path) || getOpenDocument(path)?.isDirty === true;
  }

  /** Whether a file is being saved or renamed, or its document edited by us. */
  isBeingWritten(path: string): boolean {
    const inProgress = [this.saving, this.renaming, this.#agentWrites];
    return this.isSuspended(path) || inProgress.some(paths => paths.includes(path));
  }

  /** Whether a document is being edited by us. */
  isSuspended(path: string): boolean {
    return this.#suspensions.has(path);
  }

  editCount(path: string): number {
    return this.#editCounts.get(path) ?? 0;
  }

  hasShown(path: string, text: string): boolean {
    const document = getOpenDocument(path);
    const isIdle =
      !this.#suspensions.has(path) &&
      ![this.saving, this.#agentWrites].some(paths => paths.includes(path));
    const isRecorded = this.#model.getFile(path) !== undefined && this.isInSync(path);
    return (
      document !== undefined && isIdle && !isRecorded && this.#savedTexts.hasLoaded(document, text)
    );
  }

  /** Runs a task during which changes of the document are not the user's. */
  async suspendWhile<T>(path: string, task: () => Promise<T>): Promise<T> {
    this.#suspensions.set(path, (this.#suspensions.get(path) ?? 0) + 1);
    try {
      return await task();
    } finally {
      const left = (this.#suspensions.get(path) ?? 1) - 1;
      if (left > 0) {
        this.#suspensions.set(path, left);
      } else {
        this.#suspensions.delete(path);
      }
      this.scheduleSync(path);
    }
  }

  /** Wraps documents, so that what is written through them is not taken for the user's edits. */
  trackAgentWrites(documents: Documents): Documents {
    return {
      read: path => documents.read(path),
      write: (location, change) =>
        this.#agentWrites.run(location.shown, () =>
          this.suspendWhile(location.shown, () => documents.write(location, change)),
        ),
    };
  }

  endAgentWrite(path: string): void {
    this.#agentWrites.end(path);
  }

  /** Remembers the text before a decision or its undo. When the editor's undo restores that text, the decision is undone too. */
  rememberTextBefore(path: string, textBefore: string, what: UndoableAction): void {
    this.history.rememberTextBefore(path, textBefore, what);
  }

  /** The document shows what the review model has, so they need not be compared. */
  markSynced(path: string): void {
    const document = getOpenDocument(path);
    const lines = this.#model.getFile(path)?.current.lines;
    if (document && lines) {
      this.#syncedLines.set(document, lines);
    }
  }

  /** Records what the user has typed in a document. Returns whether the review model has its text then. */
  async syncDocument(document: vscode.TextDocument): Promise<boolean> {
    const path = document.uri.fsPath;
    return (
      !this.#model.getFile(path) ||
      this.isInSync(path) ||
      ((await this.#applyUndoAndCompare(path, document)) && this.isInSync(path))
    );
  }

  /** Resolves when the review model has what the documents show. A decision before that could affect other lines. */
  async whenSynced(): Promise<void> {
    const unsynced = this.#syncs.keys.find(path => !this.isInSync(path));
    if (unsynced !== undefined) {
      await this.#syncs.whenDone(unsynced);
      await this.whenSynced();
    }
  }

  dispose(): void {
    vscode.Disposable.from(...this.#listeners).dispose();
    this.saving.dispose();
    this.renaming.dispose();
    this.#agentWrites.dispose();
    this.#syncs.dispose();
  }

  /** Whether the review model has what a document shows, or does not have the file at all. */
  isInSync(path: string): boolean {
    const document = getOpenDocument(path);
    const file = this.#model.getFile(path);
    return !document || !file || this.#syncedLines.has(document, file.current.lines);
  }

  #handleChange(event: vscode.TextDocumentChangeEvent): void {
    const { document, contentChanges, reason } = event;
    const path = document.uri.fsPath;
    if (document.uri.scheme !== 'file') {
      return;
    }
    const isRevert = this.#reloads.isRevert(event);
    this.#reloads.handleChange(event, { isOurs: this.#suspensions.has(path) });
    const file = this.#model.getFile(path);
    if (!file && !document.isDirty) {
      this.scheduleSync(path); // An agent may have written to the file while the document had edits that are reverted now.
    }
    if (contentChanges.length === 0) {
      return;
    }
    this.#editCounts.set(path, this.editCount(path) + 1);
    if (file) {
      this.history.handleChange(file, event, { isRevert });
    }
    if (!file || this.#suspensions.has(path)) {
      return;
    }
    const isNext = this.#syncedVersions.get(path) === document.version - 1 && document.isDirty;
    if (!isNext || reason !== undefined) {
      this.#syncedVersions.delete(path);
      this.scheduleSync(path);
      return;
    }
    this.#recordTyping(file, document, contentChanges);
    this.#syncedVersions.set(path, document.version);
  }

  #recordTyping(
    file: ReviewedFile,
    document: vscode.TextDocument,
    changes: readonly vscode.TextDocumentContentChangeEvent[],
  ): void {
    const { lines } = file.current;
    const hasByteOrderMark = lines[0]?.startsWith('\uFEFF') ?? false;
    const edits = changes.map(change => toTextEdit(change, document.eol, hasByteOrderMark));
    this.#recordEdits(file, toLineEdits(lines, edits));
  }

  /**
   * An edit that restores the base of a hunk is a rejection, and so is an undo that does it to several; any other is the user's own
   * change.
   */
  #recordEdits(file: ReviewedFile, edits: readonly LineEdit[], isUndo = false): void {
    const { lines } = file.current;
    const isOne = isUndo || edits.length === 1;
    const rejected = isOne ? edits.flatMap(edit => findRevertedHunk(file, [edit]) ?? []) : [];
    if (rejected.length > 0 && rejected.length === edits.length) {
      this.#reject(file, rejected);
    } else if (!isUndo || !this.history.restore(file, applyEdits(lines, edits), { isUndo })) {
      this.#model.recordUserEdits(file.current.path, edits);
    }
  }

  #reject(file: ReviewedFile, hunks: readonly HunkRef[]): void {
    this.rememberTextBefore(file.current.path, joinLines(file.current.lines), 'decision');
    this.#model.reject({ kind: 'hunks', hunks }); // The editor has already applied it.
  }

  /** Compares a document with the review model, after a delay. */
  scheduleSync(path: string): void {
    this.#syncs.schedule(path);
  }

  /** Compares the whole document with the review model, as soon as it is known whether it is dirty. */
  async #sync(path: string): Promise<void> {
    await roundTrip();
    const document = getOpenDocument(path);
    if (this.#suspensions.has(path)) {
      return;
    }
    if (!document?.isDirty) {
      this.history.applyRevert(path, document, this.isInSync(path));
      this.onDidRevert(path);
      return;
    }
    if (!this.#model.getFile(path)) {
      return;
    }
    const { version } = document;
    if (await this.#applyUndoAndCompare(path, document)) {
      this.#syncedVersions.set(path, version);
    } else {
      this.scheduleSync(path); // The document or the model changed meanwhile.
    }
  }

  /** Applies an undo, then compares the rest. Returns false if something changed meanwhile. */
  async #applyUndoAndCompare(path: string, document: vscode.TextDocument): Promise<boolean> {
    this.#reloads.record(path, document, this.getRunningOrigin(path));
    const isUndo = this.history.applyUndo(path, document, this.isInSync(path));
    const text = getExactText(document);
    const isRecorded = await this.#compareAndRecord(path, document, { text, isUndo });
    if (isUndo && !isRecorded) {
      this.history.markUndone(path); // The next comparison finds what the undo has brought back.
    }
    return isRecorded;
  }

  /** Records the differences. Returns false if the document or the model changed meanwhile. */
  async #compareAndRecord(
    path: string,
    document: vscode.TextDocument,
    { text, isUndo }: { readonly text: string; readonly isUndo: boolean },
  ): Promise<boolean> {
    const { version } = document;
    const file = this.#model.getFile(path);
    const form = file?.current.form;
    if (!file || form?.kind !== 'text') {
      const mode = form?.kind === 'binary' && form.mode !== undefined ? { mode: form.mode } : {};
      this.#model.recordUserWrite(path, { kind: 'text', text, ...mode });
      return true;
    }
    const result = this.#comparer.edits(file.current.lines, splitLines(text));
    const edits = result instanceof Promise ? await result : result;
    if (document.version !== version || this.#model.getFile(path)?.current !== file.current) {
      return false;
    }
    this.#recordEdits(file, edits, isUndo);
    return true;
  }

  #handleWillSave({ uri }: Pick<vscode.TextDocument, 'uri'>): void {
    if (uri.scheme === 'file' && !this.#suspensions.has(uri.fsPath)) {
      this.saving.begin(uri.fsPath);
    }
  }

  #handleDidSave(document: vscode.TextDocument): void {
    const { uri } = document;
    const path = uri.fsPath;
    this.saving.end(path);
    this.#syncedVersions.delete(path);
    if (uri.scheme === 'file' && this.#suspensions.has(path)) {
      this.#savedTexts.setLoaded(document);
    } else if (uri.scheme === 'file') {
      if (this.#syncs.has(path) && this.#model.getFile(path)) {
        void this.#applyUndoAndCompare(path, document); // The last edits may have been a rejection, or the undo of one.
      }
      this.#handleUserSave(path, getExactText(document));
    }
  }

  /** Cells are documents of their own and are not tracked: only the file of the notebook counts. */
  #handleDidSaveNotebook({ scheme, fsPath }: vscode.Uri): void {
    this.saving.end(fsPath);
    if (scheme === 'file' && !this.#suspensions.has(fsPath)) {
      this.#handleUserSave(fsPath);
    }
  }

  #handleUserSave(path: string, text?: string): void {
    this.#editCounts.set(path, this.editCount(path) + 1);
    this.onDidSave(path, text);
  }
}
