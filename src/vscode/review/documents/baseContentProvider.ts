import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { toDisplayText } from '../../../agent/review/exactText.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { commonPrefixLength, commonSuffixLength } from '../../../core/diff/commonPrefixLength.ts';
import type { LineEdit } from '../../../core/diff/lineEdit.ts';
import { lineCount, lineRange } from '../../../core/text/lineRange.ts';
import { joinLines, type Lines } from '../../../core/text/lines.ts';
import { editTextInWorkspace } from '../../files/editText.ts';
import { BASE_SCHEME, toBaseUri, toReviewPath } from './reviewUri.ts';
import { toDocumentEdits } from './toDocumentEdits.ts';

/** A text of so many lines is not given anew for an edit of fewer than this. */
const LONG_LINES = 10_000;
const EDIT_LIMIT_LINES = 1_000;

/** What the document of a file was given. */
interface Given {
  readonly lines: Lines;
  /** The text of a long document, until it is seen to stand there. */
  readonly coming?: string;
}

/**
 * Shows the agreed texts as documents, so that VS Code can compare with them. Given a new text, VS Code takes all of it over
 * and looks for what is different: of a long one only that is sent.
 */
export class BaseContentProvider implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #log: ReviewModel;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #owned: vscode.Disposable;
  readonly #given = new Map<string, Given>();
  readonly #editing = new Set<string>();
  readonly onDidChange = this.#changed.event;

  constructor(log: ReviewModel) {
    this.#log = log;
    this.#owned = vscode.Disposable.from(
      this.#changed,
      log.onDidChange(({ changed }) => changed.forEach(path => this.#renew(path))),
      vscode.workspace.onDidOpenTextDocument(document => this.#see(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#see(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === BASE_SCHEME) {
          this.#given.delete(toReviewPath(uri));
        }
      }),
      vscode.workspace.registerTextDocumentContentProvider(BASE_SCHEME, this),
    );
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const path = toReviewPath(uri);
    const lines = this.#agreed(path);
    const text = toDisplayText(joinLines(lines));
    if (lines.length < LONG_LINES) {
      this.#given.set(path, { lines });
      return text;
    }
    this.#given.set(path, { lines, coming: text });
    await setImmediate(); // That took a moment, and VS Code takes another.
    return text;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #agreed(path: string): Lines {
    return this.#log.getFile(path)?.base.lines ?? NOTHING;
  }

  /** A rejection leaves the agreed text as it is, and to read it again would take VS Code a while if it is long. */
  #renew(path: string): void {
    const given = this.#given.get(path);
    const agreed = this.#agreed(path);
    if (!given || given.lines === agreed || this.#editing.has(path)) {
      return;
    }
    const edit = given.lines.length >= LONG_LINES && editBetween(given.lines, agreed);
    const document = edit && given.coming === undefined && openBase(path);
    if (edit && document) {
      void this.#edit(path, document, edit);
    } else {
      this.#changed.fire(toBaseUri(path));
    }
  }

  /** If somebody was faster, or VS Code refuses, the whole text is given. */
  async #edit(path: string, document: vscode.TextDocument, edit: LineEdit): Promise<void> {
    const given = this.#given.get(path);
    const agreed = this.#agreed(path);
    const { version } = document;
    this.#editing.add(path);
    const edits = toDocumentEdits(given?.lines ?? NOTHING, [edit]);
    const isDone = await editTextInWorkspace(document, edits).catch(() => false);
    this.#editing.delete(path);
    if (isDone && document.version !== version && given && this.#given.get(path) === given) {
      this.#given.set(path, { lines: agreed });
      this.#renew(path);
    } else if (this.#given.has(path)) {
      this.#changed.fire(toBaseUri(path));
    }
  }

  /** Only a document that is known to show what it was given can be edited. */
  #see(document: vscode.TextDocument): void {
    if (document.uri.scheme === BASE_SCHEME) {
      const path = toReviewPath(document.uri);
      const given = this.#given.get(path);
      if (given?.coming !== undefined && document.getText() === given.coming) {
        this.#given.set(path, { lines: given.lines });
      }
    }
  }
}

const NOTHING: Lines = [];

/** The one edit that makes a text of another, if it is small. */
function editBetween(before: Lines, after: Lines): LineEdit | undefined {
  const start = commonPrefixLength(before, after);
  const tail = commonSuffixLength(before, after, start);
  const range = lineRange(start, before.length - tail);
  const lines = after.slice(start, after.length - tail);
  const isSmall = lineCount(range) <= EDIT_LIMIT_LINES && lines.length <= EDIT_LIMIT_LINES;
  return isSmall && !lines.some(line => LONE_RETURN.test(line)) ? { range, lines } : undefined;
}

/** In a document that ends a line, in our texts it does not. */
const LONE_RETURN = /\r(?!\n)/;

const openBase = (path: string): vscode.TextDocument | undefined => {
  const uri = toBaseUri(path).toString();
  return vscode.workspace.textDocuments.find(document => document.uri.toString() === uri);
};
