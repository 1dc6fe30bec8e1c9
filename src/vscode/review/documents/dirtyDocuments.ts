import * as vscode from 'vscode';

/** Knows which files have unsaved edits. */
export class DirtyDocuments implements vscode.Disposable {
  readonly #paths = new Set(
    vscode.workspace.textDocuments.filter(isDirtyFile).map(({ uri }) => uri.fsPath),
  );
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #disposable: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#disposable = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.onDidChangeTextDocument(({ document }) =>
        this.#update(document.uri, isDirtyFile(document)),
      ),
      // VS Code opens the documents that it restores with their unsaved text.
      vscode.workspace.onDidOpenTextDocument(document =>
        this.#update(document.uri, isDirtyFile(document)),
      ),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#update(uri, false)),
    );
  }

  get paths(): readonly string[] {
    return [...this.#paths];
  }

  dispose(): void {
    this.#disposable.dispose();
  }

  #update({ fsPath }: vscode.Uri, isDirty: boolean): void {
    if (this.#paths.has(fsPath) !== isDirty) {
      this.#paths[isDirty ? 'add' : 'delete'](fsPath);
      this.#changed.fire();
    }
  }
}

const isDirtyFile = ({ isDirty, uri }: vscode.TextDocument): boolean =>
  isDirty && uri.scheme === 'file';
