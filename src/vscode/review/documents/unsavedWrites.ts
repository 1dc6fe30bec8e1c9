import { sep } from 'node:path';
import * as vscode from 'vscode';
import type {
  StoredDirtyFileWrite,
  UnsavedFile,
  UnsavedFileStore,
} from '../../../agent/review/unsaved/unsavedFileStore.ts';
import { Emitter, type Event } from '../../../core/event.ts';
import type { SavedTexts } from '../../files/savedTexts.ts';
import { getOpenDocument } from './openDocument.ts';
import { PathsInProgress } from './pathsInProgress.ts';

/** How long after its start a window may take to open the documents whose unsaved text it restores. */
const RESTORE_LIMIT_MS = 10_000;

/** The texts that were merged. */
interface MergeInput {
  readonly seen: string;
  readonly current: string;
}

/** A file with unsaved edits that an agent has written. */
type WrittenFile = UnsavedFile & { readonly agentWrite: StoredDirtyFileWrite };

/** Remembers which files agents have written beneath unsaved edits, also for the next window. */
export class UnsavedWrites implements vscode.Disposable {
  readonly #store: UnsavedFileStore;
  readonly #savedTexts: SavedTexts;
  readonly #files = new Map<string, WrittenFile>();
  /** The files of an earlier window whose unsaved edits were not seen in this one. */
  readonly #unseen = new Set<string>();
  /** The last merge of each document, until the user edits the result. */
  readonly #merges = new WeakMap<
    vscode.TextDocument,
    { readonly version: number; readonly input: MergeInput }
  >();
  /** Files of an earlier window whose documents are not open yet. */
  readonly #awaited: PathsInProgress;
  readonly #restored = new Map<string, UnsavedFile>();
  readonly #listener: vscode.Disposable;
  readonly #didChange = new Emitter<void>();
  /** Fires when there are more or fewer files. */
  readonly onDidChange: Event<void> = this.#didChange.event;
  /** Whether the review model has the text of a document. */
  isInReview: (document: vscode.TextDocument) => boolean = () => false;
  /** Called when it is known whether a document of an earlier window still has its unsaved edits. */
  onDidRestore: (path: string) => void = () => {};

  constructor(store: UnsavedFileStore, savedTexts: SavedTexts) {
    this.#store = store;
    this.#savedTexts = savedTexts;
    this.#awaited = new PathsInProgress(RESTORE_LIMIT_MS, path => this.#endRestore(path));
    this.#listener = vscode.Disposable.from(
      vscode.workspace.onDidOpenTextDocument(({ uri }) => {
        if (this.#restored.has(uri.fsPath)) {
          this.#restoreDocument(uri.fsPath);
        }
      }),
      vscode.workspace.onDidRenameFiles(({ files }) =>
        files.forEach(({ oldUri, newUri }) => this.#handleRename(oldUri.fsPath, newUri.fsPath)),
      ),
    );
  }

  get size(): number {
    return this.#files.size;
  }

  get(path: string): StoredDirtyFileWrite | undefined {
    return this.#files.get(path)?.agentWrite;
  }

  /** The text on disk that an earlier window knew last, if this one has not seen the unsaved edits. */
  getTextOfEarlierWindow(path: string): string | undefined {
    return this.#unseen.has(path) ? this.#files.get(path)?.common : undefined;
  }

  set(file: WrittenFile): void {
    this.#unseen.delete(file.path);
    this.#files.set(file.path, file);
    this.#store.set(file);
    this.#didChange.fire();
  }

  delete(path: string): void {
    this.#unseen.delete(path);
    if (this.#files.delete(path)) {
      this.#store.delete(path);
      this.#didChange.fire();
    }
  }

  /** What the text of a document was merged from, unless it was edited since. */
  getMerge(document: vscode.TextDocument): MergeInput | undefined {
    const merge = this.#merges.get(document);
    return merge?.version === document.version ? merge.input : undefined;
  }

  setMerge(document: vscode.TextDocument, text: string, input: MergeInput): void {
    if (document.getText() === text) {
      this.#merges.set(document, { version: document.version, input });
    } else {
      this.#merges.delete(document); // The user has typed already.
    }
  }

  /** A saved document is not merged again with the text from before. */
  deleteMerge(document: vscode.TextDocument): void {
    this.#merges.delete(document);
  }

  /** Whether the window may still be about to restore the unsaved text of a file. */
  isAwaited(path: string): boolean {
    return this.#awaited.includes(path);
  }

  /** Loads what an earlier window knew. */
  async restore(): Promise<void> {
    for (const file of await this.#store.load()) {
      this.#restored.set(file.path, file);
      if (isWritten(file)) {
        this.#files.set(file.path, file);
        this.#unseen.add(file.path);
      }
      this.#awaited.begin(file.path);
      this.#restoreDocument(file.path);
    }
  }

  /** VS Code opens the unsaved text of a renamed file in a new document. */
  #handleRename(from: string, to: string): void {
    const moved = [...this.#files].filter(([path]) => path === from || path.startsWith(from + sep));
    for (const [path, file] of moved) {
      const renamed = { ...file, path: to + path.slice(from.length) };
      this.delete(path);
      this.set(renamed);
      this.#restored.set(renamed.path, renamed);
      this.#awaited.begin(renamed.path);
      this.#restoreDocument(renamed.path);
    }
  }

  /** Keeps the texts on which unsaved edits are based, for the next window. */
  async flush(): Promise<void> {
    for (const document of vscode.workspace.textDocuments) {
      const path = document.uri.fsPath;
      const common = this.#savedTexts.get(document);
      if (document.isDirty && document.uri.scheme === 'file' && common !== undefined) {
        this.#store.set({ path, common, agentWrite: this.get(path) });
      }
    }
    await this.#store.flush();
  }

  dispose(): void {
    this.#listener.dispose();
    this.#awaited.dispose();
    this.#didChange.dispose();
  }

  #restoreDocument(path: string): void {
    const document = getOpenDocument(path);
    const file = this.#restored.get(path);
    if (document?.isDirty && file) {
      this.#unseen.delete(path);
      // VS Code may have restored a text from before the merge. What it lacks is merged again then.
      const original = this.isInReview(document) ? undefined : file.agentWrite?.original;
      this.#savedTexts.set(document, original?.replace(/^\uFEFF/, '') ?? file.common);
      this.#endRestore(path);
    }
  }

  #endRestore(path: string): void {
    this.#awaited.end(path);
    this.#restored.delete(path);
    if (!this.#files.has(path)) {
      this.#store.delete(path);
    }
    this.onDidRestore(path);
  }
}

const isWritten = (file: UnsavedFile): file is WrittenFile => file.agentWrite !== undefined;
