import type * as vscode from 'vscode';
import type {
  FileAccessEvent,
  WorkspaceRequests,
} from '../../../agent/requests/workspaceRequests.ts';
import { AgentCommandTimes } from '../../../agent/review/git/agentCommandTimes.ts';
import { CommittedChanges } from '../../../agent/review/git/committedChanges.ts';
import type { SessionChangeEvent, Sessions } from '../../../agent/session/sessions.ts';
import { DisposableStore } from '../../../core/disposableStore.ts';
import type { ReviewWorkspace } from '../documents/reviewWorkspace.ts';
import type { ProposalReview } from '../proposals/proposalReview.ts';
import { GitChangeTracker } from './gitChangeTracker.ts';
import { watchUserFileOperations } from './userFileOperations.ts';
import { WorkspaceFileWatcher } from './workspaceFileWatcher.ts';

/** Watches everything that changes files: sessions, the disk, git, and the user's file operations. */
export class ChangeSources implements vscode.Disposable {
  readonly git: GitChangeTracker;
  readonly #workspace: ReviewWorkspace;
  readonly #proposals: ProposalReview;
  readonly #agentCommands = new AgentCommandTimes();
  readonly #store = new DisposableStore();

  constructor(workspace: ReviewWorkspace, proposals: ProposalReview) {
    this.#workspace = workspace;
    this.#proposals = proposals;
    const { model, files, differ, tracker } = workspace;
    const committed = this.#store.add(new CommittedChanges(model, files, differ));
    this.git = this.#store.add(new GitChangeTracker(committed, tracker, this.#agentCommands));
    this.#store.add(watchUserFileOperations(model, tracker));
    this.#store.add(new WorkspaceFileWatcher(tracker, proposals.proposals));
  }

  /** Commits of changes that were pending in an earlier window are noticed from the start. */
  async handleRestored(): Promise<void> {
    if (this.#workspace.model.state.files.size > 0) {
      await this.git.start();
    }
  }

  attachSessions(sessions: Sessions, requests: WorkspaceRequests): void {
    this.#store.add(requests.onDidAccessFile(event => this.#handleFileAccess(event)));
    this.#store.add(sessions.onDidChange(event => this.#handleSessionChange(event)));
    this.#store.add(this.#agentCommands.attachSessions(sessions));
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** Records a write, unless the user already approved it before it was done. */
  #handleFileAccess(event: FileAccessEvent): void {
    if (event.kind !== 'write') {
      return;
    }
    const { sessions, tracker, documents } = this.#workspace;
    const session = event.isApproved ? undefined : sessions.find(event.sessionId);
    const path = event.path.shown;
    const origin = session && sessions.attributeToSession(session, path);
    if (origin) {
      void tracker.handleAgentWrite(path, event, origin);
      this.#proposals.proposeConflicts(event, origin);
    } else {
      documents.endAgentWrite(path);
    }
  }

  #handleSessionChange(event: SessionChangeEvent): void {
    this.#proposals.pendingWrites.handleSessionChange(event);
    if (hasToolEnded(event)) {
      this.#workspace.tracker.scheduleScan();
    }
  }
}

/** A tool call or a command that has ended may have changed files on disk. */
const hasToolEnded = ({ change }: SessionChangeEvent): boolean =>
  change.patches.some(
    patch =>
      patch.kind === 'terminal' ||
      (patch.kind === 'replaced' &&
        patch.entry.kind === 'tool' &&
        patch.entry.endedMs !== undefined),
  );
