import * as vscode from 'vscode';
import type { PendingWrite, WriteApproval } from '../../../agent/requests/writeApproval.ts';
import type { Session } from '../../../agent/session/session.ts';
import type { SessionChangeEvent, Sessions } from '../../../agent/session/sessions.ts';
import { mergeWrite } from '../../../core/files/mergeWrite.ts';
import { ApprovedWrites } from '../../../core/review/proposals/approvedWrites.ts';
import type { Origin } from '../../../core/review/file/hunk.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { isPending } from '../../../core/review/file/reviewedFile.ts';
import { partialAcceptanceNote } from '../../../core/review/proposals/partialAcceptanceNote.ts';
import type { PermissionEntry } from '../../../core/session/transcript/entry.ts';
import { findRejectChoice } from '../../../core/session/transcript/permissionEntry.ts';
import { joinLines } from '../../../core/text/lines.ts';
import type { ErrorReporter } from '../../errorReporter.ts';
import { getSetting } from '../../settings.ts';
import { QueuedNotes } from './queuedNotes.ts';
import { getRequestedChanges } from './requestedChanges.ts';
import type { Proposals } from './proposals.ts';
import type { ProposalTabs } from './proposalTabs.ts';

/** What holding needs. */
export interface PendingWritesOptions {
  readonly log: ReviewModel;
  readonly proposals: Proposals;
  readonly tabs: ProposalTabs;
  readonly report: ErrorReporter;
  sessions(): Pick<Sessions, 'find'> | undefined;
  originOf(session: Session, path: string): Origin | undefined;
}

/** A proposal that an agent waits for. */
interface Held {
  readonly path: string;
  readonly target: string;
  readonly before: string;
  readonly wanted: string;
}

/** A request of an agent that waits until all its hunks are decided. */
interface Waiting {
  readonly kind: 'write' | 'permission';
  readonly session: Session;
  readonly isEntry: (entry: PermissionEntry) => boolean;
  readonly proposals: readonly Held[];
}

/**
 * Lets the user choose before something is written, where that is wanted: a write through us, and a request for permission that
 * shows a change, open as hunks. Each request is a question in the conversation as well; whatever ends that ends the waiting.
 */
export class PendingWrites implements WriteApproval, vscode.Disposable {
  readonly #parts: PendingWritesOptions;
  readonly #agreed: ApprovedWrites;
  readonly #followUps = new QueuedNotes();
  readonly #waiting = new Map<string, Waiting>();
  readonly #listening: vscode.Disposable;

