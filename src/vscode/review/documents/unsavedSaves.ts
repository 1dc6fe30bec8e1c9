import { lstat, lutimes } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import { settleWithin } from '../../../agent/review/unsaved/settleWithin.ts';
import { getErrorMessage } from '../../../core/errors.ts';
import type { Logger } from '../../../core/logger.ts';
import type { Origin } from '../../../core/review/file/hunk.ts';
import { roundTrip } from '../../roundTrip.ts';
import type { DocumentTracker } from './documentTracker.ts';
import { getOpenDocument } from './openDocument.ts';
import type { UnsavedMerger } from './unsavedMerger.ts';
import type { UnsavedWrites } from './unsavedWrites.ts';

/** A save that has not ended after this time has failed. */
const SAVE_LIMIT_MS = 10_000;
/** How often a document that is being saved is compared with the disk. */
const POLL_MS = 250;
/** Discarded edits are handled this long after VS Code reports that a document is clean: it may have been saved. */
const DISCARD_DELAY_MS = 100;
/**
 * How long a save is prepared. VS Code waits for 1.5 seconds, and ignores a listener that was too slow or failed several times in a
 * row until the window is closed.
 */
const PREPARE_LIMIT_MS = 1_200;
const LONG_AGO = new Date(0);
/** How often a save is prepared again because the file is being written. */
const ATTEMPTS = 3;

export interface UnsavedSavesOptions {
  readonly documents: DocumentTracker;
  readonly merger: UnsavedMerger;
  readonly writes: UnsavedWrites;
  readonly logger: Logger;
  /** The running turn that a change of a file belongs to. */
  getOrigin(path: string): Origin | undefined;
}

/**
 * Makes VS Code save documents beneath which an agent has written. VS Code refuses to overwrite a file that is newer than the one it
 * loaded, unless the sizes are equal: then it overwrites the file silently. So the document is merged with what is on disk right
 * before it is saved, and if it contains everything the file is made to look old.
 */
export class UnsavedSaves implements vscode.Disposable {
  readonly #options: UnsavedSavesOptions;
  readonly #listeners: vscode.Disposable;
  /** The saves that have not ended. */
  readonly #saves = new Map<string, object>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** Called when a document beneath which an agent has written is clean or closed without having been saved. */
  onDidDiscard: (path: string) => void = () => {};

  constructor(options: UnsavedSavesOptions) {
    this.#options = options;
    this.#listeners = vscode.Disposable.from(
      vscode.workspace.onWillSaveTextDocument(event => this.#handleWillSave(event)),
      vscode.workspace.onDidSaveTextDocument(document => this.#handleDidSave(document)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length === 0 && !document.isDirty) {
          this.#checkDiscarded(document.uri.fsPath);
        }
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#checkDiscarded(uri.fsPath)),
    );
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#saves.clear();
    this.#timers.forEach(clearTimeout);
  }

  #handleWillSave(event: vscode.TextDocumentWillSaveEvent): void {
    const { document } = event;
    const path = document.uri.fsPath;
    const isFile = document.uri.scheme === 'file' && document.isDirty;
    const origin = isFile ? this.#options.getOrigin(path) : undefined;
    if (origin || (isFile && this.#options.writes.get(path))) {
      const late = new AbortController();
      const preparing = this.#prepareSave(document, origin, late.signal);
      event.waitUntil(
        settleWithin(preparing, PREPARE_LIMIT_MS, error =>
          this.#options.logger.warn(`Save of ${path}: ${getErrorMessage(error)}`),
        ).finally(() => late.abort()),
      );
      void this.#saveAgainIfRefused(document);
    }
  }

  /** A file must not look old after VS Code has begun to save it. */
  async #prepareSave(
    document: vscode.TextDocument,
    origin: Origin | undefined,
    late: AbortSignal,
  ): Promise<void> {
    const { merger, writes } = this.#options;
    const path = document.uri.fsPath;
    const mayGoOn = (): boolean => isMerged && !late.aborted && writes.get(path) !== undefined;
    let isMerged = await merger.mergeBeforeSave(document, origin);
    // What is written from here on has a new time again, and what was written before is found by the merge that follows.
    for (let attempt = 0; attempt < ATTEMPTS && mayGoOn(); attempt += 1) {
      await lutimes(path, LONG_AGO, LONG_AGO);
      this.#expectSave(path);
      isMerged = await merger.mergeBeforeSave(document, origin);
      if (isMerged && (await isOld(path))) {
        return;
      }
    }
    await this.#restoreTime(path);
  }

  /** VS Code refuses to save if an agent writes after the save was prepared, and does not report that. */
  async #saveAgainIfRefused(document: vscode.TextDocument): Promise<void> {
    const { merger, documents } = this.#options;
    const path = document.uri.fsPath;
    const save = {};
    this.#saves.set(path, save);
    let foreign: string | undefined;
    for (let waitedMs = 0; waitedMs < SAVE_LIMIT_MS; waitedMs += POLL_MS) {
      await sleep(POLL_MS);
      if (this.#saves.get(path) !== save || document.isClosed) {
        return;
      }
      const text = await merger.findForeignText(document);
      const origin = this.#options.getOrigin(path);
      if (origin && text !== undefined && text === foreign && this.#saves.get(path) === save) {
        documents.saving.end(path);
        if (await merger.merge(path, { origin })) {
          await document.save();
        }
        return;
      }
      foreign = text;
    }
  }

  #expectSave(path: string): void {
    clearTimeout(this.#timers.get(path));
    this.#timers.set(
      path,
      setTimeout(() => void this.#restoreTime(path), SAVE_LIMIT_MS),
    );
  }

  #handleDidSave(document: vscode.TextDocument): void {
    const path = document.uri.fsPath;
    this.#saves.delete(path);
    clearTimeout(this.#timers.get(path));
    this.#timers.delete(path);
    this.#options.writes.delete(path);
    this.#options.writes.deleteMerge(document);
  }

  /** The file must not keep a wrong time if it is not saved: builds compare times. */
  async #restoreTime(path: string): Promise<void> {
    clearTimeout(this.#timers.get(path));
    if (this.#timers.delete(path) && (await isOld(path))) {
      const now = new Date();
      await lutimes(path, now, now).catch(() => {}); // The file is gone, or not ours to change.
    }
  }

  #checkDiscarded(path: string): void {
    if (this.#options.writes.get(path)) {
      setTimeout(() => void this.#handleDiscarded(path), DISCARD_DELAY_MS);
    }
  }

  async #handleDiscarded(path: string): Promise<void> {
    await roundTrip();
    if (this.#options.writes.get(path) && !getOpenDocument(path)?.isDirty) {
      this.onDidDiscard(path);
    }
  }
}

async function isOld(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined);
  return stats?.mtimeMs === LONG_AGO.getTime();
}
