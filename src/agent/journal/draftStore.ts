import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Sequencer } from '../../core/async/sequencer.ts';
import { Emitter, type Event } from '../../core/event.ts';
import { isDraft } from '../../core/journal/journalSchemas.ts';
import { asNumber, asRecord, asString, parseJson } from '../../core/json.ts';
import type { Draft } from '../../core/prompt/draft.ts';
import type { StoredDraft } from '../../core/chat/chatViewState.ts';
import type { JournalFolder } from './journalFolder.ts';

/** Limits the drafts of sessions that no longer exist. */
const DRAFT_LIMIT = 200;
/** Beyond this size the file is rewritten with the current drafts only. */
const REWRITE_BYTES = 1024 * 1024;

/** Stores the drafts of all sessions on disk, so that they survive a closed window and a crash. */
export class DraftStore {
  readonly #folder: JournalFolder;
  readonly #onError: (error: unknown) => void;
  readonly #drafts = new Map<string, StoredDraft>();
  /** When a draft was sent or deleted: a webview may still have it. */
  readonly #deletedMs = new Map<string, number>();
  readonly #changed = new Emitter<SavedDraft>();
  /** Fires when a webview has changed a draft: others may show the same session. */
  readonly onDidChange: Event<SavedDraft> = this.#changed.event;
  readonly #writes = new Sequencer();
  #sizeBytes = 0;

  /** Reads the drafts of earlier windows synchronously: the first webview may ask for one at any moment. */
  constructor(folder: JournalFolder, onError: (error: unknown) => void) {
    this.#folder = folder;
    this.#onError = onError;
    const text = readText(this.#file);
    this.#sizeBytes = text.length;
    for (const line of text.split('\n')) {
      this.#apply(parseLine(line));
    }
  }

  /**
   * The draft of a session; the empty id stands for the next new session. A draft that was sent or deleted is empty.
   */
  get(sessionId: string): StoredDraft | undefined {
    const atMs = this.#deletedMs.get(sessionId);
    return this.#drafts.get(sessionId) ?? (atMs === undefined ? undefined : { draft: [], atMs });
  }

  /** Stores a draft. An empty one deletes it. */
  set(sessionId: string, draft: Draft, atMs: number): void {
    const stored = { sessionId, draft, atMs };
    this.#apply(stored);
    const line = toLine(stored);
    this.#queue(() =>
      this.#sizeBytes + line.length > REWRITE_BYTES ? this.#rewrite() : this.#append(line),
    );
    this.#changed.fire(stored);
  }

  /** Deletes the drafts of all other sessions. */
  keepOnly(sessions: ReadonlySet<string>): void {
    const gone = [...this.#drafts.keys()].filter(id => id !== '' && !sessions.has(id));
    if (gone.length > 0) {
      for (const id of gone) {
        this.#drafts.delete(id);
        this.#deletedMs.delete(id);
      }
      this.#queue(() => this.#rewrite());
    }
  }

  /** Resolves when everything is on disk. */
  flush(): Promise<void> {
    return this.#writes.whenIdle();
  }

  get #file(): string {
    return join(this.#folder.path, 'drafts.jsonl');
  }

  #apply(stored: SavedDraft | undefined): void {
    if (!stored) {
      return;
    }
    const { sessionId, draft, atMs } = stored;
    this.#drafts.delete(sessionId); // The newest is last.
    this.#deletedMs.delete(sessionId);
    if (draft.length > 0) {
      this.#drafts.set(sessionId, { draft, atMs });
    } else {
      this.#deletedMs.set(sessionId, atMs);
    }
    for (const all of [this.#drafts, this.#deletedMs]) {
      const [oldest] = all.keys();
      if (all.size > DRAFT_LIMIT && oldest !== undefined) {
        all.delete(oldest);
      }
    }
  }

  async #append(line: string): Promise<void> {
    await this.#folder.append(this.#file, Buffer.from(line));
    this.#sizeBytes += line.length;
    await this.#folder.sync(this.#file);
  }

  async #rewrite(): Promise<void> {
    const lines = [...this.#drafts].map(([sessionId, stored]) => toLine({ sessionId, ...stored }));
    this.#sizeBytes = await this.#folder.replace(this.#file, lines.join(''));
  }

  #queue(write: () => Promise<void>): void {
    void this.#writes.queue(() => this.#writeIfOwner(write).catch(this.#onError));
  }

  /** If another window has taken over the folder, its drafts count. */
  async #writeIfOwner(write: () => Promise<void>): Promise<void> {
    if (await this.#folder.isOwner()) {
      await write();
    }
  }
}

/** A draft and the session it belongs to. */
export interface SavedDraft extends StoredDraft {
  readonly sessionId: string;
}

const VERSION = 1;

const toLine = (stored: SavedDraft): string =>
  `${JSON.stringify({ version: VERSION, ...stored })}\n`;

/** Skips a line that was not written completely, or was written by a later version. */
function parseLine(line: string): SavedDraft | undefined {
  const raw = asRecord(parseJson(line));
  const [sessionId, atMs] = [asString(raw?.['sessionId']), asNumber(raw?.['atMs'])];
  const draft = raw?.['draft'];
  return raw?.['version'] === VERSION &&
    sessionId !== undefined &&
    atMs !== undefined &&
    isDraft(draft)
    ? { sessionId, draft, atMs }
    : undefined;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // There is none yet.
  }
}
