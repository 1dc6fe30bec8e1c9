import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Sequencer } from '../../core/async/sequencer.ts';
import { Emitter, type Event } from '../../core/event.ts';
import { isDraft } from '../../core/journal/journalSchemas.ts';
import { asNumber, asRecord, asString } from '../../core/json.ts';
import type { Draft } from '../../core/prompt/draft.ts';
import type { StoredDraft } from '../../core/chat/chatViewState.ts';
import type { JournalFolder } from './journalFolder.ts';

/** Drafts of sessions long gone must not pile up. */
const MOST_DRAFTS = 200;
/** Beyond this the file is written anew, with the drafts there are. */
const REWRITE_BYTES = 1024 * 1024;

/** What the user has written and not sent, by session, on disk: neither a closed window nor a crash takes it along. */
export class DraftStore {
  readonly #folder: JournalFolder;
  readonly #failed: (error: unknown) => void;
  readonly #drafts = new Map<string, StoredDraft>();
  /** When a draft was sent or deleted: a page may still have it. */
  readonly #emptied = new Map<string, number>();
  readonly #kept = new Emitter<SavedDraft>();
  /** A page has kept a draft: others may show the same session. */
  readonly onDidChange: Event<SavedDraft> = this.#kept.event;
  readonly #writes = new Sequencer();
  #sizeBytes = 0;

  /** Reads those of earlier windows at once: the first page may ask for one at any moment. */
  constructor(folder: JournalFolder, failed: (error: unknown) => void) {
    this.#folder = folder;
    this.#failed = failed;
    const text = textOf(this.#file);
    this.#sizeBytes = text.length;
    for (const line of text.split('\n')) {
      this.#take(parsed(line));
    }
  }

  /** The draft for a session; under the empty name, for one that is not there yet. One that was sent or deleted is empty. */
  get(sessionId: string): StoredDraft | undefined {
    const atMs = this.#emptied.get(sessionId);
    return this.#drafts.get(sessionId) ?? (atMs === undefined ? undefined : { draft: [], atMs });
  }

  /** Keeps a draft; an empty one takes it away. */
  set(sessionId: string, draft: Draft, atMs: number): void {
    const kept = { sessionId, draft, atMs };
    this.#take(kept);
    const line = lineOf(kept);
    this.#queue(() =>
      this.#sizeBytes + line.length > REWRITE_BYTES ? this.#rewrite() : this.#append(line),
    );
    this.#kept.fire(kept);
  }

  /** Forgets those of sessions that are gone. */
  keepOnly(sessions: ReadonlySet<string>): void {
    const gone = [...this.#drafts.keys()].filter(id => id !== '' && !sessions.has(id));
    if (gone.length > 0) {
      for (const id of gone) {
        this.#drafts.delete(id);
        this.#emptied.delete(id);
      }
      this.#queue(() => this.#rewrite());
    }
  }

  /** Settles when all is on the disk. */
  flush(): Promise<void> {
    return this.#writes.whenIdle();
  }

  get #file(): string {
    return join(this.#folder.path, 'drafts.jsonl');
  }

  #take(kept: SavedDraft | undefined): void {
    if (!kept) {
      return;
    }
    const { sessionId, draft, atMs } = kept;
    this.#drafts.delete(sessionId); // The newest stands last.
    this.#emptied.delete(sessionId);
    if (draft.length > 0) {
      this.#drafts.set(sessionId, { draft, atMs });
    } else {
      this.#emptied.set(sessionId, atMs);
    }
    for (const all of [this.#drafts, this.#emptied]) {
      const [oldest] = all.keys();
      if (all.size > MOST_DRAFTS && oldest !== undefined) {
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
    const lines = [...this.#drafts].map(([sessionId, kept]) => lineOf({ sessionId, ...kept }));
    this.#sizeBytes = await this.#folder.replace(this.#file, lines.join(''));
  }

  #queue(write: () => Promise<void>): void {
    void this.#writes.queue(() => this.#writeIfMine(write).catch(this.#failed));
  }

  /** If another window has taken over, what is written there counts. */
  async #writeIfMine(write: () => Promise<void>): Promise<void> {
    if (await this.#folder.isOwner()) {
      await write();
    }
  }
}

/** A draft, and the session it was written for. */
export interface SavedDraft extends StoredDraft {
  readonly sessionId: string;
}

const VERSION = 1;

const lineOf = (kept: SavedDraft): string => `${JSON.stringify({ version: VERSION, ...kept })}\n`;

/** A line that was cut off in writing, or that a later version wrote, is passed over. */
function parsed(line: string): SavedDraft | undefined {
  try {
    const raw = asRecord(JSON.parse(line));
    const [sessionId, atMs] = [asString(raw?.['sessionId']), asNumber(raw?.['atMs'])];
    const draft = raw?.['draft'];
    return raw?.['version'] === VERSION &&
      sessionId !== undefined &&
      atMs !== undefined &&
      isDraft(draft)
      ? { sessionId, draft, atMs }
      : undefined;
  } catch {
    return undefined;
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // There is none yet.
  }
}
