import * as vscode from 'vscode';
import type { EditorBuffers } from '../../../agent/review/fileReconciler.ts';
import type { TextComparer } from '../../../agent/review/reviewModelWriter.ts';
import type { Documents } from '../../../agent/files/documents.ts';
import { findRevertedHunk } from '../../../core/review/rejections/findRevertedHunk.ts';
import {
  EditorUndoTracker,
  type UndoableAction,
} from '../../../core/review/rejections/editorUndoTracker.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import type { ReviewedFile } from '../../../core/review/file/reviewedFile.ts';
import type { LineEdit } from '../../../core/diff/lineEdit.ts';
import { joinLines, splitLines } from '../../../core/text/lines.ts';
import { normalizeText } from '../../../core/text/normalizeText.ts';
import { toLineEdits } from '../../../core/diff/toLineEdits.ts';
import { roundTrip } from '../../roundTrip.ts';
import { PathsInProgress } from './pathsInProgress.ts';
import { getOpenDocument, getExactText, getTextLength } from './openDocument.ts';
import { SyncedLines } from './syncedLines.ts';
import { toTextEdit } from './toTextEdit.ts';

/** Edits that come this close together are compared together. */
const SETTLING_MS = 100;
/** A save, or a renaming, that has not ended by then has failed. */
const SAVING_MS = 10_000;
const RENAMING_MS = 60_000;

/** A text, and what the first keys have made of it; a longer one is not remembered. */
const TAKEN_TEXTS = 3;
const TAKEN_LIMIT_CHARS = 2_000_000;

/** A document that is about to be compared with the ledger. */
interface Comparing {
  readonly timer: NodeJS.Timeout;
  readonly done: Promise<void>;
  readonly end: (() => void) | undefined;
}

/** Watches the open documents: what the user types is told to the ledger, what others put there is not. */
export class DocumentTracker implements EditorBuffers, vscode.Disposable {
  readonly #log: ReviewModel;
  readonly #comparer: TextComparer;
  readonly #marks = new Map<string, number>();
  readonly #saving = new PathsInProgress(SAVING_MS);
  /** What the user gives another name: its old place may be empty before VS Code tells of the new one. */
  readonly #renaming = new PathsInProgress(RENAMING_MS);
  readonly #touches = new Map<string, number>();
  /** The version of a document, unsaved, at which the ledger had its text. */
  readonly #synced = new Map<string, number>();
  readonly #comparing = new Map<string, Comparing>();
  readonly #reversals = new EditorUndoTracker();
  /** Where the editor's undo or redo was at work since the ledger was told. */
  readonly #undone = new Set<string>();
  /** The last texts that documents have taken over from the disk, or from agents. */
  readonly #taken = new Map<string, readonly string[]>();
  readonly #shown = new SyncedLines();
  readonly #listening: readonly vscode.Disposable[];
  /** The user saved this file. */
  onDidSave: (path: string) => void = () => {};
  /** The document shows what is on disk. */
  onDidRevert: (path: string) => void = () => {};

