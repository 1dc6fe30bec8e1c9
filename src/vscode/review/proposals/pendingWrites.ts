import * as vscode from 'vscode';
import type { PendingWrite, WriteApproval } from '../../../agent/requests/writeApproval.ts';
import type { ReviewSessions } from '../../../agent/review/reviewSessions.ts';
import type { Session } from '../../../agent/session/session.ts';
import type { SessionChangeEvent } from '../../../agent/session/sessions.ts';
import { mergeWrite } from '../../../core/files/mergeWrite.ts';
import { ApprovedWrites } from '../../../core/review/proposals/approvedWrites.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { isPending } from '../../../core/review/file/reviewedFile.ts';
import { partialAcceptanceNote } from '../../../core/review/proposals/partialAcceptanceNote.ts';
import type { PermissionEntry } from '../../../core/session/transcript/entry.ts';
import { findRejectChoice } from '../../../core/session/transcript/permissionEntry.ts';
import { joinLines } from '../../../core/text/lines.ts';
import type { ErrorReporter } from '../../errorReporter.ts';
import { getSetting } from '../../settings.ts';
import type { ReviewWorkspace } from '../documents/reviewWorkspace.ts';
import { QueuedNotes } from './queuedNotes.ts';
import { getRequestedChanges } from './requestedChanges.ts';
import type { Proposals } from './proposals.ts';
import type { ProposalTabs } from './proposalTabs.ts';

/** A proposal that an agent is waiting for. */
interface SuspendedProposal {
  readonly path: string;
  readonly target: string;
  readonly before: string;
  readonly wanted: string;
}

/** A request of an agent that stays open until all its hunks are decided. */
interface OpenRequest {
  readonly kind: 'write' | 'permission';
  readonly session: Session;
  readonly isEntry: (entry: PermissionEntry) => boolean;
  readonly proposals: readonly SuspendedProposal[];
}

/**
 * Lets the user decide before something is written, where the settings ask for that: writes through this extension, and
 * permission requests that show a change, are opened as hunks. Each of them is a permission request in the conversation as well,
 * and ends with it.
 */
export class PendingWrites implements WriteApproval, vscode.Disposable {
  readonly #model: ReviewModel;
  readonly #sessions: ReviewSessions;
  readonly #proposals: Proposals;
  readonly #tabs: ProposalTabs;
  readonly #reporter: ErrorReporter;
  readonly #approved: ApprovedWrites;
  readonly #notes = new QueuedNotes();
  readonly #requests = new Map<string, OpenRequest>();
  readonly #listener: vscode.Disposable;

