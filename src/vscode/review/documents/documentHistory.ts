import type * as vscode from 'vscode';
import type { ReviewedFile } from '../../../core/review/file/reviewedFile.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { EarlierTexts } from '../../../core/review/rejections/earlierTexts.ts';
import {
  EditorUndoTracker,
  type UndoableAction,
} from '../../../core/review/rejections/editorUndoTracker.ts';
import { joinLines, splitLines, type Lines } from '../../../core/text/lines.ts';
import { getExactText } from './openDocument.ts';

/** Records in the review model what undo, redo and revert bring back into documents: decisions, and lines with their authors. */
export class DocumentHistory {
  readonly #model: ReviewModel;
  readonly #undoTracker = new EditorUndoTracker();
  readonly #earlierTexts = new EarlierTexts();
  /** Documents in which the user ran the editor's undo or redo since the last sync. */
  readonly #undone = new Set<string>();
  /** The texts that documents had when the user discarded their unsaved edits, until the next sync. */
  readonly #reverted = new Map<string, string>();

  constructor(model: ReviewModel) {
    this.#model = model;
  }

  /** Handles a change of a file under review that the model does not have yet. */
  handleChange(
    file: ReviewedFile,
    { document, reason }: vscode.TextDocumentChangeEvent,
    { isRevert }: { readonly isRevert: boolean },
  ): void {
    const path = document.uri.fsPath;
    this.#earlierTexts.remember(file);
    if (isRevert) {
      this.#reverted.set(path, getExactText(document)); // The document may be closed soon.
    } else {
      this.#reverted.delete(path);
    }
    if (reason !== undefined) {
      this.markUndone(path); // Also while a decision is being saved, which the user may undo at once.
    }
  }

  /** The user ran the editor's undo or redo, and the next sync finds what it has brought back. */
  markUndone(path: string): void {
    this.#undone.add(path);
  }

  /** Remembers the text before a decision or its undo. When the editor's undo restores that text, the decision is undone too. */
  rememberTextBefore(path: string, textBefore: string, what: UndoableAction): void {
    this.#undoTracker.record(path, textBefore, what);
  }

  /** What the user had agreed to of an earlier text of a file under review. */
  findAgreed(path: string, text: string): string | undefined {
    const file = this.#model.getFile(path);
    const earlier = file && this.#earlierTexts.find(file, splitLines(text));
    return earlier?.base.form.kind === 'text' ? joinLines(earlier.base.lines) : undefined;
  }

  /** Undoes the decisions that the editor's undo has reverted. Returns whether the user ran it in a document that has changed. */
  applyUndo(path: string, document: vscode.TextDocument | undefined, isInSync: boolean): boolean {
    const wasUndone = this.#undone.delete(path) && document !== undefined && !isInSync;
    const undone = wasUndone ? this.#undoTracker.takeUndone(path, getExactText(document)) : [];
    undone.forEach(what => this.#model.dispatch({ kind: 'abandoned', what, path }));
    return wasUndone;
  }

  /**
   * Records an earlier text that a document has again, without unsaved edits: they were reverted or undone. Lines that were rejected or
   * edited in the document come back with their authors.
   */
  applyRevert(path: string, document: vscode.TextDocument | undefined, isInSync: boolean): void {
    const isUndo = this.applyUndo(path, document, isInSync);
    const text = isUndo && document ? getExactText(document) : this.#reverted.get(path);
    const file = this.#model.getFile(path);
    this.#reverted.delete(path);
    if (file && text !== undefined && joinLines(file.current.lines) !== text) {
      this.restore(file, splitLines(text), { isUndo });
    }
  }

  /** Records that a document has an earlier text again. Returns false if nothing is known about it. */
  restore(file: ReviewedFile, text: Lines, how: { readonly isUndo: boolean }): boolean {
    const change = this.#earlierTexts.restore(file, text, how);
    if (change) {
      this.#model.recordRestored(file.current.path, change);
    }
    return change !== undefined;
  }

  /** Forgets the decisions in a document that was closed: its undo stack may be gone. */
  handleClose(path: string): void {
    this.#undoTracker.forget(path);
  }
}
