import { lutimes } from 'node:fs/promises';
import type * as vscode from 'vscode';
import type {
  DocumentChange,
  DocumentWriteResult,
  Documents,
  FileLocation,
  OpenDocument,
} from '../../agent/files/documents.ts';
import { internalError } from '../../agent/wire/responseError.ts';
import { mergeWrite } from '../../core/files/mergeWrite.ts';
import { findOpenNotebook, readNotebook, writeNotebook } from './writeNotebook.ts';
import { findOpenDocument } from './findOpenDocument.ts';
import { replaceText, toDocumentEol } from './replaceText.ts';
import type { SavedTexts } from './savedTexts.ts';

/** The documents that are open in VS Code. Agents read what the user sees, and their writes are edits that the user can undo. */
export class EditorDocuments implements Documents {
  readonly #savedTexts: SavedTexts;

  constructor(savedTexts: SavedTexts) {
    this.#savedTexts = savedTexts;
  }

  async read(location: FileLocation): Promise<OpenDocument | undefined> {
    const notebook = findOpenNotebook(location);
    if (notebook) {
      return readNotebook(notebook);
    }
    const document = await this.#find(location);
    return (
      document && {
        text: document.getText(),
        isDirty: document.isDirty,
        saved: this.#savedTexts.get(document),
        encoding: document.encoding,
      }
    );
  }

  async write(location: FileLocation, change: DocumentChange): Promise<DocumentWriteResult> {
    const notebook = findOpenNotebook(location);
    if (notebook) {
      return writeNotebook(notebook, change);
    }
    const document = await this.#find(location);
    if (!document) {
      return { kind: 'closed' };
    }
    const before = document.getText();
    if (toDocumentEol(document, change.before) !== before) {
      return { kind: document.isDirty ? 'changed' : 'closed' };
    }
    const after = toDocumentEol(document, change.after);
    if (!(await replaceText(document, before, after))) {
      return { kind: 'changed' }; // The user typed in the meantime.
    }
    if (!(await saveDocument(document, location, change.isDiskAhead))) {
      await revertEdit(document, before, after);
      const message = `VS Code could not save ${location.shown}. Nothing was written.`;
      throw internalError(message, { path: location.shown });
    }
    return { kind: 'written', text: document.getText() };
  }

  async #find(location: FileLocation): Promise<vscode.TextDocument | undefined> {
    const document = findOpenDocument(location);
    if (document) {
      await this.#savedTexts.whenSettled(document);
    }
    return document;
  }
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
    if (await replaceText(document, current, text)) {
      return;
    }
  }
}

/** Saves with everything that the user's settings do on save. */
async function saveDocument(
  document: vscode.TextDocument,
  location: FileLocation,
  isDiskAhead: boolean,
): Promise<boolean> {
  if (isDiskAhead) {
    // VS Code refuses to overwrite a file that is newer than what it loaded. The text to save already contains what is new.
    await lutimes(location.real, LONG_AGO, LONG_AGO);
  }
  return !document.isDirty || document.save();
}

const LONG_AGO = new Date(0);
/** How often an edit is retried because the user is typing. */
const ATTEMPTS = 20;
