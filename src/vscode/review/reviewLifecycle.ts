import type * as vscode from 'vscode';
import type { Sessions } from '../../agent/session/sessions.ts';
import type { TurnInfo, TurnParticipant } from '../../agent/session/turnParticipant.ts';
import { DisposableStore } from '../../core/disposableStore.ts';
import { whenWorkspaceTrusted } from '../whenWorkspaceTrusted.ts';
import { getWorkspaceRoots } from '../workspaceRoots.ts';
import type { ReviewWorkspace } from './documents/reviewWorkspace.ts';
import type { PendingWrites } from './proposals/pendingWrites.ts';
import type { ReviewPersistence } from './reviewPersistence.ts';
import type { ChangeSources } from './sources/changeSources.ts';

/** Unused snapshots are collected at the earliest a minute after the window was opened, so that its start is not slowed down. */
const FIRST_COLLECT_DELAY_MS = 60_000;

/** Restores the review, prepares it for the first prompt, and follows the turns of agents. */
export class ReviewLifecycle implements TurnParticipant, vscode.Disposable {
  /** Resolves when the changes of an earlier window are pending again. */
  readonly restored: Promise<void>;
  readonly #workspace: ReviewWorkspace;
  readonly #pendingWrites: PendingWrites;
  readonly #persistence: ReviewPersistence;
  readonly #sources: ChangeSources;
  readonly #store = new DisposableStore();
  #isRequested = false;
  #isPrepared = false;

  constructor(
    workspace: ReviewWorkspace,
    pendingWrites: PendingWrites,
    persistence: ReviewPersistence,
    sources: ChangeSources,
  ) {
    this.#workspace = workspace;
    this.#pendingWrites = pendingWrites;
    this.#persistence = persistence;
    this.#sources = sources;
    this.restored = whenWorkspaceTrusted(this.#store)
      .then(() => persistence.restore())
      .then(() => sources.handleRestored());
  }

  attachSessions(sessions: Sessions): void {
    this.#store.add(
      sessions.onDidChangeSessions(() => {
        if (this.#isRequested || sessions.all.some(session => !session.isDormant)) {
          this.prepare();
        }
      }),
    );
  }

  /** Prepares for the next turn, once. This runs git, so it is not done before the user opens a session or writes a prompt. */
  prepare(isPromptExpected = this.#workspace.sessions.all.length > 0): void {
    this.#isRequested = true;
    if (!this.#isPrepared && isPromptExpected) {
      this.#isPrepared = true;
      void this.#sources.git.start();
      void this.restored.then(() => this.#workspace.tracker.prepare(getWorkspaceRoots()));
      this.#persistence.checkpoints.collector.scheduleCollect(FIRST_COLLECT_DELAY_MS);
    }
  }

  async willStart(turn: TurnInfo): Promise<void> {
    await this.restored;
    if (!turn.isBackground) {
      this.#workspace.model.dispatch({ kind: 'prompted', sessionId: turn.sessionId });
    }
    await this.#persistence.willStart(turn);
  }

  async didEnd(turn: TurnInfo): Promise<readonly string[]> {
    const notices = await this.#workspace.tracker.didEnd(turn);
    if (!turn.isBackground) {
      await this.#persistence.didEnd(turn);
      this.#pendingWrites.handleTurnEnd(turn.sessionId);
    }
    this.#persistence.checkpoints.collector.scheduleCollect(0);
    return notices;
  }

  dispose(): void {
    this.#store.dispose();
  }
}
