import * as vscode from 'vscode';

/** Texts as read-only documents, so that closing one does not ask to save it. A text is kept until its document is closed. */
export class ReadOnlyDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #scheme: string;
  readonly #texts = new Map<string, string>();
  readonly #registration: vscode.Disposable;
  #count = 0;

  constructor(scheme: string) {
    this.#scheme = scheme;
    this.#registration = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    );
  }

  /** Returns the address of a new document. The name decides its language. */
  add(name: string, text: string): vscode.Uri {
    this.#count += 1;
    const uri = vscode.Uri.from({ scheme: this.#scheme, path: `/${this.#count}/${name}` });
    this.#texts.set(uri.toString(), text);
    return uri;
  }

  provideTextDocumentContent(uri: vscode.Uri): string | undefined {
    return this.#texts.get(uri.toString());
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
