import { truncate } from 'node:fs/promises';
import { Sequencer } from '../../core/async/sequencer.ts';
import { joinPatches } from '../../core/chat/joinPatches.ts';
import { formatJournalLine, type JournalLine } from '../../core/journal/journalLine.ts';
import { compactJournal, type SessionRecord } from '../../core/journal/sessionRecord.ts';
import type { TranscriptPatch } from '../../core/session/transcript/transcript.ts';
import type { JournalFolder } from './journalFolder.ts';

/** The longest delay until an event is in the file, where it survives the end of this process. */
const WRITE_MS = 100;
/** The delay after that until it is synced to disk, where it survives a power failure. */
const SYNC_MS = 500;

/** A journal is compacted when it has doubled its size, and has grown by at least this. */
const COMPACT_BYTES = 1024 * 1024;

export interface SessionJournalOptions {
  readonly folder: JournalFolder;
  readonly id: string;
  /** The current size of the file; 0 for a new one. */
  readonly sizeBytes: number;
  /** The current state of the session. */
  record(): SessionRecord;
  /** Called when a write failed. The pending lines are kept and tried again with the next event. */
  readonly onError: (error: unknown) => void;
}

/** Writes the journal of one session. Events are collected for a moment and then appended together. */
export class SessionJournal {
  readonly #options: SessionJournalOptions;
  #pending: JournalLine[] = [];
  #timer: NodeJS.Timeout | undefined;
  #syncTimer: NodeJS.Timeout | undefined;
  #isSynced = true;
  readonly #writes = new Sequencer();
  #sizeBytes: number;
  #compactAtBytes: number;

  constructor(options: SessionJournalOptions) {
    this.#options = options;
    this.#sizeBytes = options.sizeBytes;
    this.#compactAtBytes = nextCompaction(options.sizeBytes);
  }

  /** Queues an event to be written soon. */
  append(line: JournalLine): void {
    this.#pending.push(line);
    this.#timer ??= setTimeout(() => void this.write(), WRITE_MS);
  }

  /** Resolves when everything so far is in the file, or could not be written. */
  write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#writes.queue(() => this.#write());
  }

  /** Resolves when everything so far is synced to disk, or could not be written. */
  flush(): Promise<void> {
    clearTimeout(this.#syncTimer);
    this.#syncTimer = undefined;
    void this.write();
    return this.#writes.queue(() => this.#sync());
  }

  /** Rewrites the journal without redundant lines. */
  compact(): Promise<void> {
    this.#compactAtBytes = 0;
    return this.flush();
  }

  /** Drops pending events: the journal is about to be deleted. */
  async discard(): Promise<void> {
    clearTimeout(this.#timer);
    clearTimeout(this.#syncTimer);
    this.#timer = undefined;
    this.#pending = [];
    await this.#writes.whenIdle();
  }

  async #write(): Promise<void> {
    const isDue = (): boolean => this.#pending.length > 0 || this.#compactAtBytes === 0;
    if (!isDue() || !(await this.#options.folder.isOwner()) || !isDue()) {
      return; // There is nothing to write, or another window has taken over, and its state counts.
    }
    const lines = this.#pending;
    this.#pending = [];
    try {
      const bytes = Buffer.from(joinPatchLines(lines).map(formatJournalLine).join(''));
      await (this.#sizeBytes + bytes.length >= this.#compactAtBytes
        ? this.#rewrite(this.#options.record())
        : this.#append(bytes));
    } catch (error) {
      this.#pending = [...lines, ...this.#pending];
      this.#options.onError(error);
    }
  }

  async #append(bytes: Uint8Array): Promise<void> {
    const path = this.#options.folder.getPath(this.#options.id);
    try {
      await this.#options.folder.append(path, bytes);
      this.#sizeBytes += bytes.length;
      this.#isSynced = false;
      this.#syncTimer ??= setTimeout(() => void this.flush(), SYNC_MS);
    } catch (error) {
      // A full disk may have taken half a line: the next attempt must not append to that.
      await truncate(path, this.#sizeBytes).catch(() => {});
      throw error;
    }
  }

  async #sync(): Promise<void> {
    if (!this.#isSynced) {
      this.#isSynced = true;
      const { folder, id, onError } = this.#options;
      await folder.sync(folder.getPath(id)).catch(onError);
    }
  }

  async #rewrite(record: SessionRecord): Promise<void> {
    const { folder, id } = this.#options;
    this.#sizeBytes = await folder.replace(folder.getPath(id), compactJournal(record));
    this.#compactAtBytes = nextCompaction(this.#sizeBytes);
  }
}

const nextCompaction = (sizeBytes: number): number =>
  sizeBytes + Math.max(sizeBytes, COMPACT_BYTES);

/** Joins consecutive patches to one line, and pieces of one text to one patch. */
function joinPatchLines(lines: readonly JournalLine[]): readonly JournalLine[] {
  const runs: JournalLine[] = [];
  let patches: TranscriptPatch[] = [];
  const endRun = (): void => {
    if (patches.length > 0) {
      runs.push({ kind: 'patches', patches: joinPatches(patches) });
      patches = [];
    }
  };
  for (const line of lines) {
    if (line.kind === 'patches') {
      patches.push(...line.patches);
    } else {
      endRun();
      runs.push(line);
    }
  }
  endRun();
  return runs;
}
