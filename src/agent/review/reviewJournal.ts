import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { copyFile, link, open as openFile, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { getErrorMessage } from '../../core/errors.ts';
import { t } from '../../core/l10n.ts';
import type { ReviewEvent } from '../../core/review/model/reviewEvent.ts';
import { createReviewSnapshot } from '../../core/review/model/reviewSnapshot.ts';
import { emptyReview, type ReviewState } from '../../core/review/model/reviewState.ts';
import { OWNER_ONLY_MODE } from '../disk/ensurePrivateFolder.ts';
import { FolderOwnership } from '../disk/folderOwnership.ts';
import { writeFileAtomicSync } from '../disk/writeFileAtomic.ts';
import type { Logger } from '../../core/logger.ts';
import { errorCode } from '../../core/errorCode.ts';
import type { OpenTurns } from './changeTracker.ts';
import { NO_OPEN_TURNS, parseReviewJournal, type SavedReview } from './parseReviewJournal.ts';

/** Beyond this size the journal is rewritten as one snapshot. */
const REWRITE_BYTES = 4 * 1024 * 1024;

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
  #bytes = 0;
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
  async load(): Promise<SavedReview> {
    this.#acquire();
    const text = await this.#readText();
    const { isWhole, ...saved } = parseReviewJournal(text);
    if (!isWhole) {
      await this.#backUp();
    }
    this.#codecs = new Map(saved.codecs);
    this.#openTurns = saved.open;
    this.#bytes = text.length;
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
    this.#state = state;
    this.#append([...lines, { kind: 'event', event }]);
    if (this.#bytes > REWRITE_BYTES) {
      this.rewrite(state);
    }
  }

  appendOpenTurns(open: OpenTurns): void {
    this.#openTurns = open;
    this.#append([{ kind: 'turns', open }]);
  }

  /** Rewrites the journal without obsolete lines. */
  rewrite(state: ReviewState): void {
    const needed = new Set(
      [...state.files.values()].flatMap(({ base, current }) => [base.path, current.path]),
    );
    this.#codecs = new Map([...this.#codecs].filter(([file]) => needed.has(file)));
    const lines = [
      { kind: 'snapshot', snapshot: createReviewSnapshot(state) },
      ...[...this.#codecs].map(([file, codec]) => ({ kind: 'codec', path: file, codec })),
      ...(this.#openTurns.turns.length > 0 ? [{ kind: 'turns', open: this.#openTurns }] : []),
    ];
    const text = lines.map(one => `${JSON.stringify(one)}\n`).join('');
    this.#bytes = 0;
    this.#state = state;
    this.#write(() => {
      writeFileAtomicSync(this.#file, text, { flush: true });
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
  async #readText(): Promise<string> {
    try {
      return await readFile(this.#file, 'utf8');
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') {
        const backup = `${this.#file}.${randomUUID()}`;
        await rename(this.#file, backup);
        this.#logger.error(
          t(
            'What waited for your decision cannot be read: {0}. It is kept in {1}.',
            getErrorMessage(error),
            backup,
          ),
        );
      }
      return '';
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
        'Some of what waited for your decision cannot be read: it is damaged, or of another version of Accord. All of it is kept in {0}.',
        backup,
      ),
    );
  }

  #append(entries: readonly object[]): void {
    if (this.#needsRewrite) {
      this.rewrite(this.#state);
      return;
    }
    const text = entries.map(entry => `${JSON.stringify(entry)}\n`).join('');
    this.#bytes += text.length;
    this.#write(() => appendFileSync(this.#file, text));
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
        t(
          'Another window has taken over what waits for your decision here. Reload this window to go on.',
        ),
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
          'What waits for your decision cannot be written to disk: {0}. If the window closes now, it is forgotten.',
          getErrorMessage(error),
        ),
      );
    }
  }
}
