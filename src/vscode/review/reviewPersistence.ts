import { join } from 'node:path';
import type * as vscode from 'vscode';
import type { TurnInfo } from '../../agent/session/turnParticipant.ts';
import { PendingMarker } from '../../agent/review/storage/pendingMarker.ts';
import { ReviewJournal } from '../../agent/review/storage/reviewJournal.ts';
import { ReviewStorage } from '../../agent/review/storage/reviewStorage.ts';
import { DisposableStore } from '../../core/disposableStore.ts';
import { CheckpointStorage } from '../checkpoint/checkpointStorage.ts';
import type { CommentSender } from './comments/commentSender.ts';
import { PENDING_MARKER_FILE } from './documents/reviewFolder.ts';
import type { UnsavedWrites } from './documents/unsavedWrites.ts';
import type { ReviewWorkspace } from './documents/reviewWorkspace.ts';
import type { Proposals } from './proposals/proposals.ts';

/** Keeps the review, its comments and its checkpoints on disk. */
export class ReviewPersistence implements vscode.Disposable {
  readonly checkpoints: CheckpointStorage;
  readonly #storage: ReviewStorage;
  readonly #comments: CommentSender;
  readonly #unsavedWrites: UnsavedWrites;
  readonly #store = new DisposableStore();

  constructor(workspace: ReviewWorkspace, proposals: Proposals, comments: CommentSender) {
    const { model, tracker, files, keptFolders, folder, logger, unsavedWrites } = workspace;
    this.#unsavedWrites = unsavedWrites;
    this.#comments = comments;
    this.#storage = this.#store.add(
      new ReviewStorage({
        model,
        tracker,
        files,
        keptFolders,
        logger,
        journal: new ReviewJournal(folder, logger),
        pendingMarker: new PendingMarker(join(folder, PENDING_MARKER_FILE), logger),
        onDidRestore: async () => {
          proposals.restore();
          await unsavedWrites.restore();
          await comments.restore();
        },
        hasOtherPending: () => comments.comments.all.length > 0 || unsavedWrites.size > 0,
      }),
    );
    this.checkpoints = this.#store.add(
      new CheckpointStorage(workspace, () => this.#storage.isOwner),
    );
  }

  async restore(): Promise<void> {
    await this.checkpoints.checkpoints.load();
    for (const turn of await this.#storage.restore()) {
      await this.checkpoints.checkpoints.didEnd(turn);
    }
    this.#store.add(this.#unsavedWrites.onDidChange(() => this.#storage.updatePendingMarker()));
    this.#store.add(this.#comments.comments.onDidChange(() => this.#storage.updatePendingMarker()));
  }

  async willStart(turn: TurnInfo): Promise<void> {
    await this.#storage.willStart(turn);
    if (!turn.isBackground) {
      await this.checkpoints.checkpoints.willStart(turn);
    }
  }

  /** Completes the checkpoint of a turn whose last changes were found. */
  async didEnd(turn: TurnInfo): Promise<void> {
    await this.checkpoints.checkpoints.didEnd(turn);
  }

  /** Resolves when everything is on disk. */
  async flush(): Promise<void> {
    await this.#unsavedWrites.flush();
    await this.#storage.flush();
    await this.#comments.flush();
    await this.checkpoints.checkpoints.flush();
  }

  dispose(): void {
    this.#store.dispose();
  }
}
