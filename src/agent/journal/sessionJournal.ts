import { truncate } from 'node:fs/promises';
import { Sequencer } from '../../core/async/sequencer.ts';
import { joinPatches } from '../../core/chat/joinPatches.ts';
import { formatJournalLine, type JournalLine } from '../../core/journal/journalLine.ts';
import { compactJournal, type SessionRecord } from '../../core/journal/sessionRecord.ts';
import type { TranscriptPatch } from '../../core/session/transcript/transcript.ts';
import type { JournalFolder } from './journalFolder.ts';

/** An event is in the file this long after it happened, at the latest: a process that dies loses nothing that is older. */
const WRITE_MS = 100;
/** And this long after that it is on the disk for good, also if the machine dies. */
const SYNC_MS = 500;

/** A journal is compacted when it has grown by as much again, and by no less than this. */
const COMPACT_BYTES = 1024 * 1024;

/** What a journal file is made of. */
export interface SessionJournalOptions {
  readonly folder: JournalFolder;
  readonly id: string;
  /** The size of the file so far; 0 for a new one. */
  readonly sizeBytes: number;
  /** The session as it is at this moment. */
  record(): SessionRecord;
  /** It could not be written. What waits is kept and tried again with the next event. */
  readonly failed: (error: unknown) => void;
}

/** Writes one session's journal: gathers what happens for a moment, then adds it to the file. */
export class SessionJournal {
  readonly #parts: SessionJournalOptions;
  #waiting: JournalLine[] = [];
  #timer: NodeJS.Timeout | undefined;
  #syncTimer: NodeJS.Timeout | undefined;
  #isSynced = true;
  readonly #writes = new Sequencer();
  #sizeBytes: number;
  #compactAtBytes: number;

  constructor(parts: SessionJournalOptions) {
    this.#parts = parts;
    this.#sizeBytes = parts.sizeBytes;
    this.#compactAtBytes = nextCompaction(parts.sizeBytes);
  }

  /** Takes in what happened. It is on the disk soon. */
  append(line: JournalLine): void {
    this.#waiting.push(line);
    this.#timer ??= setTimeout(() => void this.write(), WRITE_MS);
  }

  /** Settles when everything so far is in the file, or could not be written. */
  write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#writes.queue(() => this.#write());
  }

  /** Settles when everything so far is on the disk for good, or could not be written. */
  flush(): Promise<void> {
    clearTimeout(this.#syncTimer);
    this.#syncTimer = undefined;
    void this.write();
    return this.#writes.queue(() => this.#sync());
  }

  /** Writes it as short as it can be. */
  compact(): Promise<void> {
    this.#compactAtBytes = 0;
    return this.flush();
  }

  /** Forgets what waits: the journal is about to be deleted. */
  async discard(): Promise<void> {
    clearTimeout(this.#timer);
    clearTimeout(this.#syncTimer);
    this.#timer = undefined;
    this.#waiting = [];
    await this.#writes.whenIdle();
  }

  async #write(): Promise<void> {
    const isDue = (): boolean => this.#waiting.length > 0 || this.#compactAtBytes === 0;
    if (!isDue() || !(await this.#parts.folder.isOwner()) || !isDue()) {
      return; // Nothing is to be done, or another window has taken over: what is shown there is what counts.
    }
    const lines = this.#waiting;
    this.#waiting = [];
    try {
      const bytes = Buffer.from(joined(lines).map(formatJournalLine).join(''));
      await (this.#sizeBytes + bytes.length >= this.#compactAtBytes
        ? this.#rewrite(this.#parts.record())
        : this.#append(bytes));
    } catch (error) {
      this.#waiting = [...lines, ...this.#waiting];
      this.#parts.failed(error);
    }
  }

  async #append(bytes: Uint8Array): Promise<void> {
    const path = this.#parts.folder.getPath(this.#parts.id);
    try {
      await this.#parts.folder.append(path, bytes);
      this.#sizeBytes += bytes.length;
      this.#isSynced = false;
      this.#syncTimer ??= setTimeout(() => void this.flush(), SYNC_MS);
    } catch (error) {
      // A full disk may take half a line: what is tried again must not stand behind it.
      await truncate(path, this.#sizeBytes).catch(() => {});
      throw error;
    }
  }

  async #sync(): Promise<void> {
    if (!this.#isSynced) {
      this.#isSynced = true;
      const { folder, id, failed } = this.#parts;
      await folder.sync(folder.getPath(id)).catch(failed);
    }
  }

  async #rewrite(record: SessionRecord): Promise<void> {
    const { folder, id } = this.#parts;
    this.#sizeBytes = await folder.replace(folder.getPath(id), compactJournal(record));
    this.#compactAtBytes = nextCompaction(this.#sizeBytes);
  }
}

const nextCompaction = (sizeBytes: number): number =>
  sizeBytes + Math.max(sizeBytes, COMPACT_BYTES);

/** Patches in a row become one line, and pieces of one text one patch. */
function joined(lines: readonly JournalLine[]): readonly JournalLine[] {
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
