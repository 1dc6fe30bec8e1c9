import type * as vscode from 'vscode';
import type { WriteGate } from '../../agent/ports.ts';
import type { SessionChange } from '../../agent/sessions.ts';
import type { HandsEvent } from '../../agent/workspaceHands.ts';
import { plannedText } from '../../core/files/plannedText.ts';
import { Lifetime } from '../../core/lifetime.ts';
import type { Origin } from '../../core/review/hunk.ts';
import { Holds, type HoldParts } from './holds.ts';
import { Proposals, type ProposalParts } from './proposals.ts';
import { ProposalTabs } from './proposalTabs.ts';
import { ProposalTexts } from './proposalTexts.ts';

/** What proposing needs. */
export interface ProposingParts extends ProposalParts, Pick<HoldParts, 'sessions' | 'originOf'> {
  /** Settles when the ledger has been read. */
  readonly ready: () => Promise<void>;
}

/** Everything about changes that are not in their files yet: who proposes them, how they are shown, where they go. */
export class Proposing implements vscode.Disposable {
  readonly #parts: ProposalParts;
  readonly #lifetime = new Lifetime();
  readonly #proposals: Proposals;
  readonly #holds: Holds;

  constructor(parts: ProposingParts) {
    this.#parts = parts;
    this.#lifetime.own(new ProposalTexts(parts.log, parts.ready));
    this.#proposals = this.#lifetime.own(new Proposals(parts));
    const tabs = this.#lifetime.own(new ProposalTabs(parts.log));
    this.#holds = this.#lifetime.own(new Holds({ ...parts, proposals: this.#proposals, tabs }));
  }

  /** Holds writes until the user has decided, where that is wanted. */
  get gate(): WriteGate {
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
  changed(paths: readonly string[]): void {
    this.#proposals.follow(paths);
  }

  heard(change: SessionChange): void {
    this.#holds.heard(change);
  }

  /** A turn is over, and what was changed in it has been found. */
  ended(sessionId: string): void {
    this.#holds.ended(sessionId);
  }

  /** Where the user and the agent changed the same lines the user's stay, and the agent's wait beside them. */
  wrote({ place, text, theirs, conflicts }: HandsEvent & { kind: 'write' }, origin: Origin): void {
    if (conflicts.length > 0) {
      const again = (now = ''): string =>
        plannedText({ seen: text, current: now, wanted: theirs }).theirs;
      void this.#parts.capture.alone(() => this.#proposals.propose(place.shown, origin, again));
    }
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
