import type * as vscode from 'vscode';
import type { FileAccessEvent } from '../../../agent/requests/workspaceRequests.ts';
import { DisposableStore } from '../../../core/disposableStore.ts';
import { mergeWrite } from '../../../core/files/mergeWrite.ts';
import type { Origin } from '../../../core/review/file/hunk.ts';
import type { ErrorReporter } from '../../errorReporter.ts';
import type { ReviewWorkspace } from '../documents/reviewWorkspace.ts';
import { PendingWrites } from './pendingWrites.ts';
import { ProposalFileSystem } from './proposalFileSystem.ts';
import { Proposals } from './proposals.ts';
import { ProposalTabs } from './proposalTabs.ts';

/** The review of changes that are not in their files yet. */
export class ProposalReview implements vscode.Disposable {
  readonly proposals: Proposals;
  readonly pendingWrites: PendingWrites;
  readonly #workspace: ReviewWorkspace;
  readonly #store = new DisposableStore();

  /** `whenRestored` resolves when the review has been read from disk. */
  constructor(
    workspace: ReviewWorkspace,
    whenRestored: () => Promise<void>,
    reporter: ErrorReporter,
  ) {
    this.#workspace = workspace;
    this.#store.add(new ProposalFileSystem(workspace.model, whenRestored));
    this.proposals = this.#store.add(new Proposals(workspace, reporter));
    const tabs = this.#store.add(new ProposalTabs(workspace.model));
    this.pendingWrites = this.#store.add(
      new PendingWrites(workspace, this.proposals, tabs, reporter),
    );
  }

  /** Where the user and the agent changed the same lines, the user's stay and the agent's become a proposal. */
  proposeConflicts(
    { path, text, theirs, conflicts }: FileAccessEvent & { kind: 'write' },
    origin: Origin,
  ): void {
    if (conflicts.length > 0) {
      const applyTheirs = (now = ''): string =>
        mergeWrite({ seen: text, current: now, wanted: theirs }).theirs;
      void this.#workspace.tracker.runExclusive(() =>
        this.proposals.propose(path.shown, origin, applyTheirs),
      );
    }
  }

  dispose(): void {
    this.#store.dispose();
  }
}
