import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { FileAccessEvent } from '../../agent/requests/workspaceRequests.ts';
import type { Conversation } from '../../agent/session/conversation.ts';
import type { PromptBuilder } from '../../agent/session/promptBuilder.ts';
import type { TurnInfo, TurnParticipant } from '../../agent/session/turnParticipant.ts';
import type { Disposable } from '../../core/disposableStore.ts';
import type { Event } from '../../core/event.ts';
import { toFlatDraft, type Draft } from '../../core/prompt/draft.ts';
import { formatProblems, type Problem } from '../../core/prompt/mention/formatProblems.ts';
import {
  findNewProblems,
  getChangedLines,
  type ChangedLines,
  type ProblemsByFile,
} from '../../core/tools/newProblems.ts';
import { limitLines } from '../../core/tools/toolText.ts';
import { toProblem } from '../context/editor/getProblems.ts';
import { getSetting } from '../settings.ts';
import type { ReviewSource } from './reviewTool.ts';

/** Language servers report some time after a change: at least this long is waited, until they are quiet, and at most. */
const SETTLE_MINIMUM_MS = 3_000;
const SETTLE_QUIET_MS = 1_500;
const SETTLE_MAXIMUM_MS = 20_000;
const POLL_MS = 250;

export interface TurnProblemsOptions {
  readonly review: Pick<ReviewSource, 'pending'>;
  readonly findConversation: (sessionId: string) => Pick<Conversation, 'addNotice'> | undefined;
  readonly onDidAccessFile: Event<FileAccessEvent>;
}

/** A turn, and the problems that were known before the agent changed anything. */
interface WatchedTurn {
  readonly info: TurnInfo;
  readonly before: Map<string, readonly Problem[]>;
  hasWritten: boolean;
  hasEnded: boolean;
}

/** Finds out which problems appeared during a turn, and tells the user or the agent. Listens only while turns run. */
export class TurnProblems implements Disposable {
  readonly #options: TurnProblemsOptions;
  readonly #turns = new Map<string, WatchedTurn>();
  readonly #running = new Set<WatchedTurn>();
  #listeners: Disposable | undefined;
  #changedMs = 0;

  constructor(options: TurnProblemsOptions) {
    this.#options = options;
  }

  /** Looks at the problems when everybody else is ready for the turn, and when it is over. Never delays either. */
  wrapParticipant(participant: TurnParticipant): TurnParticipant {
    return {
      willStart: async info => {
        await participant.willStart(info);
        this.#start(info);
      },
      didEnd: async info => {
        const notices = await participant.didEnd(info);
        void this.#end(info);
        return notices;
      },
    };
  }

  /** Adds the new problems of the last turn to the next prompt, if the user wants that. */
  wrapBuilder(builder: PromptBuilder): PromptBuilder {
    return {
      build: async (draft, state, signal) => {
        const prepared = await builder.build(draft, state, signal);
        const note = this.#createNote(state.id, draft);
        return note === undefined
          ? prepared
          : { ...prepared, blocks: [...prepared.blocks, { type: 'text', text: note }] };
      },
    };
  }

  /** The new problems of the running or last turn, among the problems of some files; `undefined` before the first turn. */
  findNew(sessionId: string, now: ProblemsByFile): readonly Problem[] | undefined {
    const turn = this.#turns.get(sessionId);
    return turn && findNewProblems({ before: turn.before, now, changed: this.#changed(turn) });
  }

  dispose(): void {
    this.#running.clear();
    this.#listeners?.dispose();
  }

  #start(info: TurnInfo): void {
    if (info.isBackground) {
      return;
    }
    this.#forgetTurns(info.sessionId);
    this.#listeners ??= this.#listen();
    const turn = { info, before: getKnownProblems(), hasWritten: false, hasEnded: false };
    this.#turns.set(info.sessionId, turn);
    this.#running.add(turn);
  }

  /** Forgets the last turn of a session, and those of closed sessions. */
  #forgetTurns(sessionId: string): void {
    for (const [id, turn] of this.#turns) {
      if (id === sessionId || !this.#options.findConversation(id)) {
        this.#turns.delete(id);
        this.#running.delete(turn);
      }
    }
  }