  constructor(parts: PendingWritesOptions) {
    this.#parts = parts;
    this.#agreed = new ApprovedWrites(parts.log);
    this.#listening = parts.log.onDidChange(({ changed }) => {
      this.#agreed.handleChange(changed);
      this.#check();
    });
  }

  /** Who waits for a proposal to be decided. */
  waitsFor(path: string): Waiting['kind'] | undefined {
    return [...this.#waiting.values()].find(({ proposals }) =>
      proposals.some(held => held.path === path),
    )?.kind;
  }

  isRequired(path: string, text: string): boolean {
    return isHeld(path) && !this.#agreed.has(path, text);
  }

  async begin(write: PendingWrite): Promise<boolean> {
    const { callId, sessionId, path, before, after } = write;
    const session = this.#parts.sessions()?.find(sessionId);
    const held = session && (await this.#propose(session, path, now => merged(before, now, after)));
    if (!held) {
      return false;
    }
    const isEntry = (entry: PermissionEntry): boolean => entry.callId === callId;
    this.#wait(callId, { kind: 'write', session, isEntry, proposals: [held] });
    return true;
  }

  async finish(
    callId: string,
    choice: 'all' | 'chosen' | 'none' | undefined,
  ): Promise<string | undefined> {
    const waiting = this.#waiting.get(callId);
    const [held] = waiting?.proposals ?? [];
    this.#waiting.delete(callId);
    if (!waiting || !held) {
      return undefined;
    }
    const { log, proposals } = this.#parts;
    const { path } = held;
    switch (choice) {
      case undefined:
        proposals.release(path);
        return undefined;
      case 'all':
        log.accept({ kind: 'file', path });
        break;
      case 'chosen':
        log.reject({ kind: 'file', path });
        break;
      case 'none':
        log.dispatch({ kind: 'returned', path });
        log.reject({ kind: 'file', path });
    }
    return this.#write(waiting, held);
  }

  /** Hears of requests for permission, and of what became of them. */
  handleSessionChange({ session, change: { patches } }: SessionChangeEvent): void {
    for (const patch of patches) {
      const entry = patch.kind === 'added' || patch.kind === 'replaced' ? patch.entry : undefined;
      if (entry?.kind === 'permission' && entry.answer.kind !== 'open') {
        this.#answered(keyOf(session, entry), entry);
      } else if (entry?.kind === 'permission' && patch.kind === 'added') {
        void this.#parts.report.run(vscode.l10n.t('Opening the changes'), () =>
          this.#asked(session, entry),
        );
      }
    }
  }

  /** What the agent changed in its turn has been found. */
  handleTurnEnd(sessionId: string): void {
    this.#agreed.endTurn(sessionId);
  }

  dispose(): void {
    this.#listening.dispose();
  }

  /** An agent's own question. The change in it may be for a file that is not to be held. */
  async #asked(session: Session, entry: PermissionEntry): Promise<void> {
    if (this.#waiting.has(entry.callId)) {
      this.#check();
      return;
    }
    const changes = await getRequestedChanges(entry, session.roots);
    const proposals: Held[] = [];
    for (const { path, make } of changes.filter(one => isHeld(one.path))) {
      const held = await this.#propose(session, path, make);
      proposals.push(...(held ? [held] : []));
    }
    const isOpen = session.conversation.transcript.entries.some(
      one => one.id === entry.id && one.kind === 'permission' && one.answer.kind === 'open',
    );
    if (!isOpen || proposals.length < changes.length || proposals.length === 0) {
      proposals.forEach(({ path }) => this.#parts.proposals.remove(path));
      return;
    }
    const isEntry = ({ id }: PermissionEntry): boolean => id === entry.id;
    this.#wait(keyOf(session, entry), { kind: 'permission', session, isEntry, proposals });
  }

  #wait(key: string, waiting: Waiting): void {
    this.#waiting.set(key, waiting);
    const paths = waiting.proposals.map(({ path }) => path);
    this.#parts.log.restore(this.#parts.log.state); // Who waits is shown as well.
    void this.#parts.report.run(vscode.l10n.t('Opening the changes'), () =>
      this.#parts.tabs.show(paths),
    );
  }

  async #propose(
    session: Session,
    target: string,
    make: (now: string | undefined) => string | undefined,
  ): Promise<Held | undefined> {
    const origin = this.#parts.originOf(session, target);
    const path = origin && (await this.#parts.proposals.propose(target, origin, make));
    const file = path === undefined ? undefined : this.#parts.log.getFile(path);
    if (path === undefined || !file) {
      return undefined;
    }
    this.#parts.proposals.suspend(path);
    const before = joinLines(file.base.lines);
    return { path, target, before, wanted: joinLines(file.current.lines) };
  }

  /** The user answered the question as a whole, or it is gone. */
  #answered(key: string, { choices, answer }: PermissionEntry): void {
    const waiting = this.#waiting.get(key);
    this.#waiting.delete(key);
    const chosen = choices.find(
      ({ optionId }) => answer.kind === 'chosen' && answer.optionId === optionId,
    );
    for (const { path, target, wanted } of waiting?.proposals ?? []) {
      if (!waiting || !chosen) {
        this.#parts.proposals.release(path);
        continue;
      }
      if (chosen.kind === 'allow_once' || chosen.kind === 'allow_always') {
        this.#agreed.expect(waiting.session.id, target, wanted);
      }
      this.#parts.proposals.remove(path);
    }
  }

  /** Answers the questions all of whose hunks are decided. */
  #check(): void {
    for (const [key, waiting] of this.#waiting) {
      const isDecided = waiting.proposals.every(({ path }) => {
        const file = this.#parts.log.getFile(path);
        return !file || !isPending(file);
      });
      const entry = isDecided ? openEntry(waiting) : undefined;
      if (entry && waiting.kind === 'write') {
        waiting.session.answerPermission(entry.id, this.#takenOf(waiting));
      } else if (entry) {
        this.#waiting.delete(key);
        void this.#parts.report.run(vscode.l10n.t('Answering the agent'), () =>
          this.#answer(waiting, entry),
        );
      }
    }
  }

  /** If all of it is taken the agent writes it; else we write what is taken, and the agent hears that it was not allowed. */
  async #answer(waiting: Waiting, entry: PermissionEntry): Promise<void> {
    const { session, proposals } = waiting;
    const allow = entry.choices.find(({ kind }) => kind === 'allow_once');
    const taken = this.#takenOf(waiting);
    if (taken === 'all' && allow) {
      for (const { path, target, wanted } of proposals) {
        this.#agreed.expect(session.id, target, wanted);
        this.#parts.proposals.remove(path);
      }
      session.answerPermission(entry.id, allow.optionId);
      return;
    }
    try {
      for (const held of proposals) {
        await this.#write(waiting, held);
      }
    } finally {
      const no = findRejectChoice(entry.choices);
      if (no) {
        session.answerPermission(entry.id, no.optionId);
      } else {
        session.dismissPermission(entry.id);
      }
    }
  }

  /** Writes what was taken, and tells the agent what was not. */
  async #write({ session }: Waiting, held: Held): Promise<string | undefined> {
    const chosen = this.#chosen(held);
    const { path, target, before, wanted } = held;
    const text = await this.#parts.proposals.apply(path);
    if (chosen === before) {
      return undefined;
    }
    const shown = vscode.workspace.asRelativePath(target);
    const note = partialAcceptanceNote([{ path: shown, accepted: chosen, proposed: wanted }]);
    if (note !== undefined) {
      this.#followUps.add(session, note);
    }
    return text ?? chosen;
  }

  #takenOf({ proposals }: Waiting): 'all' | 'chosen' | 'none' {
    const isAll = proposals.every(held => this.#chosen(held) === held.wanted);
    const isNone = proposals.every(held => this.#chosen(held) === held.before);
    return isAll ? 'all' : isNone ? 'none' : 'chosen';
  }

  #chosen({ path, before }: Held): string {
    const file = this.#parts.log.getFile(path);
    return file ? joinLines(file.base.lines) : before;
  }
}

const isHeld = (path: string): boolean =>
  getSetting('review.when', vscode.Uri.file(path)) === 'beforeWrite';

const keyOf = (session: Session, entry: PermissionEntry): string => `${session.id} ${entry.id}`;

const merged = (before: string | undefined, now: string | undefined, wanted: string): string =>
  mergeWrite({ seen: before, current: now ?? '', wanted }).theirs;

function openEntry({ session, isEntry }: Waiting): PermissionEntry | undefined {
  const { entries } = session.conversation.transcript;
  const found = entries.findLast(entry => entry.kind === 'permission' && isEntry(entry));
  return found?.kind === 'permission' && found.answer.kind === 'open' ? found : undefined;
}
