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
import { PROPOSED_SCHEME } from '../documents/reviewUri.ts';

/** Shows proposals as documents that the user can edit: what is typed there is part of the proposal. */
export class ProposalFileSystem extends FlatFileSystemProvider implements vscode.Disposable {
  readonly #log: ReviewModel;
  readonly #ready: () => Promise<void>;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #owned: vscode.Disposable;
  readonly onDidChangeFile = this.#changed.event;
  #times = 1;

  /** `ready` settles when the ledger has been read from the disk. */
  constructor(log: ReviewModel, ready: () => Promise<void>) {
    super();
    this.#log = log;
    this.#ready = ready;
    this.#owned = vscode.Disposable.from(
      this.#changed,
      log.onDidChange(({ changed }) => changed.forEach(path => this.#show(path))),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (document.uri.scheme === PROPOSED_SCHEME && contentChanges.length > 0) {
          this.#typed(document.uri, document.getText());
        }
      }),
      vscode.workspace.registerFileSystemProvider(PROPOSED_SCHEME, this, { isCaseSensitive: true }),
    );
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    await this.#ready();
    return Buffer.from(toDisplayText(joinLines(this.#at(uri).current.lines)));
  }

  override writeFile(uri: vscode.Uri, content: Uint8Array): void {
    this.#times += 1;
    this.#typed(uri, Buffer.from(content).toString('utf8'));
  }

  /** Only what we put into it ourselves makes it newer: the user's own words are in the editor already. */
  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { byteLength: size } = await this.readFile(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: this.#times, size };
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #at(uri: vscode.Uri): ProposedFile {
    const file = this.#log.getFile(uri.toString());
    if (!file || !isProposal(file)) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return file;
  }

  #typed(uri: vscode.Uri, shown: string): void {
    const path = uri.toString();
    const file = this.#log.getFile(path);
    const text = joinLines(file?.current.lines ?? []);
    if (!file || !isPending(file) || plain(shown) === plain(toDisplayText(text))) {
      return;
    }
    const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
    const now = mark + fitLineEndings(plain(shown), text);
    const rejected = findRevertedHunk(file, editsBetween(file.current.lines, splitLines(now)));
    if (rejected) {
      this.#log.reject({ kind: 'hunks', hunks: [rejected] });
    } else {
      const { form } = file.current;
      const mode = form.kind === 'text' && form.mode !== undefined ? { mode: form.mode } : {};
      this.#log.recordUserWrite(path, { kind: 'text', text: now, ...mode });
    }
  }

  /** Brings the document to what the ledger has. */
  #show(path: string): void {
    const document = vscode.workspace.textDocuments.find(
      ({ uri, isClosed }) => uri.scheme === PROPOSED_SCHEME && !isClosed && uri.toString() === path,
    );
    const file = this.#log.getFile(path);
    if (!document || !file) {
      return;
    }
    const before = document.getText();
    const text = plain(toDisplayText(joinLines(file.current.lines)));
    const after = document.eol === vscode.EndOfLine.CRLF ? text.replaceAll('\n', '\r\n') : text;
    if (before === after) {
      return;
    }
    if (document.isDirty) {
      void editText(document, minimalEdits(before, after));
    } else {
      this.#times += 1;
      this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri: document.uri }]);
    }
  }
}

const plain = (text: string): string => text.replaceAll(/\r\n?/g, '\n');