  constructor(
    { model, sessions }: ReviewWorkspace,
    proposals: Proposals,
    tabs: ProposalTabs,
    reporter: ErrorReporter,
  ) {
    this.#model = model;
    this.#sessions = sessions;
    this.#proposals = proposals;
    this.#tabs = tabs;
    this.#reporter = reporter;
    this.#approved = new ApprovedWrites(model);
    this.#listener = model.onDidChange(({ changed }) => {
      this.#approved.handleChange(changed);
      this.#answerDecidedRequests();
    });
  }

  /** The kind of request that waits for a proposal to be decided. */
  waitsFor(path: string): OpenRequest['kind'] | undefined {
    return [...this.#requests.values()].find(({ proposals }) =>
      proposals.some(proposal => proposal.path === path),
    )?.kind;
  }

  isRequired(path: string, text: string): boolean {
    return needsApproval(path) && !this.#approved.has(path, text);
  }

  async begin(write: PendingWrite): Promise<boolean> {
    const { callId, sessionId, path, before, after } = write;
    const session = this.#sessions.find(sessionId);
    const suspended =
      session && (await this.#propose(session, path, now => mergeProposal(before, now, after)));
    if (!suspended) {
      return false;
    }
    const isEntry = (entry: PermissionEntry): boolean => entry.callId === callId;
    this.#add(callId, { kind: 'write', session, isEntry, proposals: [suspended] });
    return true;
  }

  async finish(
    callId: string,
    choice: 'all' | 'chosen' | 'none' | undefined,
  ): Promise<string | undefined> {
    const request = this.#requests.get(callId);
    const [suspended] = request?.proposals ?? [];
    this.#requests.delete(callId);
    if (!request || !suspended) {
      return undefined;
    }
    const model = this.#model;
    const { path } = suspended;
    switch (choice) {
      case undefined:
        this.#proposals.release(path);
        return undefined;
      case 'all':
        model.accept({ kind: 'file', path });
        break;
      case 'chosen':
        model.reject({ kind: 'file', path });
        break;
      case 'none':
        model.dispatch({ kind: 'returned', path });
        model.reject({ kind: 'file', path });
    }
    return this.#write(request, suspended);
  }

  /** Opens the changes of new permission requests, and closes those that are answered. */
  handleSessionChange({ session, change: { patches } }: SessionChangeEvent): void {
    for (const patch of patches) {
      const entry = patch.kind === 'added' || patch.kind === 'replaced' ? patch.entry : undefined;
      if (entry?.kind === 'permission' && entry.answer.kind !== 'open') {
        this.#handleAnswer(getKey(session, entry), entry);
      } else if (entry?.kind === 'permission' && patch.kind === 'added') {
        void this.#reporter.run(vscode.l10n.t('Opening changes'), () =>
          this.#openPermissionRequest(session, entry),
        );
      }
    }
  }

  /** Called when everything that the agent changed in its turn has been recorded. */
  handleTurnEnd(sessionId: string): void {
    this.#approved.endTurn(sessionId);
  }

  dispose(): void {
    this.#listener.dispose();
  }

  /** A permission request is left alone if it also changes files that need no approval, or if it was answered meanwhile. */
  async #openPermissionRequest(session: Session, entry: PermissionEntry): Promise<void> {
    if (this.#requests.has(entry.callId)) {
      this.#answerDecidedRequests();
      return;
    }
    const changes = await getRequestedChanges(entry, session.roots);
    const proposals: SuspendedProposal[] = [];
    for (const { path, apply } of changes.filter(change => needsApproval(change.path))) {
      const suspended = await this.#propose(session, path, apply);
      proposals.push(...(suspended ? [suspended] : []));
    }
    const isOpen = session.conversation.transcript.entries.some(
      one => one.id === entry.id && one.kind === 'permission' && one.answer.kind === 'open',
    );
    if (!isOpen || proposals.length < changes.length || proposals.length === 0) {
      proposals.forEach(({ path }) => this.#proposals.remove(path));
      return;
    }
    const isEntry = ({ id }: PermissionEntry): boolean => id === entry.id;
    this.#add(getKey(session, entry), { kind: 'permission', session, isEntry, proposals });
  }

  #add(key: string, request: OpenRequest): void {
    this.#requests.set(key, request);
    const paths = request.proposals.map(({ path }) => path);
    this.#model.restore(this.#model.state); // Views also show which request waits.
    void this.#reporter.run(vscode.l10n.t('Opening changes'), () => this.#tabs.show(paths));
  }

  async #propose(
    session: Session,
    target: string,
    apply: (now: string | undefined) => string | undefined,
  ): Promise<SuspendedProposal | undefined> {
    const origin = this.#sessions.attributeToSession(session, target);
    const path = origin && (await this.#proposals.propose(target, origin, apply));
    const file = path === undefined ? undefined : this.#model.getFile(path);
    if (path === undefined || !file) {
      return undefined;
    }
    this.#proposals.suspend(path);
    const before = joinLines(file.base.lines);
    return { path, target, before, wanted: joinLines(file.current.lines) };
  }

  /** The user answered the request as a whole, or it was canceled. */
  #handleAnswer(key: string, { choices, answer }: PermissionEntry): void {
    const request = this.#requests.get(key);
    this.#requests.delete(key);
    const chosen = choices.find(
      ({ optionId }) => answer.kind === 'chosen' && answer.optionId === optionId,
    );
    for (const { path, target, wanted } of request?.proposals ?? []) {
      if (!request || !chosen) {
        this.#proposals.release(path);
        continue;
      }
      if (chosen.kind === 'allow_once' || chosen.kind === 'allow_always') {
        this.#approved.expect(request.session.id, target, wanted);
      }
      this.#proposals.remove(path);
    }
  }

  /** Answers the requests of which all hunks are decided. */
  #answerDecidedRequests(): void {
    for (const [key, request] of this.#requests) {
      const isDecided = request.proposals.every(({ path }) => {
        const file = this.#model.getFile(path);
        return !file || !isPending(file);
      });
      const entry = isDecided ? findOpenEntry(request) : undefined;
      if (entry && request.kind === 'write') {
        request.session.answerPermission(entry.id, this.#getAccepted(request));
      } else if (entry) {
        this.#requests.delete(key);
        void this.#reporter.run(vscode.l10n.t('Responding to the agent'), () =>
          this.#answer(request, entry),
        );
      }
    }
  }

  /** If everything is accepted the agent writes it. Otherwise we write the accepted part and reject the request. */
  async #answer(request: OpenRequest, entry: PermissionEntry): Promise<void> {
    const { session, proposals } = request;
    const allow = entry.choices.find(({ kind }) => kind === 'allow_once');
    const accepted = this.#getAccepted(request);
    if (accepted === 'all' && allow) {
      for (const { path, target, wanted } of proposals) {
        this.#approved.expect(session.id, target, wanted);
        this.#proposals.remove(path);
      }
      session.answerPermission(entry.id, allow.optionId);
      return;
    }
    try {
      for (const suspended of proposals) {
        await this.#write(request, suspended);
      }
    } finally {
      const reject = findRejectChoice(entry.choices);
      if (reject) {
        session.answerPermission(entry.id, reject.optionId);
      } else {
        session.dismissPermission(entry.id);
      }
    }
  }

  /** Writes what was accepted, and tells the agent what was not. */
  async #write(
    { session }: OpenRequest,
    suspended: SuspendedProposal,
  ): Promise<string | undefined> {
    const chosen = this.#getAcceptedText(suspended);
    const { path, target, before, wanted } = suspended;
    const text = await this.#proposals.apply(path);
    if (chosen === before) {
      return undefined;
    }
    const label = vscode.workspace.asRelativePath(target);
    const note = partialAcceptanceNote([{ path: label, accepted: chosen, proposed: wanted }]);
    if (note !== undefined) {
      this.#notes.add(session, note);
    }
    return text ?? chosen;
  }

  #getAccepted({ proposals }: OpenRequest): 'all' | 'chosen' | 'none' {
    const isAll = proposals.every(one => this.#getAcceptedText(one) === one.wanted);
    const isNone = proposals.every(one => this.#getAcceptedText(one) === one.before);
    return isAll ? 'all' : isNone ? 'none' : 'chosen';
  }

  #getAcceptedText({ path, before }: SuspendedProposal): string {
    const file = this.#model.getFile(path);
    return file ? joinLines(file.base.lines) : before;
  }
}

const needsApproval = (path: string): boolean =>
  getSetting('review.when', vscode.Uri.file(path)) === 'beforeWrite';

const getKey = (session: Session, entry: PermissionEntry): string => `${session.id} ${entry.id}`;

const mergeProposal = (
  before: string | undefined,
  now: string | undefined,
  wanted: string,
): string => mergeWrite({ seen: before, current: now ?? '', wanted }).theirs;

function findOpenEntry({ session, isEntry }: OpenRequest): PermissionEntry | undefined {
  const { entries } = session.conversation.transcript;
  const found = entries.findLast(entry => entry.kind === 'permission' && isEntry(entry));
  return found?.kind === 'permission' && found.answer.kind === 'open' ? found : undefined;
}
