import type * as vscode from 'vscode';
import { Differ } from '../../agent/diff/differ.ts';
import type { Documents } from '../../agent/files/documents.ts';
import { countPendingFiles } from '../../core/chat/pendingReview.ts';
import type { Event } from '../../core/event.ts';
import type { Logger } from '../../core/logger.ts';
import type { WorkspaceRequests } from '../../agent/requests/workspaceRequests.ts';
import type { Sessions } from '../../agent/session/sessions.ts';
import { DisposableStore } from '../../core/disposableStore.ts';
import type { CheckpointStorage } from '../checkpoint/checkpointStorage.ts';
import type { ErrorReporter } from '../errorReporter.ts';
import type { SavedTexts } from '../files/savedTexts.ts';
import type { ReviewSource } from '../tools/reviewTool.ts';
import { ChatIntegration } from './chat/chatIntegration.ts';
import { CommentSender } from './comments/commentSender.ts';
import { ReviewController } from './decisions/reviewController.ts';
import { getReviewFolder } from './documents/reviewFolder.ts';
import { ReviewWorkspace } from './documents/reviewWorkspace.ts';
import { registerEditorIntegration } from './editor/registerEditorIntegration.ts';
import type { VisibleChat } from './editor/reviewSummary.ts';
import type { PendingWrites } from './proposals/pendingWrites.ts';
import { ProposalReview } from './proposals/proposalReview.ts';
import { ReviewLifecycle } from './reviewLifecycle.ts';
import { ReviewPersistence } from './reviewPersistence.ts';
import { ChangeSources } from './sources/changeSources.ts';

/** The review of what agents change in this window: constructs the parts and connects them. */
export class Review implements vscode.Disposable {
  readonly lifecycle: ReviewLifecycle;
  /** Serves the chat view. */
  readonly chat: ChatIntegration;
  readonly checkpoints: CheckpointStorage;
  /** Delays writes until the user has decided about them, where the settings ask for that. */
  readonly writeApproval: PendingWrites;
  /** What open documents last had in common with the disk. */
  readonly savedTexts: SavedTexts;
  readonly #store = new DisposableStore();
  readonly #workspace: ReviewWorkspace;
  readonly #persistence: ReviewPersistence;
  readonly #sources: ChangeSources;
  readonly #comments: CommentSender;
  #visibleChat: VisibleChat | undefined;

  constructor(context: vscode.ExtensionContext, reporter: ErrorReporter, logger: Logger) {
    const add = <T extends vscode.Disposable>(part: T): T => this.#store.add(part);
    const folder = getReviewFolder(context).fsPath;
    const differ = new Differ(context.asAbsolutePath('dist/diffWorker.cjs'), logger);
    const workspace = add(new ReviewWorkspace(folder, differ, reporter.withShownErrors(logger)));
    const controller = new ReviewController(workspace, reporter);
    const comments = add(new CommentSender(workspace, controller, logger));
    const proposals = add(new ProposalReview(workspace, () => this.lifecycle.restored, reporter));
    this.#workspace = workspace;
    this.writeApproval = proposals.pendingWrites;
    this.savedTexts = workspace.savedTexts;
    this.#comments = comments;
    this.#persistence = add(new ReviewPersistence(workspace, proposals.proposals, comments));
    this.checkpoints = this.#persistence.checkpoints;
    this.chat = add(new ChatIntegration(controller, comments, this.writeApproval, reporter));
    const visibleChat: VisibleChat = { shows: ids => this.#visibleChat?.shows(ids) ?? false };
    registerEditorIntegration(controller, comments.comments, visibleChat, reporter).forEach(add);
    this.#sources = add(new ChangeSources(workspace, proposals));
    this.lifecycle = add(
      new ReviewLifecycle(workspace, this.writeApproval, this.#persistence, this.#sources),
    );
  }

  /** Wraps documents, so that what is written through them is attributed to an agent. */
  trackAgentWrites(documents: Documents): Documents {
    return this.#workspace.documents.trackAgentWrites(documents);
  }

  attachSessions(
    sessions: Sessions,
    requests: WorkspaceRequests,
    getKeptSessions: () => Promise<ReadonlySet<string>>,
  ): void {
    this.#workspace.sessions.attach(sessions);
    this.checkpoints.attachSessions(sessions, getKeptSessions);
    this.#sources.attachSessions(sessions, requests);
    this.lifecycle.attachSessions(sessions);
  }

  attachChat(chat: VisibleChat): void {
    this.#visibleChat = chat;
  }

  /** How many files of each session wait for review. */
  get pendingFiles(): {
    readonly counts: () => ReadonlyMap<string, number>;
    readonly onDidChange: Event<unknown>;
  } {
    const { model } = this.#workspace;
    return { onDidChange: model.onDidChange, counts: () => countPendingFiles(model.pending) };
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
        return comments.sent;
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
