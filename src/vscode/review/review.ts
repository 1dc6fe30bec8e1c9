import type * as vscode from 'vscode';
import { Differ } from '../../agent/diff/differ.ts';
import type { Documents } from '../../agent/files/documents.ts';
import type { TurnInfo, TurnParticipant } from '../../agent/session/turnParticipant.ts';
import { pendingSessions } from '../../core/chat/pendingReview.ts';
import type { Event } from '../../core/event.ts';
import type { Logger } from '../../core/logger.ts';
import type { WorkspaceRequests } from '../../agent/requests/workspaceRequests.ts';
import type { Sessions } from '../../agent/session/sessions.ts';
import { DisposableStore } from '../../core/disposableStore.ts';
import type { CheckpointStorage } from '../checkpoint/checkpointStorage.ts';
import type { ErrorReporter } from '../errorReporter.ts';
import type { SavedTexts } from '../files/savedTexts.ts';
import type { ReviewSource } from '../tools/reviewTool.ts';
import { whenWorkspaceTrusted } from '../whenWorkspaceTrusted.ts';
import { getWorkspaceRoots } from '../workspaceRoots.ts';
import { ChatIntegration } from './chat/chatIntegration.ts';
import { CommentSender } from './comments/commentSender.ts';
import { ReviewController } from './decisions/reviewController.ts';
import { getReviewFolder } from './documents/reviewFolder.ts';
import { ReviewWorkspace } from './documents/reviewWorkspace.ts';
import { registerEditorIntegration } from './editor/registerEditorIntegration.ts';
import type { VisibleChat } from './editor/reviewSummary.ts';
import type { PendingWrites } from './proposals/pendingWrites.ts';
import { ProposalReview } from './proposals/proposalReview.ts';
import { ReviewPersistence } from './reviewPersistence.ts';
import { ChangeSources } from './sources/changeSources.ts';

/** Unused snapshots are collected at the earliest a minute after the window was opened, so that its start is not slowed down. */
const FIRST_COLLECT_DELAY_MS = 60_000;

/** The review of what agents change in this window: constructs the parts and connects them. */
export class Review implements TurnParticipant, vscode.Disposable {
  /** Serves the chat view. */
  readonly chat: ChatIntegration;
  readonly checkpoints: CheckpointStorage;
  readonly #store = new DisposableStore();
  readonly #workspace: ReviewWorkspace;
  readonly #proposals: ProposalReview;
  readonly #persistence: ReviewPersistence;
  readonly #sources: ChangeSources;
  readonly #comments: CommentSender;
  readonly #restored: Promise<void>;
  #visibleChat: VisibleChat | undefined;
  #isRequested = false;
  #isPrepared = false;

  constructor(context: vscode.ExtensionContext, reporter: ErrorReporter, logger: Logger) {
    const add = <T extends vscode.Disposable>(part: T): T => this.#store.add(part);
    const folder = getReviewFolder(context).fsPath;
    const differ = new Differ(context.asAbsolutePath('dist/diffWorker.cjs'), logger);
    const shownLogger = reporter.withShownErrors(logger);
    const workspace = add(new ReviewWorkspace(folder, differ, shownLogger));
    const controller = new ReviewController(workspace, reporter);
    const comments = add(new CommentSender(workspace, controller, logger));
    const proposals = add(new ProposalReview(workspace, () => this.#restored, reporter));
    this.#workspace = workspace;
    this.#proposals = proposals;
    this.#comments = comments;
    this.#persistence = add(new ReviewPersistence(workspace, proposals.proposals, comments));
    this.checkpoints = this.#persistence.checkpoints;
    this.chat = add(new ChatIntegration(controller, comments, proposals.pendingWrites, reporter));
    const visibleChat = {
      shows: (ids: ReadonlySet<string>) => this.#visibleChat?.shows(ids) ?? false,
    };
    registerEditorIntegration(controller, visibleChat, reporter).forEach(add);
    this.#sources = add(new ChangeSources(workspace, proposals));
    this.#restored = whenWorkspaceTrusted(this.#store)
      .then(() => this.#persistence.restore())
      .then(() => this.#sources.handleRestored());
  }

  /** Delays writes until the user has decided about them, where the settings ask for that. */
  get writeApproval(): PendingWrites {
    return this.#proposals.pendingWrites;
  }

  /** What open documents last had in common with the disk. */
  get savedTexts(): SavedTexts {
    return this.#workspace.savedTexts;
  }

  /** Wraps documents, so that what is written through them is attributed to an agent. */
  trackAgentWrites(documents: Documents): Documents {
    return this.#workspace.documents.trackAgentWrites(documents);
  }

  async willStart(turn: TurnInfo): Promise<void> {
    await this.#restored;
    if (!turn.isBackground) {
      this.#workspace.model.dispatch({ kind: 'prompted', sessionId: turn.sessionId });
    }
    await this.#persistence.willStart(turn);
  }

  async didEnd(turn: TurnInfo): Promise<readonly string[]> {
    const notices = await this.#workspace.tracker.didEnd(turn);
    if (!turn.isBackground) {
      await this.#persistence.didEnd(turn);
      this.#proposals.pendingWrites.handleTurnEnd(turn.sessionId);
    }
    this.checkpoints.collector.scheduleCollect(0);
    return notices;
  }

  attachSessions(
    sessions: Sessions,
    requests: WorkspaceRequests,
    getKeptSessions: () => Promise<ReadonlySet<string>>,
  ): void {
    this.#workspace.sessions.attach(sessions);
    this.checkpoints.attachSessions(sessions, getKeptSessions);
    this.#sources.attachSessions(sessions, requests);
    this.#store.add(
      sessions.onDidChangeSessions(() => {
        if (this.#isRequested || sessions.all.some(session => !session.isDormant)) {
          this.prepare();
        }
      }),
    );
  }

  attachChat(chat: VisibleChat): void {
    this.#visibleChat = chat;
  }

  /** Prepares for the next turn, once. This runs git, so it is not done before the user opens a session or writes a prompt. */
  prepare(isPromptExpected = this.#workspace.sessions.all.length > 0): void {
    this.#isRequested = true;
    if (!this.#isPrepared && isPromptExpected) {
      this.#isPrepared = true;
      void this.#sources.git.start();
      void this.#restored.then(() => this.#workspace.tracker.prepare(getWorkspaceRoots()));
      this.checkpoints.collector.scheduleCollect(FIRST_COLLECT_DELAY_MS);
    }
  }

  /** How many files of each session wait for review. */
  get pendingFiles(): {
    readonly counts: () => ReadonlyMap<string, number>;
    readonly onDidChange: Event<unknown>;
  } {
    const { model } = this.#workspace;
    return {
      onDidChange: model.onDidChange,
      counts: () =>
        new Map(
          pendingSessions(model.pending).map(({ sessionId, fileCount }) => [sessionId, fileCount]),
        ),
    };
  }

  /** What waits for review, and what the user says about it, for the tools of agents. */
  get toolSource(): ReviewSource {
    const { model, sessions } = this.#workspace;
    const { comments } = this.#comments;
    return {
      get pending() {
        return model.pending;
      },
      get comments() {
        return comments.all;
      },
      findSession: sessionId => sessions.find(sessionId),
    };
  }

  /** Resolves when everything is on disk. */
  flush(): Promise<void> {
    return this.#persistence.flush();
  }

  dispose(): void {
    this.#store.dispose();
  }
}
