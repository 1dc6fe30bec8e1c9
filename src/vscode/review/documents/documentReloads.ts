import type * as vscode from 'vscode';
import { replaceEscapedBytes } from '../../../agent/review/exactText.ts';
import { toFileContent, type FileSide } from '../../../core/review/file/fileSide.ts';
import type { Origin } from '../../../core/review/file/hunk.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { joinLines } from '../../../core/text/lines.ts';
import { toDocumentEol } from '../../files/replaceText.ts';
import type { SavedTexts } from '../../files/savedTexts.ts';
import { toExactText } from './openDocument.ts';

/**
 * Notices that VS Code has loaded a file again, because an agent has written it. The user may type into the new text before we
 * find it on disk. Then only the typing is the user's.
 */
export class DocumentReloads {
  readonly #model: ReviewModel;
  readonly #savedTexts: SavedTexts;
  readonly #dirty = new Set<string>();
  /** What the review model had when a clean document changed. */
  readonly #before = new Map<string, FileSide>();

  constructor(model: ReviewModel, savedTexts: SavedTexts) {
    this.#model = model;
    this.#savedTexts = savedTexts;
  }

  /**
   * Handles a change. The user's first edit looks like a reload at first, but then
   * the model has the loaded text.
   */
  handleChange(
    { document, contentChanges, reason }: vscode.TextDocumentChangeEvent,
    { isOurs }: { readonly isOurs: boolean },
  ): void {
    const path = document.uri.fsPath;
    const isReload = contentChanges.length > 0 && !document.isDirty && reason === undefined;
    const current = this.#model.getFile(path)?.current;
    if (isReload && current && !isOurs && !this.#dirty.has(path)) {
      this.#before.set(path, current);
    }
    this.#dirty[document.isDirty ? 'add' : 'delete'](path);
  }

  /** Whether a change discards unsaved edits. Called before the change is handled. */
  isRevert({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): boolean {
    const isClean = contentChanges.length > 0 && !document.isDirty && reason === undefined;
    return isClean && this.#dirty.has(document.uri.fsPath);
  }

  forget(path: string): void {
    this.#dirty.delete(path);
    this.#before.delete(path);
  }

  /** Records the loaded text as written by the agents that work now, unless the model has it or has changed since. */
  record(path: string, document: vscode.TextDocument, origin: Origin | undefined): void {
    const before = this.#before.get(path);
    const loaded = this.#savedTexts.getLoaded(document);
    this.#before.delete(path);
    if (!origin || loaded === undefined || before?.form.kind !== 'text') {
      return;
    }
    const [known, text] = [joinLines(before.lines), toExactText(document, loaded)];
    // A document has one kind of line ending and shows no invalid bytes. If the file has them, the document does not tell what was
    // written.
    const isComparable = toDocumentEol(document, replaceEscapedBytes(known)) === known;
    if (isComparable && text !== known && this.#model.getFile(path)?.current === before) {
      const after = { ...before.form, text };
      this.#model.recordAgentWrite(path, after, toFileContent(before), origin);
    }
  }
}
