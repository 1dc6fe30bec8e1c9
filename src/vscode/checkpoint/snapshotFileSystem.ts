import * as vscode from 'vscode';
import type {
  SnapshotComparison,
  SnapshotContent,
} from '../../agent/checkpoint/snapshotComparison.ts';
import { asRecord, asString, parseJson } from '../../core/json.ts';
import { FlatFileSystemProvider } from '../files/flatFileSystemProvider.ts';

/** The scheme of documents that show files of snapshots. */
const SCHEME = 'accord-checkpoint';

/** The URI of a file's content in a snapshot. */
export const toSnapshotUri = (path: string, { root, blob }: SnapshotContent): vscode.Uri =>
  vscode.Uri.file(path).with({ scheme: SCHEME, query: JSON.stringify({ root, blob }) });

/** Serves files of snapshots as read-only documents, so that VS Code can compare them. */
export class SnapshotFileSystem extends FlatFileSystemProvider implements vscode.Disposable {
  readonly #comparison: SnapshotComparison;
  readonly #didChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #disposable: vscode.Disposable;
  /** Never fires, since snapshots do not change. */
  readonly onDidChangeFile = this.#didChangeFile.event;

  constructor(comparison: SnapshotComparison) {
    super();
    this.#comparison = comparison;
    this.#disposable = vscode.Disposable.from(
      this.#didChangeFile,
      vscode.workspace.registerFileSystemProvider(SCHEME, this, { isReadonly: true }),
    );
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { length } = await this.readFile(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: length };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const content = parseContent(uri);
    const bytes = content && (await this.#comparison.read(content).catch(() => undefined));
    if (!bytes) {
      throw vscode.FileSystemError.FileNotFound(uri); // The checkpoint was deleted.
    }
    return bytes;
  }

  dispose(): void {
    this.#disposable.dispose();
  }
}

function parseContent({ query }: vscode.Uri): SnapshotContent | undefined {
  const raw = asRecord(parseJson(query));
  const [root, blob] = [asString(raw?.['root']), asString(raw?.['blob'])];
  return root !== undefined && blob !== undefined && BLOB.test(blob) ? { root, blob } : undefined;
}

/** Blobs are named by their hash. Nothing else may reach git or the disk. */
const BLOB = /^[0-9a-f]{40}$/;
