import { lutimes } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import type {
  DocumentChange,
  DocumentWriteResult,
  Documents,
  FileLocation,
  OpenDocument,
} from '../../agent/files/documents.ts';
import { internalError } from '../../agent/wire/responseError.ts';
import { mergeWrite } from '../../core/files/mergeWrite.ts';
import { toEdits } from '../../core/diff/lineEdit.ts';
import { splitLines } from '../../core/text/lines.ts';
import { minimalEdits, toTextEdits, type TextEdit } from '../../core/diff/minimalEdits.ts';
import { sparseDiff } from '../../core/diff/sparseDiff.ts';
import { editText } from './editText.ts';
import { findOpenNotebook, readNotebook, writeNotebook } from './writeNotebook.ts';
import { findOpenDocument } from './findOpenDocument.ts';
import { SavedTexts } from './savedTexts.ts';

/** The documents that are open in VS Code. Agents read what the user sees, and their writes are edits that the user can undo. */
export class EditorDocuments implements Documents, vscode.Disposable {
  readonly #savedTexts = new SavedTexts();

  async read(place: FileLocation): Promise<OpenDocument | undefined> {
    const notebook = findOpenNotebook(place);
    if (notebook) {
      return readNotebook(notebook);
    }
    const document = await this.#find(place);
    return (
      document && {
        text: document.getText(),
        isDirty: document.isDirty,
        saved: this.#savedTexts.get(document),
        encoding: document.encoding,
      }
    );
  }

  async write(place: FileLocation, change: DocumentChange): Promise<DocumentWriteResult> {
    const notebook = findOpenNotebook(place);
    if (notebook) {
      return writeNotebook(notebook, change);
    }
    const document = await this.#find(place);
    if (!document) {
      return { kind: 'closed' };
    }
    const before = document.getText();
    if (toDocumentEol(document, change.before) !== before) {
      return { kind: document.isDirty ? 'changed' : 'closed' };
    }
    const after = toDocumentEol(document, change.after);
    if (!(await applyEdit(document, before, after))) {
      return { kind: 'changed' }; // The user typed in the meantime.
    }
    if (!(await saveDocument(document, place, change.isDiskAhead))) {
      await revertEdit(document, before, after);
      const message = `VS Code could not save ${place.shown}. Nothing was written.`;
      throw internalError(message, { path: place.shown });
    }
    return { kind: 'written', text: document.getText() };
  }

  dispose(): void {
    this.#savedTexts.dispose();
  }

  async #find(place: FileLocation): Promise<vscode.TextDocument | undefined> {
    const document = findOpenDocument(place);
    if (document) {
      await this.#savedTexts.whenSettled(document);
    }
    return document;
  }
}

/** Converts line endings to those of a document, which has one kind throughout, whatever its file has. */
function toDocumentEol({ eol }: vscode.TextDocument, text: string): string {
  if (eol === vscode.EndOfLine.LF) {
    return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
  }
  return text.replaceAll(/\r\n?|\n/g, '\r\n');
}

/** Replaces only the characters that differ, as one undoable step, so that cursors, folds and the scroll position stay in place. */
async function applyEdit(
  document: vscode.TextDocument,
  before: string,
  after: string,
): Promise<boolean> {
  const { version } = document;
  const edits = await editsBetween(before, after);
  if (edits.length === 0 || document.version !== version) {
    return document.version === version;
  }
  const shift = linesAddedAbove(document, edits);
  const isDone = await editText(document, edits);
  if (isDone && shift !== 0) {
    await scroll(shift);
  }
  return isDone;
}

/** Splitting and comparing a long text takes a while each, so other work is let in between. */
async function editsBetween(before: string, after: string): Promise<readonly TextEdit[]> {
  if (before.length < LONG_CHARS) {
    return minimalEdits(before, after);
  }
  await setImmediate();
  const lines = splitLines(before);
  await setImmediate();
  const wanted = splitLines(after);
  await setImmediate();
  return toTextEdits(lines, toEdits(sparseDiff(lines, wanted), wanted));
}

/** Changes `after` back to `before` and keeps what the user has typed since. */
async function revertEdit(
  document: vscode.TextDocument,
  before: string,
  after: string,
): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const current = document.getText();
    const { text } = mergeWrite({ seen: after, current, wanted: before });
    if (await applyEdit(document, current, text)) {
      return;
    }
  }
}

/** By how many lines the visible text of the active editor would move. */
function linesAddedAbove(document: vscode.TextDocument, edits: readonly TextEdit[]): number {
  const editor = vscode.window.activeTextEditor;
  const top = editor?.document === document ? (editor.visibleRanges[0]?.start.line ?? 0) : 0;
  return edits
    .filter(({ end }) => end.line < top)
    .reduce(
      (sum, { start, end, text }) => sum + text.split('\n').length - 1 - (end.line - start.line),
      0,
    );
}

async function scroll(lines: number): Promise<void> {
  await vscode.commands.executeCommand('editorScroll', {
    to: lines > 0 ? 'down' : 'up',
    by: 'line',
    value: Math.abs(lines),
    revealCursor: false,
  });
}

/** Saves with everything that the user's settings do on save. */
async function saveDocument(
  document: vscode.TextDocument,
  place: FileLocation,
  isDiskAhead: boolean,
): Promise<boolean> {
  if (isDiskAhead) {
    // VS Code refuses to overwrite a file that is newer than what it loaded. The text to save already contains what is new.
    await lutimes(place.real, LONG_AGO, LONG_AGO);
  }
  return !document.isDirty || document.save();
}

const LONG_AGO = new Date(0);
const LONG_CHARS = 500_000;
/** How often an edit is retried because the user is typing. */
const ATTEMPTS = 20;
