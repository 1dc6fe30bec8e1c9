import * as acp from '@agentclientprotocol/sdk';
import { messageOf, UserError } from '../core/errors.ts';
import type { Disposable } from '../core/lifetime.ts';
import type { Draft } from '../core/prompt/draft.ts';
import type { NoticeAction, TurnEndReason } from '../core/session/entry.ts';
import { noticePatches } from '../core/session/patchesFor.ts';
import { rejectingChoice, openPermission } from '../core/session/permission.ts';
import { withPicked } from '../core/session/picker.ts';
import type { SessionState } from '../core/session/sessionState.ts';
import { cancelledTools } from '../core/session/toolCall.ts';
import { sentPatches, turnEndPatches, userPatches } from '../core/session/turn.ts';
import type { Agent, Link, SessionEnd } from './agent.ts';
import { Conversation } from './conversation.ts';
import { withDeadline } from './deadline.ts';
import { explained } from './gone.ts';
import { OpenPermissions } from './openPermissions.ts';
import type { Prompts, Turns } from './ports.ts';
import { PromptQueue } from './promptQueue.ts';
import { SessionHands } from './sessionHands.ts';
import { setPickerOnWire } from './setPicker.ts';
import { stopReasonOf } from './stopReason.ts';
import { openOnWire } from './openSession.ts';

/** Control requests other than `initialize`. */
export const CONTROL_MS = 60_000;

/** What a session is made of. */
export interface SessionParts {
  readonly id: string;
  readonly agent: Agent;
  /** The first one is the session's working directory. */
  readonly roots: readonly string[];
  readonly prompts: Prompts;
  readonly turns?: Turns;
}

/** One conversation with an agent: its turns, its queue, its questions. */
export class Session implements Disposable {
  readonly id: string;
  readonly agent: Agent;
  readonly conversation: Conversation;
  readonly #parts: SessionParts;
  readonly #permissions: OpenPermissions;
  readonly #queue: PromptQueue;
  readonly #hands: SessionHands;
  #wireId: string | undefined;
  #link: Link | undefined;
  #turn: AbortController | undefined;
  #opening: Promise<void> | undefined;

  constructor(parts: SessionParts) {
    this.id = parts.id;
    this.agent = parts.agent;
    this.#parts = parts;
    this.conversation = new Conversation(newState(parts));
    this.#permissions = new OpenPermissions(this.conversation);
    this.#hands = new SessionHands(this, this.#permissions, () => !!this.#turn?.signal.aborted);
    this.#queue = new PromptQueue(queue => this.conversation.set({ queue }));
  }

  get roots(): readonly string[] {
    return this.#parts.roots;
  }

  /** Whether the agent waits for an answer of the user's. */
  get waitsForUser(): boolean {
    return this.#permissions.count > 0;
  }

