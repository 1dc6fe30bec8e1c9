import type * as vscode from 'vscode';
import type { FileAccessEvent } from '../../../agent/requests/workspaceRequests.ts';
import { DisposableStore } from '../../../core/disposableStore.ts';
import { conflictNote } from '../../../core/files/conflictNote.ts';
import { mergeWrite, type MergedWrite } from '../../../core/files/mergeWrite.ts';
import type { Origin } from '../../../core/review/file/hunk.ts';
import type { ErrorReporter } from '../../errorReporter.ts';
import type { UnsavedConflict } from '../documents/unsavedMerger.ts';
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
  /** The last proposal for lines of a file that the user had changed too and not saved. */
  readonly #unsavedProposals = new Map<string, string>();

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
    workspace.unsavedMerger.onDidConflict = conflict => void this.#proposeUnsavedConflict(conflict);
  }

  /** Where the user and the agent changed the same lines, the user's stay and the agent's become a proposal. */
  proposeConflicts(event: FileAccessEvent & { kind: 'write' }, origin: Origin): void {
    if (event.conflicts.length > 0) {
      void this.#propose(event.path.shown, event, origin);
    }
  }

  /** The same for unsaved lines beneath which an agent has written to disk. */
  async #proposeUnsavedConflict(conflict: UnsavedConflict): Promise<void> {
    const { path, origin, conflicts, isUpdate } = conflict;
    const previous = this.#unsavedProposals.get(path);
    const proposed = await this.#propose(path, conflict, origin, () => {
      if (isUpdate && previous !== undefined) {
        this.proposals.remove(previous);
      }
    });
    if (proposed !== undefined) {
      this.#unsavedProposals.set(path, proposed);
    }
    const session = this.#workspace.sessions.find(origin.sessionId);
    session?.conversation.addNotice('warning', conflictNote(path, conflicts));
  }

  #propose(
    path: string,
    { text, theirs }: Pick<MergedWrite, 'text' | 'theirs'>,
    origin: Origin,
    willPropose = (): void => {},
  ): Promise<string | undefined> {
    const applyTheirs = (now = ''): string =>
      mergeWrite({ seen: text, current: now, wanted: theirs }).theirs;
    return this.#workspace.tracker.runExclusive(() => {
      willPropose();
      return this.proposals.propose(path, origin, applyTheirs);
    });
  }

  dispose(): void {
    this.#store.dispose();
  }
}