  async #end(info: TurnInfo): Promise<void> {
    const turn = this.#turns.get(info.sessionId);
    if (!turn || turn.info.turn !== info.turn) {
      return;
    }
    turn.hasEnded = true;
    turn.hasWritten = this.#hasChanges(turn);
    const isShown = turn.hasWritten && getSetting('context.newProblems') !== 'off';
    if (isShown) {
      await this.#whenSettled(turn);
    }
    const isCurrent = this.#running.delete(turn);
    if (this.#running.size === 0) {
      this.#listeners?.dispose();
      this.#listeners = undefined;
    }
    if (isCurrent && isShown) {
      this.#show(turn);
    }
  }

  #listen(): Disposable {
    const access = this.#options.onDidAccessFile(({ kind, sessionId }) => {
      const turn = this.#turns.get(sessionId);
      if (turn && kind === 'write') {
        turn.hasWritten = true;
      }
    });
    const reports = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      this.#changedMs = Date.now();
      this.#running.forEach(turn => this.#handleReport(turn, uris));
    });
    return vscode.Disposable.from(access, reports);
  }

  /** What is reported before the agent has changed anything was there before. */
  #handleReport(turn: WatchedTurn, uris: readonly vscode.Uri[]): void {
    if (!this.#hasChanges(turn)) {
      uris.forEach(uri => turn.before.set(uri.toString(), readProblems(uri)));
    }
  }

  async #whenSettled(turn: WatchedTurn): Promise<void> {
    const startMs = Date.now();
    const isSettled = (nowMs: number): boolean =>
      nowMs - startMs >= SETTLE_MINIMUM_MS && nowMs - this.#changedMs >= SETTLE_QUIET_MS;
    const isWaiting = (nowMs: number): boolean =>
      this.#running.has(turn) && nowMs - startMs < SETTLE_MAXIMUM_MS && !isSettled(nowMs);
    while (isWaiting(Date.now())) {
      await delay(POLL_MS);
    }
  }

  #show({ info }: WatchedTurn): void {
    const found = this.#findNow(info.sessionId);
    if (found.length > 0) {
      const title =
        found.length === 1
          ? vscode.l10n.t('1 new problem')
          : vscode.l10n.t('{0} new problems', found.length);
      const conversation = this.#options.findConversation(info.sessionId);
      conversation?.addNotice('warning', `${title}\n${listProblems(found)}`, ['sendProblems']);
    }
  }

  /** The text for the agent; nothing for a command such as `/compact`, and for a prompt that lists the problems already. */
  #createNote(sessionId: string, draft: Draft): string | undefined {
    const turn = this.#turns.get(sessionId);
    const isWanted = turn?.hasEnded && getSetting('context.newProblems') === 'attach';
    const found = isWanted && this.#hasChanges(turn) ? this.#findNow(sessionId) : [];
    const list = listProblems(found);
    const text = toFlatDraft(draft).text;
    return found.length === 0 || text.startsWith('/') || text.includes(list)
      ? undefined
      : `Problems that appeared during your last turn:\n${list}`;
  }

  /** Files that the user is editing are left out, unless the agent has changed them. */
  #findNow(sessionId: string): readonly Problem[] {
    const turn = this.#turns.get(sessionId);
    const changed: ChangedLines = turn ? this.#changed(turn) : new Map();
    const dirty = vscode.workspace.textDocuments
      .filter(({ isDirty }) => isDirty)
      .map(({ uri }) => uri.toString());
    const now = new Map(
      vscode.languages
        .getDiagnostics()
        .filter(([uri]) => vscode.workspace.getWorkspaceFolder(uri) !== undefined)
        .map(([uri]) => [uri.toString(), readProblems(uri)] as const)
        .filter(([file]) => changed.has(file) || !dirty.includes(file)),
    );
    return this.findNew(sessionId, now) ?? [];
  }

  #hasChanges(turn: WatchedTurn): boolean {
    return turn.hasWritten || this.#changed(turn).size > 0;
  }

  #changed({ info }: WatchedTurn): ChangedLines {
    return getChangedLines(this.#options.review.pending, info, path =>
      vscode.Uri.file(path).toString(),
    );
  }
}

const listProblems = (problems: readonly Problem[]): string =>
  limitLines(formatProblems(problems).trimEnd().split('\n'));

export const readProblems = (uri: vscode.Uri): readonly Problem[] =>
  vscode.languages.getDiagnostics(uri).map(diagnostic => toProblem(uri, diagnostic));

/** The problems of files that language servers look at: those with problems, and those with a tab. */
function getKnownProblems(): Map<string, readonly Problem[]> {
  const withProblems = vscode.languages
    .getDiagnostics()
    .filter(([, diagnostics]) => diagnostics.length > 0)
    .map(([uri]) => uri);
  const withTab = vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap(({ input }) =>
      input instanceof vscode.TabInputText
        ? [input.uri]
        : input instanceof vscode.TabInputTextDiff
          ? [input.modified]
          : [],
    );
  return new Map([...withProblems, ...withTab].map(uri => [uri.toString(), readProblems(uri)]));
}
