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

/** The documents that are open in VS Code: agents read what the user sees, and write as the user would type. */
export class EditorDocuments implements Documents, vscode.Disposable {
  readonly #saved = new SavedTexts();

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
        saved: this.#saved.get(document),
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
    if (withEndingsOf(document, change.before) !== before) {
      return { kind: document.isDirty ? 'changed' : 'closed' };
    }
    const after = withEndingsOf(document, change.after);
    if (!(await edited(document, before, after))) {
      return { kind: 'changed' }; // The user typed in the meantime.
    }
    if (!(await saved(document, place, change.isDiskAhead))) {
      await takeBack(document, before, after);
      const message = `VS Code could not save ${place.shown}. Nothing was written.`;
      throw internalError(message, { path: place.shown });
    }
    return { kind: 'written', text: document.getText() };
  }

  dispose(): void {
    this.#saved.dispose();
  }

  async #find(place: FileLocation): Promise<vscode.TextDocument | undefined> {
    const document = findOpenDocument(place);
    if (document) {
      await this.#saved.whenSettled(document);
    }
    return document;
  }
}

/** A document has one kind of line ending throughout, whatever stands in its file. */
function withEndingsOf({ eol }: vscode.TextDocument, text: string): string {
  if (eol === vscode.EndOfLine.LF) {
    return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
  }
  return text.replaceAll(/\r\n?|\n/g, '\r\n');
}

/** One undoable step, of the characters that differ: cursors, folds and what the user looks at stay in place. */
async function edited(
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

/** To cut a long text, and to compare it, takes a moment each: others get their turn in between. */
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

/** Makes `before` of `after` again; what the user has typed since stays. */
async function takeBack(
  document: vscode.TextDocument,
  before: string,
  after: string,
): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const current = document.getText();
    const { text } = mergeWrite({ seen: after, current, wanted: before });
    if (await edited(document, current, text)) {
      return;
    }
  }
}

/** How far the text in the active editor would move under the user's eyes. */
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

/** Saves as the user would, with what the user lets happen on save. */
async function saved(
  document: vscode.TextDocument,
  place: FileLocation,
  isDiskAhead: boolean,
): Promise<boolean> {
  if (isDiskAhead) {
    // VS Code saves over a file only if that is not newer than what it knows. The text to be saved contains what is new.
    await lutimes(place.real, LONG_AGO, LONG_AGO);
  }
  return !document.isDirty || document.save();
}

const LONG_AGO = new Date(0);
const LONG_CHARS = 500_000;
/** How often an edit is tried again because the user is typing. */
const ATTEMPTS = 20;
