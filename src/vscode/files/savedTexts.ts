import * as vscode from 'vscode';
import { roundTrip } from '../roundTrip.ts';

/** A longer text is not remembered. */
const TEXT_LIMIT_CHARS = 2_000_000;

/** Remembers of each open document the text that it last had in common with the disk. */
export class SavedTexts implements vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #settling = new Map<string, Promise<void>>();
  readonly #listening: readonly vscode.Disposable[];

  constructor() {
    const note = (document: vscode.TextDocument): void => this.#note(document);
    vscode.workspace.textDocuments.forEach(note);
    this.#listening = [
      vscode.workspace.onDidOpenTextDocument(note),
      vscode.workspace.onDidSaveTextDocument(document => {
        this.#settling.delete(document.uri.toString()); // What was saved is in common with the disk for certain.
        note(document);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && !document.isDirty && document.uri.scheme === 'file') {
          this.#noteLater(document);
        }
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    ];
  }

  get(document: vscode.TextDocument): string | undefined {
    return this.#texts.get(document.uri.toString());
  }

  /** Waits until it is certain whether the document is unsaved. */
  async whenSettled(document: vscode.TextDocument): Promise<void> {
    if (!document.isDirty) {
      await this.#settling.get(document.uri.toString());
    }
  }

  dispose(): void {
    vscode.Disposable.from(...this.#listening).dispose();
    this.#texts.clear();
  }

  /** A change that leaves a document clean came from the disk; but the first edit of a user looks the same at first. */
  #noteLater(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    const settling = this.#noteSettled(document);
    this.#settling.set(key, settling);
    void settling.finally(() => {
      if (this.#settling.get(key) === settling) {
        this.#settling.delete(key);
      }
    });
  }

  async #noteSettled(document: vscode.TextDocument): Promise<void> {
    const { version } = document;
    await roundTrip();
    if (document.version === version) {
      this.#note(document);
    }
  }

  #note(document: vscode.TextDocument): void {
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
