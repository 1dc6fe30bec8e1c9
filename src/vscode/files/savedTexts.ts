import * as vscode from 'vscode';
import { roundTrip } from '../roundTrip.ts';

/** A longer text is not remembered. */
const TEXT_LIMIT_CHARS = 2_000_000;

/** Remembers for each open document the text that it last had in common with the disk. */
export class SavedTexts implements vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #pending = new Map<string, Promise<void>>();
  readonly #listeners: readonly vscode.Disposable[];

  constructor() {
    const remember = (document: vscode.TextDocument): void => this.#remember(document);
    vscode.workspace.textDocuments.forEach(remember);
    this.#listeners = [
      vscode.workspace.onDidOpenTextDocument(remember),
      vscode.workspace.onDidSaveTextDocument(document => {
        this.#pending.delete(document.uri.toString()); // The saved text is certainly the one on disk.
        remember(document);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && !document.isDirty && document.uri.scheme === 'file') {
          this.#rememberWhenClean(document);
        }
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    ];
  }

  get(document: vscode.TextDocument): string | undefined {
    return this.#texts.get(document.uri.toString());
  }

  /** Resolves when it is certain whether the document is dirty. */
  async whenSettled(document: vscode.TextDocument): Promise<void> {
    if (!document.isDirty) {
      await this.#pending.get(document.uri.toString());
    }
  }

  dispose(): void {
    vscode.Disposable.from(...this.#listeners).dispose();
    this.#texts.clear();
  }

  /** A change that leaves a document clean came from the disk. But the user's first edit looks the same at first. */
  #rememberWhenClean(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    const pending = this.#rememberAfterRoundTrip(document);
    this.#pending.set(key, pending);
    void pending.finally(() => {
      if (this.#pending.get(key) === pending) {
        this.#pending.delete(key);
      }
    });
  }

  async #rememberAfterRoundTrip(document: vscode.TextDocument): Promise<void> {
    const { version } = document;
    await roundTrip();
    if (document.version === version) {
      this.#remember(document);
    }
  }

  #remember(document: vscode.TextDocument): void {
    if (document.isDirty || document.isClosed || document.uri.scheme !== 'file') {
      return;
    }
    const text = document.getText();
    if (text.length <= TEXT_LIMIT_CHARS) {
      this.#texts.set(document.uri.toString(), text);
    } else {
      this.#texts.delete(document.uri.toString());
    }
  }
}
