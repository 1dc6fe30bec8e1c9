import { join } from 'node:path';
import type * as vscode from 'vscode';
import { Checkpoints, type CheckpointsOptions } from '../../agent/checkpoint/checkpoints.ts';
import { SnapshotComparison } from '../../agent/checkpoint/snapshotComparison.ts';
import { SnapshotGarbageCollector } from '../../agent/checkpoint/snapshotGarbageCollector.ts';
import type { Sessions } from '../../agent/session/sessions.ts';
import { DisposableStore } from '../../core/disposableStore.ts';
import { CancellationError } from '../../core/errors.ts';
import type { Logger } from '../../core/logger.ts';
import { getSetting } from '../settings.ts';

/** What the checkpoints need of the review. */
export interface CheckpointWorkspace extends Omit<CheckpointsOptions, 'file'> {
  /** Where the checkpoints are stored, too. */
  readonly folder: string;
  readonly logger: Logger;
}

/** The checkpoints of this workspace, and the disk space they take. */
export class CheckpointStorage implements vscode.Disposable {
  readonly checkpoints: Checkpoints;
  readonly comparison: SnapshotComparison;
  readonly collector: SnapshotGarbageCollector;
  readonly #store = new DisposableStore();
  #getKeptSessions = (): Promise<ReadonlySet<string>> => Promise.reject(new CancellationError());

  /** `isOwner` tells whether this window, and not another one, owns the folder of the review. */
  constructor(workspace: CheckpointWorkspace, isOwner: () => boolean) {
    const { model, tracker, trees, files, blobs, folder, logger } = workspace;
    const shared = { model, tracker, trees };
    this.checkpoints = new Checkpoints({
      ...shared,
      files,
      blobs,
      file: join(folder, 'checkpoints.ndjson'),
    });
    this.comparison = new SnapshotComparison(tracker, trees);
    this.collector = this.#store.add(
      new SnapshotGarbageCollector({
        ...shared,
        folder,
        checkpoints: this.checkpoints,
        blobs,
        logger,
        limitBytes: () => getSetting('history.checkpointLimitMb') * 1_000_000,
        isOwner,
        sessions: () => this.#getKeptSessions(),
      }),
    );
    this.#store.add(model.onDidRecord(event => this.checkpoints.recordEvent(event)));
  }

  /** Checkpoints of sessions that are not among the kept ones may be deleted. */
  attachSessions(sessions: Sessions, getKeptSessions: () => Promise<ReadonlySet<string>>): void {
    this.#getKeptSessions = getKeptSessions;
    this.#store.add(
      sessions.onDidBranch(({ session, from, beforeTurn }) =>
        this.checkpoints.copyFromSession(session.id, from.id, beforeTurn),
      ),
    );
  }

  dispose(): void {
    this.#store.dispose();
  }
}
