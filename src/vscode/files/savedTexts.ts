import * as vscode from 'vscode';
import { normalizeText } from '../../core/text/normalizeText.ts';
import { roundTrip } from '../roundTrip.ts';

/** A longer text is not remembered. */
const TEXT_LIMIT_CHARS = 2_000_000;
/** How many texts of a document are remembered while it is saved. */
const SAVING_TEXTS = 20;

/** What is known about a document. */
interface KnownText {
  /** The text that it last had in common with the disk. */
  readonly text: string | undefined;
  /** Whether the document loaded this text, so that it may be an agent's. Otherwise the document was saved or merged with the disk. */
  readonly isLoaded: boolean;
  /** What was known before, until it is certain that the last change was not the user's. */
  readonly before?: KnownText | undefined;
}

/** Remembers for each open document the text that it last had in common with the disk. */
export class SavedTexts implements vscode.Disposable {
  readonly #known = new Map<string, KnownText>();
  readonly #pending = new Map<string, Promise<void>>();
  /** The texts that documents had while they were last saved. One of them was saved. */
  readonly #savingTexts = new Map<string, readonly string[]>();
  readonly #listeners: readonly vscode.Disposable[];

  constructor() {
    const remember = (document: vscode.TextDocument): void => this.#remember(document);
    vscode.workspace.textDocuments.forEach(remember);
    this.#listeners = [
      vscode.workspace.onDidOpenTextDocument(remember),
      vscode.workspace.onWillSaveTextDocument(({ document }) => {
        this.#savingTexts.set(
          document.uri.toString(),
          isRemembered(document) ? [document.getText()] : [],
        );
      }),
      vscode.workspace.onDidSaveTextDocument(document => this.#handleDidSave(document)),
      vscode.workspace.onDidChangeTextDocument(event => this.#handleChange(event)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri.toString())),
    ];
  }

  get(document: vscode.TextDocument): string | undefined {
    return this.#known.get(document.uri.toString())?.text;
  }

  /** Whether a document was loaded with this text and not saved since. */
  hasLoaded(document: vscode.TextDocument, text: string): boolean {
    const known = this.#known.get(document.uri.toString());
    return known?.isLoaded === true && normalizeText(known.text ?? '') === normalizeText(text);
  }

  /** The text that a document was loaded with, unless it was saved since. */
  getLoaded(document: vscode.TextDocument): string | undefined {
    const known = this.#known.get(document.uri.toString());
    return known?.isLoaded ? known.text : undefined;
  }

  /** The saved text of a document was an agent's. */
  setLoaded(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    this.#known.set(key, { ...(this.#known.get(key) ?? UNKNOWN), isLoaded: true });
  }

  /** Sets the text that a document with unsaved edits has in common with the disk, once the rest of it is merged. */
  set(document: vscode.TextDocument, text: string): void {
    const key = document.uri.toString();
    this.#pending.delete(key);
    if (this.#savingTexts.has(key)) {
      this.#savingTexts.set(key, [document.getText()]); // From here on it may be saved.
    }
    this.#known.set(key, { text, isLoaded: false });
  }

  /** Whether this text on disk was saved from a document, although the user typed meanwhile. */
  wasSaved(document: vscode.TextDocument, text: string): boolean {
    return this.#savingTexts.get(document.uri.toString())?.includes(text) ?? false;
  }

  /** Resolves when it is certain whether the document is dirty. */
  async whenSettled(document: vscode.TextDocument): Promise<void> {
    if (!document.isDirty) {
      await this.#pending.get(document.uri.toString());
    }
  }

  dispose(): void {
    vscode.Disposable.from(...this.#listeners).dispose();
    this.#known.clear();
  }

  /**
   * A change that leaves a document clean came from the disk. But the user's first edit looks the same at first: VS Code reports right
   * after it that the document is dirty.
   */
  #handleChange({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const key = document.uri.toString();
    if (document.uri.scheme !== 'file') {
      return;
    }
    if (contentChanges.length > 0) {
      this.#addSavingText(document);
      if (!document.isDirty) {
        this.#rememberChange(document);
      }
    } else if (!document.isDirty) {
      this.#remember(document);
    } else if (this.#pending.delete(key)) {
      this.#known.set(key, this.#known.get(key)?.before ?? UNKNOWN);
    }
  }

  #rememberChange(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    const text = getText(document);
    const { before: _, ...before } = this.#known.get(key) ?? UNKNOWN;
    this.#known.set(key, { text, isLoaded: true, before });
    const pending = this.#confirmChange(key, text);
    this.#pending.set(key, pending);
  }

  async #confirmChange(key: string, text: string | undefined): Promise<void> {
    await roundTrip();
    const known = this.#known.get(key);
    if (known?.before && known.text === text) {
      this.#pending.delete(key);
      this.#known.set(key, { text, isLoaded: true });
    }
  }

  #handleDidSave(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    if (!document.isDirty) {
      this.#pending.delete(key);
      this.#savingTexts.delete(key);
      this.#known.set(key, { text: getText(document), isLoaded: false });
      return;
    }
    const [first] = this.#savingTexts.get(key) ?? [];
    if (first !== undefined) {
      this.#known.set(key, { text: first, isLoaded: false }); // The user has typed since. Nothing but a formatter comes in between.
    }
  }

  #addSavingText(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    const texts = this.#savingTexts.get(key);
    if (texts && texts.length < SAVING_TEXTS && isRemembered(document)) {
      this.#savingTexts.set(key, [...texts, document.getText()]);
    }
  }

  #remember(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    if (!document.isDirty && !document.isClosed && document.uri.scheme === 'file') {
      this.#savingTexts.delete(key);
      const text = getText(document);
      const { text: before, isLoaded } = this.#known.get(key) ?? UNKNOWN;
      this.#known.set(key, { text, isLoaded: text !== before || isLoaded });
    }
  }

  #forget(key: string): void {
    this.#known.delete(key);
    this.#pending.delete(key);
    this.#savingTexts.delete(key);
  }
}

const UNKNOWN: KnownText = { text: undefined, isLoaded: true };

const getText = (document: vscode.TextDocument): string | undefined =>
  isRemembered(document) ? document.getText() : undefined;

/** The length is found without creating the text. */
const isRemembered = (document: vscode.TextDocument): boolean =>
  document.uri.scheme === 'file' &&
  document.offsetAt(document.lineAt(document.lineCount - 1).range.end) <= TEXT_LIMIT_CHARS;
