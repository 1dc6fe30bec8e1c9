import { Lifetime, type Disposable } from '../../core/lifetime.ts';
import type { ReviewLog } from '../../core/review/reviewLog.ts';
import { isPending } from '../../core/review/reviewedFile.ts';
import type { Turn } from '../ports.ts';
import type { Capture } from './capture.ts';
import { codedPaths } from './codedPaths.ts';
import type { ReviewFiles } from './reviewFiles.ts';
import type { ReviewJournal } from './reviewJournal.ts';
import { takeBackUnfinished } from './unfinished.ts';
import type { WaitingMark } from './waitingMark.ts';

/** What is kept, and where. */
export interface KeeperParts {
  readonly log: ReviewLog;
  readonly capture: Capture;
  readonly files: ReviewFiles;
  readonly journal: ReviewJournal;
  readonly waiting: WaitingMark;
  /** Hears when the review of an earlier window is there, before anything is compared with it. */
  readonly restored?: () => Promise<void>;
  /** Whether something else waits for the user. */
  readonly alsoWaits?: () => boolean;
}

/** Keeps the review on disk while it goes on, and takes it up again, whatever ended the window before. */
export class ReviewKeeper implements Disposable {
  readonly #parts: KeeperParts;
  readonly #lifetime = new Lifetime();

  constructor(parts: KeeperParts) {
    const { log, capture, files, journal } = parts;
    this.#parts = parts;
    this.#lifetime.own(
      log.onDidRecord(event => {
        if (event.kind === 'changed' && event.change.kind === 'renamed') {
          files.renamed(event.path, event.change.path);
        }
        const codecs = codedPaths(event, log).map(
          path => [path, files.codecs.get(path) ?? 'utf8'] as const,
        );
        journal.event(event, log.state, codecs);
      }),
    );
    const note = (): void => void capture.openTurns().then(open => journal.turns(open));
    this.#lifetime.own(capture.onDidMove(note));
    this.#lifetime.own(onShrink(log, () => capture.isRunning && note()));
  }

  /** Whether what is kept is ours: another window may have taken it over. */
  get isOurs(): boolean {
    return this.#parts.journal.isOurs;
  }

  /** A turn begins when that is on disk: from then on whatever it changes is found again. */
  async begins(turn: Turn): Promise<void> {
    const { capture, journal } = this.#parts;
    await capture.begins(turn);
    journal.turns(await capture.openTurns());
    this.mark();
    await this.flush();
  }

  /** Takes up what an earlier window left. */
  async restore(): Promise<void> {
    const { log, capture, files, journal } = this.#parts;
    const { state, codecs, open } = await journal.load();
    codecs.forEach((codec, path) => files.codecs.set(path, codec));
    log.restore(state);
    await this.#parts.restored?.();
    journal.rewrite(log.state);
    await takeBackUnfinished(log, files);
    if (open.turns.length > 0) {
      await capture.resume(open);
    } else if (state.files.size > 0) {
      await capture.catchUp();
    }
    this.mark();
    this.#lifetime.own(log.onDidChange(() => this.mark()));
    this.#lifetime.own(capture.onDidMove(() => this.mark()));
  }

  /** Settles when the review is on disk. */
  async flush(): Promise<void> {
    await this.#parts.journal.flush();
    await this.#parts.waiting.flush();
  }

  /** Notes whether anything waits: the next window looks for that before it loads anything. */
  mark(): void {
    const { log, capture, journal, waiting, alsoWaits } = this.#parts;
    if (!journal.isOurs) {
      return; // Another window knows.
    }
    waiting.set(capture.isRunning || hasPending(log) || (alsoWaits?.() ?? false));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}

/** Hears when files have left the ledger: then something else must know them. */
function onShrink(log: ReviewLog, hear: () => void): Disposable {
  let { size } = log.state.files;
  return log.onDidChange(({ state }) => {
    const isLess = state.files.size < size;
    ({ size } = state.files);
    if (isLess) {
      hear();
    }
  });
}

/** Mostly the first file tells. */
function hasPending({ state }: ReviewLog): boolean {
  for (const file of state.files.values()) {
    if (isPending(file)) {
      return true;
    }
  }
  return false;
}