  /** Starts the agent if need be and opens the conversation with it; after a loss, takes it up again. */
  open(): Promise<void> {
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  /** Sends a prompt, or queues it behind the running turn. Settles when its turn has ended. */
  send(draft: Draft): Promise<TurnEndReason> {
    const ended = this.#queue.add(draft);
    void this.#pump();
    return ended;
  }

  /** Stops the running turn, so that a prompt that waits goes out next. */
  sendNow(promptId: string): void {
    if (this.#queue.promote(promptId)) {
      this.cancel();
    }
  }

  /** Takes a prompt out of the queue. */
  unqueue(promptId: string): void {
    this.#queue.remove(promptId);
  }

  /** Stops the running turn, or the start of the agent. */
  cancel(): void {
    const { status } = this.conversation.state;
    if (status.kind === 'starting') {
      void this.agent.stop();
    } else if (status.kind === 'working') {
      this.#cancelTurn();
    }
  }

  /** Sends the last prompt once more. */
  async retry(): Promise<void> {
    const last = this.conversation.transcript.entries.findLast(entry => entry.kind === 'user');
    if (last?.kind === 'user' && last.draft) {
      await this.send(last.draft);
    }
  }

  /** Ends the agent's program when it does not stop by itself. Its other sessions end with it. */
  async stopAgent(): Promise<void> {
    this.#turn?.abort();
    await this.agent.stop();
    this.#stopped(new UserError(`${this.agent.name} was stopped.`));
  }

  /** The user's answer to a request for permission; a reason is what the agent is told next. */
  answerPermission(entryId: string, optionId: string, reason?: Draft): void {
    if (this.#permissions.answer(entryId, optionId) && reason) {
      void this.send(reason);
    }
  }

  /** Says no to a request in the agent's own words for it, or stops the turn if it offers none. */
  dismissPermission(entryId: string): void {
    const entry = openPermission(this.conversation.transcript, entryId);
    const no = entry && rejectingChoice(entry.choices);
    if (no) {
      this.#permissions.answer(entryId, no.optionId);
    } else if (entry) {
      this.cancel();
    }
  }

  /** Sets a mode, a model or a config option; shown at once, taken back if the agent refuses. */
  async setPicker(pickerId: string, value: string | boolean): Promise<void> {
    const { pickers } = this.conversation.state;
    const picker = pickers.find(({ id }) => id === pickerId);
    if (!picker || !this.#link || this.#wireId === undefined) {
      return;
    }
    this.conversation.set({ pickers: withPicked(pickers, pickerId, value) });
    try {
      const answered = await withDeadline(
        setPickerOnWire(this.#link, this.#wireId, { picker, value }),
        CONTROL_MS,
        `${this.agent.name} did not answer to the change of ${picker.name}.`,
      );
      if (answered) {
        this.conversation.set({ pickers: answered });
      }
    } catch (error) {
      this.conversation.set({ pickers });
      this.note('error', `${picker.name} could not be changed: ${messageOf(error)}`);
    }
  }

  /** Adds a notice to the transcript. The first line is the title. */
  note(
    severity: 'info' | 'warning' | 'error',
    message: string,
    actions: readonly NoticeAction[] = [],
  ): void {
    const [title = '', ...rest] = message.split('\n');
    const detail = rest.join('\n');
    this.conversation.patch((transcript, nowMs) =>
      noticePatches(transcript, { severity, title, ...(detail ? { detail } : {}), actions }, nowMs),
    );
  }

  dispose(): void {
    this.#turn?.abort();
    this.#hands.end();
    this.#permissions.cancelAll();
    if (this.#wireId !== undefined) {
      this.agent.detach(this.#wireId);
      this.#closeOnWire(this.#wireId);
    }
    this.#queue.clear();
    this.conversation.dispose();
  }

  async #open(): Promise<void> {
    this.conversation.set({ status: { kind: 'starting', note: `Starting ${this.agent.name}` } });
    try {
      const link = await this.agent.link(this.#parts.roots[0] ?? '');
      const opening = { wireId: this.#wireId, roots: this.roots, agentName: this.agent.name };
      const opened = await explained(link, openOnWire(link, opening));
      this.#link = link;
      this.#wireId = opened.wireId;
      this.conversation.set({
        status: { kind: 'idle' },
        pickers: opened.pickers,
        accepts: link.abilities.prompt,
      });
      this.agent.attach(opened.wireId, this.#end());
      this.#hands.begin(link, opened.wireId);
      if (opened.note) {
        this.note('info', opened.note);
      }
      void this.#pump();
    } catch (error) {
      this.#stopped(error);
    }
  }

  #end(): SessionEnd {
    return {
      update: update => this.conversation.update(update),
      unknownUpdate: update => this.conversation.unknown(update),
      permission: (request, signal) =>
        this.#turn?.signal.aborted
          ? Promise.resolve({ outcome: { outcome: 'cancelled' } })
          : this.#permissions.ask(request, signal),
      lost: reason => this.#stopped(reason),
    };
  }

  #stopped(error: unknown): void {
    if (this.conversation.state.status.kind === 'stopped') {
      return; // Already told.
    }
    this.#link = undefined;
    this.#hands.end();
    this.#permissions.cancelAll();
    this.conversation.set({ status: { kind: 'stopped', reason: messageOf(error) } });
    this.note('error', messageOf(error), ['restart', 'showLog']);
  }

  async #pump(): Promise<void> {
    const link = this.#link;
    if (!link || this.conversation.state.status.kind !== 'idle') {
      return;
    }
    const next = this.#queue.take();
    if (next) {
      next.done(await this.#runTurn(next.draft, link));
      void this.#pump();
    }
  }

  async #runTurn(draft: Draft, link: Link): Promise<TurnEndReason> {
    const turn = new AbortController();
    this.#turn = turn;
    const startedMs = Date.now();
    this.conversation.set({ status: { kind: 'working', sinceMs: startedMs } });
    this.conversation.patch((transcript, nowMs) => userPatches(transcript, draft, nowMs));
    const about = {
      sessionId: this.id,
      turn: this.conversation.transcript.turn,
      roots: this.roots,
    };
    const reason = await this.#exchange(draft, link, { turn, about });
    this.conversation.patch((transcript, nowMs) =>
      turnEndPatches(transcript, reason, startedMs, nowMs),
    );
    await this.#parts.turns?.ends(about);
    this.#turn = undefined;
    if (this.#link) {
      this.conversation.set({ status: { kind: 'idle' } });
    }
    return reason;
  }

  async #exchange(
    draft: Draft,
    link: Link,
    {
      turn,
      about,
    }: { readonly turn: AbortController; readonly about: Parameters<Turns['begins']>[0] },
  ): Promise<TurnEndReason> {
    try {
      const { blocks, notes } = await this.#parts.prompts.prepare(
        draft,
        this.conversation.state,
        turn.signal,
      );
      this.conversation.patch(transcript => sentPatches(transcript, blocks));
      notes.forEach(note => this.note('warning', note));
      await this.#parts.turns?.begins(about);
      if (turn.signal.aborted) {
        return 'cancelled';
      }
      const response = await link.connection.agent.request(acp.methods.agent.session.prompt, {
        sessionId: this.#wireId ?? '',
        prompt: [...blocks],
      });
      return turn.signal.aborted ? 'cancelled' : stopReasonOf(response);
    } catch (error) {
      return this.#failed(error, turn.signal);
    }
  }