  constructor(log: ReviewModel, comparer: TextComparer) {
    this.#log = log;
    this.#comparer = comparer;
    this.#listening = [
      vscode.workspace.onDidChangeTextDocument(event => this.#changed(event)),
      vscode.workspace.onWillSaveTextDocument(({ document }) => this.#willSave(document)),
      vscode.workspace.onDidSaveTextDocument(document => this.#didSave(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#synced.delete(uri.fsPath);
        this.#taken.delete(uri.fsPath);
        this.#reversals.forget(uri.fsPath);
      }),
      vscode.workspace.onWillRenameFiles(({ files }) =>
        files.forEach(({ oldUri }) => this.#renaming.begin(oldUri.fsPath)),
      ),
      vscode.workspace.onDidRenameFiles(({ files }) =>
        files.forEach(({ oldUri }) => this.#renaming.end(oldUri.fsPath)),
      ),
      vscode.workspace.onWillSaveNotebookDocument(({ notebook }) => this.#willSave(notebook)),
      vscode.workspace.onDidSaveNotebookDocument(({ uri }) => this.#didSaveNotebook(uri)),
    ];
  }

  isOpen(path: string): boolean {
    return getOpenDocument(path) !== undefined;
  }

  isBusy(path: string): boolean {
    return (
      this.#marks.has(path) ||
      this.#saving.includes(path) ||
      this.#renaming.includes(path) ||
      getOpenDocument(path)?.isDirty === true
    );
  }

  editCount(path: string): number {
    return this.#touches.get(path) ?? 0;
  }

  hasShown(path: string, text: string): boolean {
    const isQuiet = !this.#marks.has(path) && !this.#saving.includes(path);
    const isHeard = this.#log.getFile(path) !== undefined && this.#isTold(path); // It is in the ledger already.
    return isQuiet && !isHeard && (this.#taken.get(path) ?? []).includes(normalizeText(text));
  }

  /** While this runs, changes of the document are not the user's. */
  async suspendWhile<T>(path: string, task: () => Promise<T>): Promise<T> {
    this.#marks.set(path, (this.#marks.get(path) ?? 0) + 1);
    try {
      return await task();
    } finally {
      const left = (this.#marks.get(path) ?? 1) - 1;
      if (left > 0) {
        this.#marks.set(path, left);
      } else {
        this.#marks.delete(path);
      }
      this.#syncSoon(path);
    }
  }

  /** The same documents; what is written through them is the agent's. */
  trackAgentWrites(documents: Documents): Documents {
    return {
      read: place => documents.read(place),
      write: (place, change) =>
        this.suspendWhile(place.shown, () => documents.write(place, change)),
    };
  }

  /** The text before a rejection, or before one was undone: when the editor's undo brings it back, that is taken back. */
  rememberTextBefore(path: string, textBefore: string, what: UndoableAction): void {
    this.#reversals.record(path, textBefore, what);
  }

  /** The document shows what the ledger has: it need not be compared. */
  markSynced(path: string): void {
    const document = getOpenDocument(path);
    const lines = this.#log.getFile(path)?.current.lines;
    if (document && lines) {
      this.#shown.set(document, lines);
    }
  }

  /** Settles when the ledger knows what the documents show: a decision before that could hit other lines. */
  async whenSynced(): Promise<void> {
    const untold = [...this.#comparing].find(([path]) => !this.#isTold(path));
    if (untold) {
      const [, { done }] = untold;
      await done;
      await this.whenSynced();
    }
  }

  dispose(): void {
    vscode.Disposable.from(...this.#listening).dispose();
    this.#saving.dispose();
    this.#renaming.dispose();
    this.#comparing.forEach(({ timer, end }) => {
      clearTimeout(timer);
      end?.();
    });
  }

  #isTold(path: string): boolean {
    const document = getOpenDocument(path);
    const file = this.#log.getFile(path);
    return !document || !file || this.#shown.has(document, file.current.lines);
  }

  #changed({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): void {
    const path = document.uri.fsPath;
    if (document.uri.scheme !== 'file') {
      return;
    }
    const file = this.#log.getFile(path);
    if (contentChanges.length === 0) {
      if (!file && !document.isDirty) {
        this.#syncSoon(path); // An agent may have written beneath edits that were given up.
      }
      return;
    }
    this.#touches.set(path, this.editCount(path) + 1);
    if (!document.isDirty) {
      this.#take(document); // The first key looks the same, but does no harm.
    }
    if (!file || this.#marks.has(path)) {
      return;
    }
    const isNext = this.#synced.get(path) === document.version - 1 && document.isDirty;
    if (reason !== undefined) {
      this.#undone.add(path);
    }
    if (!isNext || reason !== undefined) {
      this.#synced.delete(path);
      this.#syncSoon(path);
      return;
    }
    this.#typed(file, document, contentChanges);
    this.#synced.set(path, document.version);
  }

  #typed(
    file: ReviewedFile,
    document: vscode.TextDocument,
    changes: readonly vscode.TextDocumentContentChangeEvent[],
  ): void {
    const { lines } = file.current;
    const isMarked = lines[0]?.startsWith('\uFEFF') ?? false;
    const edits = toLineEdits(
      lines,
      changes.map(change => toTextEdit(change, document.eol, isMarked)),
    );
    this.#edited(file, edits);
  }

  /** An edit that puts a hunk back is a rejection; any other is the user's own. */
  #edited(file: ReviewedFile, edits: readonly LineEdit[]): void {
    const rejected = findRevertedHunk(file, edits);
    if (rejected) {
      this.#reject(file, rejected);
    } else {
      this.#log.recordUserEdits(file.current.path, edits);
    }
  }

  #reject(file: ReviewedFile, hunk: NonNullable<ReturnType<typeof findRevertedHunk>>): void {
    this.rememberTextBefore(file.current.path, joinLines(file.current.lines), 'decision');
    this.#log.reject({ kind: 'hunks', hunks: [hunk] }); // The editor has already done it.
  }

  #syncSoon(path: string): void {
    const earlier = this.#comparing.get(path);
    clearTimeout(earlier?.timer);
    let end: (() => void) | undefined;
    const done = new Promise<void>(resolve => {
      end = resolve;
    });
    const timer = setTimeout(() => {
      void this.#sync(path).finally(() => {
        if (this.#comparing.get(path)?.timer === timer) {
          this.#comparing.delete(path);
        }
        end?.();
      });
    }, SETTLING_MS);
    this.#comparing.set(path, { timer, done, end });
    earlier?.end?.();
  }

  /** Compares the whole document with the ledger, as soon as it is known whether it is unsaved. */
  async #sync(path: string): Promise<void> {
    await roundTrip();
    const document = getOpenDocument(path);
    if (this.#marks.has(path)) {
      return;
    }
    if (!document?.isDirty) {
      this.onDidRevert(path);
      return;
    }
    if (!this.#log.getFile(path)) {
      return;
    }
    const { version } = document;
    if (await this.#told(path, document)) {
      this.#synced.set(path, version);
    } else {
      this.#syncSoon(path); // Somebody was faster.
    }
  }

  /** What the editor's undo has brought back is taken back, and the rest compared; answers whether that still holds. */
  #told(path: string, document: vscode.TextDocument): Promise<boolean> {
    const text = getExactText(document);
    const isBack = this.#undone.delete(path) && !this.#isTold(path);
    for (const what of isBack ? this.#reversals.takeUndone(path, text) : []) {
      this.#log.dispatch({ kind: 'abandoned', what, path });
    }
    return this.#compared(path, document, text);
  }

  /** Tells the ledger what is different; answers whether that still holds. */
  async #compared(path: string, document: vscode.TextDocument, text: string): Promise<boolean> {
    const { version } = document;
    const file = this.#log.getFile(path);
    const form = file?.current.form;
    if (!file || form?.kind !== 'text') {
      const mode = form?.kind === 'binary' && form.mode !== undefined ? { mode: form.mode } : {};
      this.#log.recordUserWrite(path, { kind: 'text', text, ...mode });
      return true;
    }
    const found = this.#comparer.edits(file.current.lines, splitLines(text));
    const edits = found instanceof Promise ? await found : found;
    if (document.version !== version || this.#log.getFile(path)?.current !== file.current) {
      return false;
    }
    this.#edited(file, edits);
    return true;
  }

  #willSave({ uri }: Pick<vscode.TextDocument, 'uri'>): void {
    const path = uri.fsPath;
    if (uri.scheme !== 'file' || this.#marks.has(path)) {
      return;
    }
    this.#saving.begin(path);
  }

  #take(document: vscode.TextDocument): void {
    const path = document.uri.fsPath;
    if (getTextLength(document) <= TAKEN_LIMIT_CHARS) {
      const text = normalizeText(document.getText());
      this.#taken.set(path, [...(this.#taken.get(path) ?? []), text].slice(-TAKEN_TEXTS));
    }
  }

  #didSave(document: vscode.TextDocument): void {
    const { uri } = document;
    const path = uri.fsPath;
    this.#saving.end(path);
    this.#synced.delete(path);
    if (uri.scheme === 'file' && this.#marks.has(path)) {
      this.#take(document);
    } else if (uri.scheme === 'file') {
      if (this.#comparing.has(path) && this.#log.getFile(path)) {
        void this.#told(path, document); // What was typed a moment ago may have been a rejection, or taken one back.
      }
      this.#taken.delete(path); // From here on it is the user's.
      this.#savedByUser(path);
    }
  }

  /** The cells are documents of their own, of which nothing is told here: only the file counts. */
  #didSaveNotebook({ scheme, fsPath }: vscode.Uri): void {
    this.#saving.end(fsPath);
    if (scheme === 'file' && !this.#marks.has(fsPath)) {
      this.#savedByUser(fsPath);
    }
  }

  #savedByUser(path: string): void {
    this.#touches.set(path, this.editCount(path) + 1);
    this.onDidSave(path);
  }
}
