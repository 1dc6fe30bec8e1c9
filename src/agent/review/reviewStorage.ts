import { DisposableStore, type Disposable } from '../../core/disposableStore.ts';
import type { ReviewModel } from '../../core/review/model/reviewModel.ts';
import { isPending } from '../../core/review/file/reviewedFile.ts';
import type { TurnInfo } from '../session/turnParticipant.ts';
import type { ChangeTracker } from './changeTracker.ts';
import { encodedPaths } from './encodedPaths.ts';
import type { ReviewFiles } from './reviewFiles.ts';
import type { ReviewJournal } from './reviewJournal.ts';
import { revertUnfinishedDecisions } from './revertUnfinishedDecisions.ts';
import type { PendingMarker } from './pendingMarker.ts';

export interface ReviewStorageOptions {
  readonly log: ReviewModel;
  readonly capture: ChangeTracker;
  readonly files: ReviewFiles;
  readonly journal: ReviewJournal;
  readonly pendingMarker: PendingMarker;
  /** Called when the review of an earlier window is restored, before it is compared with the disk. */
  readonly onDidRestore?: () => Promise<void>;
  /** Whether something else waits for the user. */
  readonly hasOtherPending?: () => boolean;
}

/** Persists the review while it changes, and restores it in the next window. */
export class ReviewStorage implements Disposable {
  readonly #parts: ReviewStorageOptions;
  readonly #lifetime = new DisposableStore();

  constructor(parts: ReviewStorageOptions) {
    const { log, capture, files, journal } = parts;
    this.#parts = parts;
    this.#lifetime.add(
      log.onDidRecord(event => {
        if (event.kind === 'changed' && event.change.kind === 'renamed') {
          files.moveEncoding(event.path, event.change.path);
        }
        const codecs = encodedPaths(event, log).map(
          path => [path, files.codecs.get(path) ?? 'utf8'] as const,
        );
        journal.appendEvent(event, log.state, codecs);
      }),
    );
    const note = (): void => void capture.openTurns().then(open => journal.appendOpenTurns(open));
    this.#lifetime.add(capture.onDidChangeOpenTurns(note));
    this.#lifetime.add(onShrink(log, () => capture.isRunning && note()));
  }

  /** Whether this window owns the review on disk: another window may have taken it over. */
  get isOwner(): boolean {
    return this.#parts.journal.isOwner;
  }

  /** Resolves when the start of the turn is on disk: from then on its changes are found even after a crash. */
  async begins(turn: TurnInfo): Promise<void> {
    const { capture, journal } = this.#parts;
    await capture.willStart(turn);
    journal.appendOpenTurns(await capture.openTurns());
    this.updatePendingMarker();
    await this.flush();
  }

  /** Restores the review of an earlier window. */
  async restore(): Promise<void> {
    const { log, capture, files, journal } = this.#parts;
    const { state, codecs, open } = await journal.load();
    codecs.forEach((codec, path) => files.codecs.set(path, codec));
    log.restore(state);
    await this.#parts.onDidRestore?.();
    journal.rewrite(log.state);
    await revertUnfinishedDecisions(log, files);
    if (open.turns.length > 0) {
      await capture.resume(open);
    } else if (state.files.size > 0) {
      await capture.catchUp();
    }
    this.updatePendingMarker();
    this.#lifetime.add(log.onDidChange(() => this.updatePendingMarker()));
    this.#lifetime.add(capture.onDidChangeOpenTurns(() => this.updatePendingMarker()));
  }

  /** Resolves when the review is on disk. */
  async flush(): Promise<void> {
    await this.#parts.journal.flush();
    await this.#parts.pendingMarker.flush();
  }

  /** Records whether anything is pending: the next window checks that before it loads the extension. */
  updatePendingMarker(): void {
    const {
      log,
      capture,
      journal,
      pendingMarker: waiting,
      hasOtherPending: alsoWaits,
    } = this.#parts;
    if (!journal.isOwner) {
      return; // The other window does it.
    }
    waiting.set(capture.isRunning || hasPending(log) || (alsoWaits?.() ?? false));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}

/** Calls back when files have left the review model: something else must remember their content then. */
function onShrink(log: ReviewModel, hear: () => void): Disposable {
  let { size } = log.state.files;
  return log.onDidChange(({ state }) => {
    const isLess = state.files.size < size;
    ({ size } = state.files);
    if (isLess) {
      hear();
    }
  });
}

/** Usually the first file decides. */
function hasPending({ state }: ReviewModel): boolean {
  for (const file of state.files.values()) {
    if (isPending(file)) {
      return true;
    }
  }
  return false;
}
