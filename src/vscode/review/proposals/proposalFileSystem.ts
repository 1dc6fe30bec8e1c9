import * as vscode from 'vscode';
import { toDisplayText } from '../../../agent/review/exactText.ts';
import { fitLineEndings } from '../../../core/files/fitLineEndings.ts';
import { findRevertedHunk } from '../../../core/review/rejections/findRevertedHunk.ts';
import { isProposal, type ProposedFile } from '../../../core/review/file/proposal.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { isPending } from '../../../core/review/file/reviewedFile.ts';
import { editsBetween } from '../../../core/diff/lineDiff.ts';
import { joinLines, splitLines } from '../../../core/text/lines.ts';
import { minimalEdits } from '../../../core/diff/minimalEdits.ts';
import { editText } from '../../files/editText.ts';
import { FlatFileSystemProvider } from '../../files/flatFileSystemProvider.ts';
import { normalizeEol } from '../documents/openDocument.ts';
import { PROPOSED_SCHEME } from '../documents/reviewUri.ts';

/** Serves proposals as documents that the user can edit. What is typed there becomes part of the proposal. */
export class ProposalFileSystem extends FlatFileSystemProvider implements vscode.Disposable {
  readonly #model: ReviewModel;
  readonly #whenRestored: () => Promise<void>;
  readonly #didChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #disposable: vscode.Disposable;
  readonly onDidChangeFile = this.#didChangeFile.event;
  #mtime = 1;

  /** `whenRestored` resolves when the review has been read from disk. */
  constructor(model: ReviewModel, whenRestored: () => Promise<void>) {
    super();
    this.#model = model;
    this.#whenRestored = whenRestored;
    this.#disposable = vscode.Disposable.from(
      this.#didChangeFile,
      model.onDidChange(({ changed }) => changed.forEach(path => this.#updateDocument(path))),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (document.uri.scheme === PROPOSED_SCHEME && contentChanges.length > 0) {
          this.#handleEdit(document.uri, document.getText());
        }
      }),
      vscode.workspace.registerFileSystemProvider(PROPOSED_SCHEME, this, { isCaseSensitive: true }),
    );
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    await this.#whenRestored();
    return Buffer.from(toDisplayText(joinLines(this.#getProposal(uri).current.lines)));
  }

  override writeFile(uri: vscode.Uri, content: Uint8Array): void {
    this.#mtime += 1;
    this.#handleEdit(uri, Buffer.from(content).toString('utf8'));
  }

  /** Only our own changes update the modification time: the editor already has what the user typed. */
  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { byteLength: size } = await this.readFile(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: this.#mtime, size };
  }

  dispose(): void {
    this.#disposable.dispose();
  }

  #getProposal(uri: vscode.Uri): ProposedFile {
    const file = this.#model.getFile(uri.toString());
    if (!file || !isProposal(file)) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return file;
  }

  #handleEdit(uri: vscode.Uri, shownText: string): void {
    const path = uri.toString();
    const file = this.#model.getFile(path);
    const text = joinLines(file?.current.lines ?? []);
    if (
      !file ||
      !isPending(file) ||
      normalizeEol(shownText) === normalizeEol(toDisplayText(text))
    ) {
      return;
    }
    const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
    const now = mark + fitLineEndings(normalizeEol(shownText), text);
    const rejected = findRevertedHunk(file, editsBetween(file.current.lines, splitLines(now)));
    if (rejected) {
      this.#model.reject({ kind: 'hunks', hunks: [rejected] });
    } else {
      const { form } = file.current;
      const mode = form.kind === 'text' && form.mode !== undefined ? { mode: form.mode } : {};
      this.#model.recordUserWrite(path, { kind: 'text', text: now, ...mode });
    }
  }

  /** Updates the document from the review model. */
  #updateDocument(path: string): void {
    const document = vscode.workspace.textDocuments.find(
      ({ uri, isClosed }) => uri.scheme === PROPOSED_SCHEME && !isClosed && uri.toString() === path,
    );
    const file = this.#model.getFile(path);
    if (!document || !file) {
      return;
    }
    const before = document.getText();
    const text = normalizeEol(toDisplayText(joinLines(file.current.lines)));
    const after = document.eol === vscode.EndOfLine.CRLF ? text.replaceAll('\n', '\r\n') : text;
    if (before === after) {
      return;
    }
    if (document.isDirty) {
      void editText(document, minimalEdits(before, after));
    } else {
      this.#mtime += 1;
      this.#didChangeFile.fire([{ type: vscode.FileChangeType.Changed, uri: document.uri }]);
    }
  }
}
