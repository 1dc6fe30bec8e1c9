import * as vscode from 'vscode';
import type {
  SnapshotComparison,
  SnapshotContent,
} from '../../agent/checkpoint/snapshotComparison.ts';
import { asRecord, asString } from '../../core/json.ts';
import { FlatFileSystemProvider } from '../files/flatFileSystemProvider.ts';

/** The scheme under which files stand as a snapshot holds them. */
const SCHEME = 'accord-checkpoint';

/** Where a file can be read as it stood. */
export const toSnapshotUri = (path: string, { root, blob }: SnapshotContent): vscode.Uri =>
  vscode.Uri.file(path).with({ scheme: SCHEME, query: JSON.stringify({ root, blob }) });

/** Shows files of snapshots as read-only documents, so that VS Code can compare them. */
export class SnapshotFileSystem extends FlatFileSystemProvider implements vscode.Disposable {
  readonly #comparison: SnapshotComparison;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #disposable: vscode.Disposable;
  /** What a snapshot holds never changes. */
  readonly onDidChangeFile = this.#changed.event;

  constructor(comparison: SnapshotComparison) {
    super();
    this.#comparison = comparison;
    this.#disposable = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.registerFileSystemProvider(SCHEME, this, { isReadonly: true }),
    );
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { length } = await this.readFile(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: length };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const content = contentOf(uri);
    const bytes = content && (await this.#comparison.read(content).catch(() => undefined));
    if (!bytes) {
      throw vscode.FileSystemError.FileNotFound(uri); // Its checkpoint was dropped.
    }
    return bytes;
  }

  dispose(): void {
    this.#disposable.dispose();
  }
}

function contentOf({ query }: vscode.Uri): SnapshotContent | undefined {
  try {
    const raw = asRecord(JSON.parse(query));
    const [root, blob] = [asString(raw?.['root']), asString(raw?.['blob'])];
    return root !== undefined && blob !== undefined && BLOB.test(blob) ? { root, blob } : undefined;
  } catch {
    return undefined;
  }
}

/** Blobs are named by their hash; anything else must not reach git or the disk. */
const BLOB = /^[0-9a-f]{40}$/;
