import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { toDisplayText } from '../../../agent/review/exactText.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { commonPrefixLength, commonSuffixLength } from '../../../core/diff/commonPrefixLength.ts';
import type { LineEdit } from '../../../core/diff/lineEdit.ts';
import { lineCount, lineRange } from '../../../core/text/lineRange.ts';
import { joinLines, type Lines } from '../../../core/text/lines.ts';
import { editTextInWorkspace, toDocumentEdits } from '../../files/editText.ts';
import { BASE_SCHEME, isDeletedUri, toBaseUri, toReviewPath } from './reviewUri.ts';

/** A text of this many lines is edited rather than replaced if the edit has fewer lines than the limit. */
const LONG_LINES = 10_000;
const EDIT_LIMIT_LINES = 1_000;

/** What VS Code was last given for a document. */
interface ProvidedContent {
  readonly lines: Lines;
  /** The text of a long document, until the document is seen to have it. */
  readonly expected?: string;
}

/**
 * Provides the bases of files as documents, so that VS Code can compare with them. VS Code replaces and compares the whole text
 * when it gets a new one, so a long document is edited instead.
 */
export class BaseContentProvider implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #model: ReviewModel;
  readonly #didChange = new vscode.EventEmitter<vscode.Uri>();
  readonly #disposable: vscode.Disposable;
  readonly #provided = new Map<string, ProvidedContent>();
  readonly #editing = new Set<string>();
  readonly onDidChange = this.#didChange.event;

  constructor(model: ReviewModel) {
    this.#model = model;
    this.#disposable = vscode.Disposable.from(
      this.#didChange,
      model.onDidChange(({ changed }) => changed.forEach(path => this.#update(path))),
      vscode.workspace.onDidOpenTextDocument(document => this.#confirm(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#confirm(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === BASE_SCHEME && !isDeletedUri(uri)) {
          this.#provided.delete(toReviewPath(uri));
        }
      }),
      vscode.workspace.registerTextDocumentContentProvider(BASE_SCHEME, this),
    );
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    if (isDeletedUri(uri)) {
      return '';
    }
    const path = toReviewPath(uri);
    const lines = this.#getBaseLines(path);
    const text = toDisplayText(joinLines(lines));
    if (lines.length < LONG_LINES) {
      this.#provided.set(path, { lines });
      return text;
    }
    this.#provided.set(path, { lines, expected: text });
    await setImmediate(); // Joining the lines took a while, and so does what VS Code does with the text.
    return text;
  }

  dispose(): void {
    this.#disposable.dispose();
  }

  #getBaseLines(path: string): Lines {
    return this.#model.getFile(path)?.base.lines ?? NO_LINES;
  }

  /** A rejection does not change the base, and providing a long text again would be slow. */
  #update(path: string): void {
    const provided = this.#provided.get(path);
    const baseLines = this.#getBaseLines(path);
    if (!provided || provided.lines === baseLines || this.#editing.has(path)) {
      return;
    }
    const edit = provided.lines.length >= LONG_LINES && editBetween(provided.lines, baseLines);
    const document = edit && provided.expected === undefined && findBaseDocument(path);
    if (edit && document) {
      void this.#edit(path, document, edit);
    } else {
      this.#didChange.fire(toBaseUri(path));
    }
  }

  /** Provides the whole text again if VS Code refuses the edit or the document was changed meanwhile. */
  async #edit(path: string, document: vscode.TextDocument, edit: LineEdit): Promise<void> {
    const provided = this.#provided.get(path);
    const baseLines = this.#getBaseLines(path);
    const { version } = document;
    this.#editing.add(path);
    const edits = toDocumentEdits(provided?.lines ?? NO_LINES, [edit]);
    const isDone = await editTextInWorkspace(document, edits).catch(() => false);
    this.#editing.delete(path);
    if (
      isDone &&
      document.version !== version &&
      provided &&
      this.#provided.get(path) === provided
    ) {
      this.#provided.set(path, { lines: baseLines });
      this.#update(path);
    } else if (this.#provided.has(path)) {
      this.#didChange.fire(toBaseUri(path));
    }
  }

  /** Only a document that is known to show what was provided can be edited. */
  #confirm(document: vscode.TextDocument): void {
    if (document.uri.scheme === BASE_SCHEME && !isDeletedUri(document.uri)) {
      const path = toReviewPath(document.uri);
      const provided = this.#provided.get(path);
      if (provided?.expected !== undefined && document.getText() === provided.expected) {
        this.#provided.set(path, { lines: provided.lines });
      }
    }
  }
}

const NO_LINES: Lines = [];

/** The single edit from one text to another, if it is small. */
function editBetween(before: Lines, after: Lines): LineEdit | undefined {
  const start = commonPrefixLength(before, after);
  const tail = commonSuffixLength(before, after, start);
  const range = lineRange(start, before.length - tail);
  const lines = after.slice(start, after.length - tail);
  const isSmall = lineCount(range) <= EDIT_LIMIT_LINES && lines.length <= EDIT_LIMIT_LINES;
  return isSmall && !lines.some(line => LONE_RETURN.test(line)) ? { range, lines } : undefined;
}

/** A lone carriage return ends a line in a document, but not in our texts. */
const LONE_RETURN = /\r(?!\n)/;

const findBaseDocument = (path: string): vscode.TextDocument | undefined => {
  const uri = toBaseUri(path).toString();
  return vscode.workspace.textDocuments.find(document => document.uri.toString() === uri);
};
