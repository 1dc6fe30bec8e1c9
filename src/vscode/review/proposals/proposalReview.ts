import type * as vscode from 'vscode';
import type { WriteApproval } from '../../../agent/requests/writeApproval.ts';
import type { SessionChangeEvent } from '../../../agent/session/sessions.ts';
import type { FileAccessEvent } from '../../../agent/requests/workspaceRequests.ts';
import { mergeWrite } from '../../../core/files/mergeWrite.ts';
import { DisposableStore } from '../../../core/disposableStore.ts';
import type { Origin } from '../../../core/review/file/hunk.ts';
import { PendingWrites, type PendingWritesOptions } from './pendingWrites.ts';
import { Proposals, type ProposalOptions } from './proposals.ts';
import { ProposalTabs } from './proposalTabs.ts';
import { ProposalFileSystem } from './proposalFileSystem.ts';

/** What proposing needs. */
export interface ProposalReviewOptions
  extends ProposalOptions, Pick<PendingWritesOptions, 'sessions' | 'originOf'> {
  /** Settles when the ledger has been read. */
  readonly ready: () => Promise<void>;
}

/** Everything about changes that are not in their files yet: who proposes them, how they are shown, where they go. */
export class ProposalReview implements vscode.Disposable {
  readonly #parts: ProposalOptions;
  readonly #lifetime = new DisposableStore();
  readonly #proposals: Proposals;
  readonly #holds: PendingWrites;

  constructor(parts: ProposalReviewOptions) {
    this.#parts = parts;
    this.#lifetime.add(new ProposalFileSystem(parts.log, parts.ready));
    this.#proposals = this.#lifetime.add(new Proposals(parts));
    const tabs = this.#lifetime.add(new ProposalTabs(parts.log));
    this.#holds = this.#lifetime.add(
      new PendingWrites({ ...parts, proposals: this.#proposals, tabs }),
    );
  }

  /** Holds writes until the user has decided, where that is wanted. */
  get gate(): WriteApproval {
    return this.#holds;
  }

  /** Which request of an agent waits for a proposal to be decided. */
  waitsFor(path: string): 'write' | 'permission' | undefined {
    return this.#holds.waitsFor(path);
  }

  /** The ledger has been read. */
  restore(): void {
    this.#proposals.restore();
  }

  /** Files have changed on disk. */
  handleDiskChanges(paths: readonly string[]): void {
    this.#proposals.updateTargets(paths);
  }

  handleSessionChange(change: SessionChangeEvent): void {
    this.#holds.handleSessionChange(change);
  }

  /** A turn is over, and what was changed in it has been found. */
  handleTurnEnd(sessionId: string): void {
    this.#holds.handleTurnEnd(sessionId);
  }

  /** Where the user and the agent changed the same lines the user's stay, and the agent's wait beside them. */
  handleAgentWrite(
    { path: place, text, theirs, conflicts }: FileAccessEvent & { kind: 'write' },
    origin: Origin,
  ): void {
    if (conflicts.length > 0) {
      const again = (now = ''): string =>
        mergeWrite({ seen: text, current: now, wanted: theirs }).theirs;
      void this.#parts.capture.runExclusive(() =>
        this.#proposals.propose(place.shown, origin, again),
      );
    }
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
