import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { copyFile, link, open as openFile, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { getErrorMessage } from '../../../core/errors.ts';
import { t } from '../../../core/l10n.ts';
import type { ReviewEvent } from '../../../core/review/model/reviewEvent.ts';
import { emptyReview, type ReviewState } from '../../../core/review/model/reviewState.ts';
import { OWNER_ONLY_MODE } from '../../disk/ensurePrivateFolder.ts';
import { FolderOwnership } from '../../disk/folderOwnership.ts';
import { replaceAtomicallySync, temporaryPath } from '../../disk/writeFileAtomic.ts';
import { writeLines, writeLinesAtomicSync } from '../../disk/writeLines.ts';
import type { Logger } from '../../../core/logger.ts';
import { errorCode } from '../../../core/errorCode.ts';
import type { OpenTurns } from '../trackedTurns.ts';
import { encodeJournalLine } from './journalLine.ts';
import { eventEntry, snapshotLines } from './journalLines.ts';
import { NO_OPEN_TURNS, parseReviewJournal, type SavedReview } from './parseReviewJournal.ts';

/**
 * When this much was appended, and more than the last snapshot has, the journal is rewritten as one snapshot. So a large
 * review is not rewritten for each large event.
 */
const REWRITE_BYTES = 4 * 1024 * 1024;
/** A larger journal is rewritten in the background. */
const BACKGROUND_REWRITE_BYTES = 16 * 1024 * 1024;

/**
 * What is in the file survives the end of this process. After this delay it is synced to disk, so that it survives a
 * power failure too.
 */
const SYNC_MS = 500;
/** How long after a failed write it is tried again, unless the next event comes first. */
const RETRY_MS = 5_000;

/**
 * The review on disk: a snapshot, and one line for each event since. An event is in the file before anybody is
 * notified, so a kill loses nothing that was shown.
 */
export class ReviewJournal {
  readonly #file: string;
  readonly #logger: Logger;
  readonly #ownership: FolderOwnership;
  #isOwner = true;
  #syncTimer: NodeJS.Timeout | undefined;
  #codecs = new Map<string, string>();
  #openTurns: OpenTurns = NO_OPEN_TURNS;
  /** The size of the last snapshot, and of what was appended since. */
  #snapshotBytes = 0;
  #bytes = 0;
  /** The lines that were appended since the running rewrite in the background began. */
  #appendedLines: string[] | undefined;
  #state: ReviewState = emptyReview;
  /** A line could not be written. It is missing or incomplete in the file, so the file has to be rewritten. */
  #needsRewrite = false;

  constructor(folder: string, logger: Logger) {
    this.#file = path.join(folder, 'review.jsonl');
    this.#ownership = new FolderOwnership(folder);
    this.#logger = logger;
  }

  /** Whether this window owns the journal: another window may have taken it over. */
  get isOwner(): boolean {
    return this.#isOwner;
  }

  /**
   * Loads the review of an earlier window and takes the journal over. Invalid lines are skipped, and the file with them
   * is kept.
   */
  async load(): Promise<SavedReview & { readonly isWhole: boolean }> {
    this.#acquire();
    const bytes = await this.#read();
    const saved = parseReviewJournal(bytes);
    if (!saved.isWhole) {
      await this.#backUp();
    }
    this.#codecs = new Map(saved.codecs);
    this.#openTurns = saved.open;
    this.#bytes = bytes.length;
    this.#state = saved.state;
    return saved;
  }

  /** Appends an event, and the encodings of files that are needed to replay it. */
  appendEvent(
    event: ReviewEvent,
    state: ReviewState,
    codecs: readonly (readonly [file: string, codec: string])[] = [],
  ): void {
    const fresh = codecs.filter(([file, codec]) => this.#codecs.get(file) !== codec);
    fresh.forEach(([file, codec]) => this.#codecs.set(file, codec));
    const lines = fresh.map(([file, codec]) => ({ kind: 'codec', path: file, codec }));
    const entry = eventEntry(event, this.#state, state);
    this.#state = state;
    this.#append([...lines, entry]);
    if (this.#bytes > Math.max(REWRITE_BYTES, this.#snapshotBytes)) {
      this.#rewriteSoon();
    }
  }

  appendOpenTurns(open: OpenTurns): void {
    this.#openTurns = open;
    this.#append([{ kind: 'turns', open }]);
  }

  /** Rewrites the journal without obsolete lines. */
  rewrite(state: ReviewState): void {
    this.#state = state;
    this.#appendedLines = undefined; // A rewrite in the background is obsolete.
    this.#write(() => {
      const lines = [...this.#lines(state)]; // This may fail too, and must not throw.
      this.#snapshotBytes = lines.reduce((sum, line) => sum + line.length, 0);
      this.#bytes = 0;
      writeLinesAtomicSync(this.#file, lines);
      this.#needsRewrite = false;
    });
  }

  /** Resolves when everything is synced to disk. */
  async flush(): Promise<void> {
    clearTimeout(this.#syncTimer);
    this.#syncTimer = undefined;
    if (this.#needsRewrite && this.#isOwner) {
      this.rewrite(this.#state);
    }
    const file = await openFile(this.#file, 'r+').catch(() => undefined); // There is none yet.
    try {
      await file?.datasync();
    } finally {
      await file?.close();
    }
  }

  /**
   * Returns nothing if there is no journal. A journal that cannot be read is moved aside, since it would be overwritten
   * otherwise.
   */
  async #read(): Promise<Buffer> {
    try {
      return await readFile(this.#file); // A string cannot be longer than 512 MB.
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') {
        const backup = `${this.#file}.${randomUUID()}`;
        await rename(this.#file, backup);
        this.#logger.error(
          t(
            "Couldn't read your pending changes: {0}. They are kept in {1}.",
            getErrorMessage(error),
            backup,
          ),
        );
      }
      return Buffer.of();
    }
  }

  /**
   * The journal is about to be replaced by one without the invalid lines. A hard link takes no space on a full disk.
   */
  async #backUp(): Promise<void> {
    const backup = `${this.#file}.${randomUUID()}`;
    await link(this.#file, backup).catch(() => copyFile(this.#file, backup));
    this.#logger.error(
      t(
        "Some pending changes couldn't be read because they are damaged or from another version of Accord. All of them are kept in {0}.",
        backup,
      ),
    );
  }

  #append(entries: readonly object[]): void {
    if (this.#needsRewrite) {
      this.rewrite(this.#state);
      return;
    }
    this.#write(() => {
      const text = entries.map(encodeJournalLine).join('');
      this.#bytes += text.length;
      this.#appendedLines?.push(text);
      appendFileSync(this.#file, text);
    });
  }

  *#lines(state: ReviewState): Generator<string> {
    const needed = new Set(
      [...state.files.values()].flatMap(({ base, current }) => [base.path, current.path]),
    );
    this.#codecs = new Map([...this.#codecs].filter(([file]) => needed.has(file)));
    yield* snapshotLines(state);
    for (const [file, codec] of this.#codecs) {
      yield encodeJournalLine({ kind: 'codec', path: file, codec });
    }
    if (this.#openTurns.turns.length > 0) {
      yield encodeJournalLine({ kind: 'turns', open: this.#openTurns });
    }
  }

  #rewriteSoon(): void {
    if (this.#snapshotBytes + this.#bytes <= BACKGROUND_REWRITE_BYTES) {
      this.rewrite(this.#state);
    } else if (!this.#appendedLines) {
      this.#rewriteInBackground().catch(error => this.#reportFailure(error));
    }
  }

  /** Writes a new file line by line while events are appended to the old one, and then adds these to the new one. */
  async #rewriteInBackground(): Promise<void> {
    const appended: string[] = [];
    this.#appendedLines = appended;
    const temporary = temporaryPath(this.#file);
    try {
      const sizeBytes = await writeLines(temporary, this.#lines(this.#state));
      if (this.#appendedLines === appended && !this.#needsRewrite && this.#checkOwnership()) {
        replaceAtomicallySync(this.#file, temporary, () =>
          appendFileSync(temporary, appended.join('')),
        );
        this.#snapshotBytes = sizeBytes;
        this.#bytes = appended.reduce((sum, line) => sum + line.length, 0);
      }
    } finally {
      if (this.#appendedLines === appended) {
        this.#appendedLines = undefined;
      }
      await rm(temporary, { force: true });
    }
  }

  #write(write: () => void): void {
    try {
      if (!this.#checkOwnership()) {
        return;
      }
      this.#withFolder(write);
      this.#scheduleSync(SYNC_MS);
    } catch (error) {
      this.#reportFailure(error);
      this.#scheduleSync(RETRY_MS);
    }
  }

  #acquire(): void {
    try {
      this.#ownership.acquire();
    } catch (error) {
      this.#ownership.assume();
      this.#reportFailure(error);
    }
  }

  /** Two windows that write one journal would destroy each other's state. */
  #checkOwnership(): boolean {
    const { owner } = this.#ownership;
    if (this.#isOwner && owner === 'nobody') {
      this.#ownership.acquire(); // It is the first write, or somebody has deleted the folder.
    } else if (this.#isOwner && owner === 'other') {
      this.#isOwner = false;
      this.#logger.error(
        t('Another window is now reviewing these changes. Reload this window to continue here.'),
      );
    }
    return this.#isOwner;
  }

  #scheduleSync(ms: number): void {
    this.#syncTimer ??= setTimeout(
      () => void this.flush().catch(error => this.#reportFailure(error)),
      ms,
    );
    this.#syncTimer.unref();
  }

  /** The folder is missing only before the first write. */
  #withFolder(write: () => void): void {
    try {
      write();
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') {
        throw error;
      }
      mkdirSync(path.dirname(this.#file), { recursive: true, mode: OWNER_ONLY_MODE });
      write();
    }
  }

  /** Reports a full disk once, and not for each event. */
  #reportFailure(error: unknown): void {
    if (!this.#needsRewrite) {
      this.#needsRewrite = true;
      this.#logger.error(
        t(
          "Couldn't save your pending changes: {0}. They will be lost when the window closes.",
          getErrorMessage(error),
        ),
      );
    }
  }
}