  /** A turn that ends with an error keeps what it has shown. */
  #failed(error: unknown, signal: AbortSignal): TurnEndReason {
    if (signal.aborted) {
      return 'cancelled'; // Some agents answer an aborted prompt with an error: it is none.
    }
    if (this.#link && !this.#link.connection.signal.aborted) {
      this.note('error', `${this.agent.name} could not finish: ${messageOf(error)}`, ['retry']);
    }
    return 'failed';
  }

  #cancelTurn(): void {
    this.#turn?.abort();
    this.conversation.set({ status: { kind: 'stopping', sinceMs: Date.now() } });
    this.#permissions.cancelAll();
    this.conversation.patch(cancelledTools);
    this.#hands.stopCommands();
    if (this.#link && this.#wireId !== undefined) {
      void this.#link.connection.agent.notify(acp.methods.agent.session.cancel, {
        sessionId: this.#wireId,
      });
    }
  }

  #closeOnWire(sessionId: string): void {
    if (this.#link?.abilities.close) {
      // The session is over for us, whatever the agent answers.
      this.#link.connection.agent
        .request(acp.methods.agent.session.close, { sessionId })
        .catch(() => {});
    }
  }
}

function newState({ id, agent }: SessionParts): SessionState {
  return {
    id,
    agentId: agent.id,
    agentName: agent.name,
    title: '',
    status: { kind: 'starting', note: `Starting ${agent.name}` },
    commands: [],
    pickers: [],
    queue: [],
    accepts: { image: false, audio: false, embeddedContext: false },
  };
}
