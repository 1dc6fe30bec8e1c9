import * as vscode from 'vscode';
import type { ReviewFiles } from '../../../agent/review/reviewFiles.ts';
import { toFileContent } from '../../../core/review/file/fileSide.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import type { Lines } from '../../../core/text/lines.ts';
import { FlatFileSystemProvider } from '../../files/flatFileSystemProvider.ts';
import { BASE_FILE_SCHEME, toBaseFileUri, toReviewPath } from './reviewUri.ts';

/**
 * Serves the bases of files as read-only files, for editors that read bytes and not documents: those of pictures and
 * notebooks.
 */
export class BaseFileSystem extends FlatFileSystemProvider implements vscode.Disposable {
  readonly #model: ReviewModel;
  readonly #files: ReviewFiles;
  readonly #didChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #disposable: vscode.Disposable;
  /** The bases of texts that were served, and how often they have changed since. */
  readonly #served = new Map<
    string,
    { readonly lines: Lines | undefined; readonly mtime: number }
  >();
  readonly onDidChangeFile = this.#didChangeFile.event;

  constructor(model: ReviewModel, files: ReviewFiles) {
    super();
    this.#model = model;
    this.#files = files;
    this.#disposable = vscode.Disposable.from(
      this.#didChangeFile,
      model.onDidChange(({ changed }) => changed.forEach(path => this.#update(path))),
      vscode.workspace.registerFileSystemProvider(BASE_FILE_SCHEME, this, { isReadonly: true }),
    );
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { length } = await this.readFile(uri);
    const mtime = this.#served.get(toReviewPath(uri))?.mtime ?? 0;
    return { type: vscode.FileType.File, ctime: 0, mtime, size: length };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const bytes = uri.query === '' ? this.#readBase(toReviewPath(uri)) : this.#readHash(uri);
    try {
      return await bytes;
    } catch {
      throw vscode.FileSystemError.FileNotFound(uri); // The change was decided long ago.
    }
  }

  dispose(): void {
    this.#disposable.dispose();
  }

  /** A file that the agent has created has no base: its editor shows an empty one. */
  async #readBase(path: string): Promise<Uint8Array> {
    const base = this.#model.getFile(path)?.base;
    const content = base && toFileContent(base);
    this.#served.set(path, { lines: base?.lines, mtime: this.#served.get(path)?.mtime ?? 0 });
    return !content || content.kind === 'absent'
      ? new Uint8Array()
      : this.#files.encode(path, content);
  }

  /** Binary content is identified by its hash. Nothing else may reach the disk. */
  #readHash(uri: vscode.Uri): Promise<Uint8Array> {
    return HASH.test(uri.query)
      ? this.#files.encode(uri.fsPath, { kind: 'binary', hash: uri.query, sizeBytes: 0 })
      : Promise.reject(vscode.FileSystemError.FileNotFound(uri));
  }

  #update(path: string): void {
    const served = this.#served.get(path);
    const lines = this.#model.getFile(path)?.base.lines;
    if (served && served.lines !== lines) {
      this.#served.set(path, { lines, mtime: served.mtime + 1 });
      this.#didChangeFile.fire([{ type: vscode.FileChangeType.Changed, uri: toBaseFileUri(path) }]);
    }
  }
}

/** A SHA-256 hash. */
const HASH = /^[0-9a-f]{64}$/;
