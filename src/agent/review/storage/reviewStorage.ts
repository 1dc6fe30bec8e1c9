import { DisposableStore, type Disposable } from '../../../core/disposableStore.ts';
import type { Logger } from '../../../core/logger.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { isPending } from '../../../core/review/file/reviewedFile.ts';
import type { TurnInfo } from '../../session/turnParticipant.ts';
import type { ChangeTracker } from '../changeTracker.ts';
import { encodedPaths } from './encodedPaths.ts';
import type { ReviewFiles } from '../reviewFiles.ts';
import type { KeptFolders } from './keptFolders.ts';
import type { ReviewJournal } from './reviewJournal.ts';
import { recoverReview } from './recoverReview.ts';
import { revertUnfinishedDecisions } from './revertUnfinishedDecisions.ts';
import type { PendingMarker } from './pendingMarker.ts';

export interface ReviewStorageOptions {
  readonly model: ReviewModel;
  readonly tracker: ChangeTracker;
  readonly files: ReviewFiles;
  readonly journal: ReviewJournal;
  readonly keptFolders: KeptFolders;
  readonly pendingMarker: PendingMarker;
  readonly logger: Logger;
  /** Called when the review of an earlier window is restored, before it is compared with the disk. */
  readonly onDidRestore?: () => Promise<void>;
  /** Whether something else waits for the user. */
  readonly hasOtherPending?: () => boolean;
}

/** Persists the review while it changes, and restores it in the next window. */
export class ReviewStorage implements Disposable {
  readonly #options: ReviewStorageOptions;
  readonly #lifetime = new DisposableStore();

  constructor(options: ReviewStorageOptions) {
    const { model, tracker, files, journal, keptFolders } = options;
    this.#options = options;
    this.#lifetime.add(
      model.onDidRecord(event => {
        if (event.kind === 'changed' && event.change.kind === 'renamed') {
          files.moveEncoding(event.path, event.change.path);
        }
        const codecs = encodedPaths(event, model).map(
          path => [path, files.codecs.get(path) ?? 'utf8'] as const,
        );
        journal.appendEvent(event, model.state, codecs);
        keptFolders.handleEvent(event);
      }),
    );
    const note = (): void => void tracker.openTurns().then(open => journal.appendOpenTurns(open));
    this.#lifetime.add(tracker.onDidChangeOpenTurns(note));
    this.#lifetime.add(onDidRemoveFiles(model, () => tracker.isRunning && note()));
  }

  /** Whether this window owns the review on disk: another window may have taken it over. */
  get isOwner(): boolean {
    return this.#options.journal.isOwner;
  }

  /** Resolves when the start of the turn is on disk: from then on its changes are found even after a crash. */
  async willStart(turn: TurnInfo): Promise<void> {
    const { tracker, journal, keptFolders } = this.#options;
    if (!tracker.isRunning) {
      keptFolders.handleTurnStart();
    }
    await tracker.willStart(turn);
    journal.appendOpenTurns(await tracker.openTurns());
    this.updatePendingMarker();
    await this.flush();
  }

  /** Restores the review of an earlier window. Returns the turns that were interrupted with it. */
  async restore(): Promise<readonly TurnInfo[]> {
    const { model, tracker, files, journal, keptFolders } = this.#options;
    await keptFolders.load();
    const { state: saved, codecs, open, isWhole, unknown } = await journal.load();
    codecs.forEach((codec, path) => files.codecs.set(path, codec));
    const state = isWhole ? saved : await recoverReview(saved, unknown, this.#options);
    model.restore(state);
    await this.#options.onDidRestore?.();
    journal.rewrite(model.state);
    await revertUnfinishedDecisions(model, files);
    if (open.turns.length > 0) {
      await tracker.resume(open);
    } else if (state.files.size > 0) {
      await tracker.catchUp();
    }
    this.updatePendingMarker();
    this.#lifetime.add(model.onDidChange(() => this.updatePendingMarker()));
    this.#lifetime.add(tracker.onDidChangeOpenTurns(() => this.updatePendingMarker()));
    return open.turns;
  }

  /** Resolves when the review is on disk. */
  async flush(): Promise<void> {
    await this.#options.journal.flush();
    await this.#options.keptFolders.flush();
    await this.#options.pendingMarker.flush();
  }

  /** Records whether anything is pending: the next window checks that before it loads the extension. */
  updatePendingMarker(): void {
    const {
      model,
      tracker,
      journal,
      pendingMarker: waiting,
      hasOtherPending: alsoWaits,
    } = this.#options;
    if (!journal.isOwner) {
      return; // The other window does it.
    }
    waiting.set(tracker.isRunning || hasPending(model) || (alsoWaits?.() ?? false));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}

/** Calls back when files have left the review model: something else must remember their content then. */
function onDidRemoveFiles(model: ReviewModel, listener: () => void): Disposable {
  let { size } = model.state.files;
  return model.onDidChange(({ state }) => {
    const isSmaller = state.files.size < size;
    ({ size } = state.files);
    if (isSmaller) {
      listener();
    }
  });
}

/** Vanished changes count: their text may come back at any time. Usually the first file decides. */
function hasPending({ state }: ReviewModel): boolean {
  for (const file of state.files.values()) {
    if (isPending(file) || file.vanished.length > 0) {
      return true;
    }
  }
  return false;
}
