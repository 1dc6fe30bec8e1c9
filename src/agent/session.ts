import type { McpServer } from '@agentclientprotocol/sdk';
import type { Disposable } from '../core/lifetime.ts';
import type { Draft } from '../core/prompt/draft.ts';
import type { FormValues } from '../core/session/elicitation.ts';
import type { NoticeAction, TurnEndReason } from '../core/session/entry.ts';
import { noticePatches } from '../core/session/patchesFor.ts';
import { rejectingChoice, openPermission } from '../core/session/permission.ts';
import { newState } from '../core/session/newState.ts';
import type { SessionState, SignInMethod } from '../core/session/sessionState.ts';
import { cancelledTools } from '../core/session/toolCall.ts';
import { toldAnew } from '../core/session/toldAnew.ts';
import type { Transcript } from '../core/session/transcript.ts';
import type { Agent } from './agent.ts';
import { Conversation } from './conversation.ts';
import { Line } from './line.ts';
import type { Start } from './openSession.ts';
import { OpenPermissions } from './openPermissions.ts';
import { OpenQuestions, type QuestionReply } from './openQuestions.ts';
import { Pickers } from './pickers.ts';
import type { Choices, Prompts, Turns } from './ports.ts';
import { RunningTurn } from './runningTurn.ts';
import type { SessionEnd } from './sessionEnds.ts';
import { SessionHands } from './sessionHands.ts';
import { SignInGate } from './signInGate.ts';
import { TurnTaking } from './turnTaking.ts';
import { Upkeep } from './upkeep.ts';
import { t } from '../core/words.ts';

/** What a session is made of. */
export interface SessionParts {
  readonly id: string;
  readonly agent: Agent;
  /** The first one is the session's working directory. */
  readonly roots: readonly string[];
  readonly prompts: Prompts;
  readonly turns?: Turns;
  readonly choices?: Choices;
  /** Where it begins; a new one if left out. */
  readonly start?: Start;
  readonly title?: string;
  /** The user's own name for it. */
  readonly name?: string;
  /** What was said before it began. */
  readonly transcript?: Transcript;
  /** Taken from its journal: the agent is not started before the user sends something. */
  readonly asleep?: Pick<SessionState, 'queue' | 'usage'>;
  readonly mcpServers?: () => Promise<readonly McpServer[]>;
}

/** One conversation with an agent: its turns, its queue, its questions. */
export class Session implements Disposable {
  readonly id: string;
  readonly agent: Agent;
  readonly conversation: Conversation;
  readonly #parts: SessionParts;
  readonly #line: Line;
  readonly #gate: SignInGate;
  readonly #permissions: OpenPermissions;
  readonly #questions: OpenQuestions;
  readonly #pickers: Pickers;
  readonly #turns: TurnTaking;
  readonly #hands: SessionHands;
  readonly #upkeep: Upkeep;
  #isAsleep: boolean;

  constructor(parts: SessionParts) {
    this.id = parts.id;
    this.agent = parts.agent;
    this.#parts = parts;
    this.conversation = new Conversation(newState(parts), parts.transcript);
    this.#permissions = new OpenPermissions(this.conversation);
    this.#questions = new OpenQuestions(this.conversation);
    this.#hands = new SessionHands(this, this.#permissions, () => this.#turns.isCancelled);
    this.#turns = new TurnTaking(this.conversation, {
      newTurn: draft => this.#newTurn(draft),
      isReachable: () => this.#isReachable,
    });
    this.#isAsleep = parts.asleep !== undefined;
    this.#turns.restore(parts.asleep?.queue ?? []);
    this.#line = new Line({
      agent: parts.agent,
      roots: parts.roots,
      start: parts.start ?? { kind: 'new' },
      end: this.#end(),
      mcpServers: async () => (await parts.mcpServers?.()) ?? [],
      opened: ({ pickers, wireId }, link) => {
        const { prompt, fork } = link.abilities;
        this.conversation.set({ pickers, accepts: prompt, canFork: fork });
        this.#hands.begin(link, wireId);
      },
      known: update => this.conversation.updateState(update),
      toldAnew: () => this.conversation.patch(toldAnew),
    });
    this.#gate = new SignInGate({
      agent: parts.agent,
      conversation: this.conversation,
      cwd: parts.roots[0] ?? '',
      end: () => this.#line.end,
    });
    this.#pickers = new Pickers(parts.agent, this.conversation, this.#line, parts.choices);
    this.#upkeep = new Upkeep({
      agent: parts.agent,
      conversation: this.conversation,
      line: this.#line,
      gate: this.#gate,
      pickers: this.#pickers,
      note: (...notice) => this.note(...notice),
      isAsleep: () => this.#isAsleep,
      ready: () => void this.#turns.next(),
      broken: () => {
        this.#hands.end();
        this.#cancelQuestions();
      },
    });
  }

  get roots(): readonly string[] {
    return this.#parts.roots;
  }

  /** The agent's own id of this session, once it has one. */
  get wireId(): string | undefined {
    return this.#line.wireId;
  }

  /** Whether it is the agent's session of that id, or is about to become it. */
  isFor(wireId: string): boolean {
    const { start } = this.#parts;
    const loading = start?.kind === 'load' ? start.wireId : undefined;
    return (this.wireId ?? loading) === wireId;
  }

  /** How many answers of the user's the agent waits for. */
  get openCount(): number {
    return this.#permissions.count + this.#questions.count + (this.#gate.isWaiting ? 1 : 0);
  }

  /** Whether it was taken from its journal and nobody has talked to it since. */
  get isAsleep(): boolean {
    return this.#isAsleep;
  }

  /** Whether it began here, from nothing. */
  get isFresh(): boolean {
    return this.#parts.start === undefined && this.#parts.asleep === undefined;
  }

  /** Whether a turn runs. */
  get isBusy(): boolean {
    return this.#turns.isBusy;
  }

  /** Starts the agent if need be and opens the conversation with it; after a loss, takes it up again. */
  open(): Promise<void> {
    this.#isAsleep = false;
    return this.#upkeep.open();
  }

  /** Gives up whatever opening is under way, and opens anew `after` the program has been stopped. */
  reopen(after?: Promise<void>): Promise<void> {
    this.#isAsleep = false;
    return this.#upkeep.reopen(after);
  }

  /** Sends a prompt, or queues it behind the running turn; starts an agent that does not run. Settles when its turn has ended. */
  send(draft: Draft): Promise<TurnEndReason> {
    const ended = this.#turns.add(draft);
    void (this.#isDown || this.#isCutOff ? this.reopen() : this.#turns.next());
    return ended;
  }

  /**
   * Stops the running turn, so that a prompt that waits goes out next. A start or a sign-in goes on, since it needs them; an
   * agent that does not run is started.
   */
  sendNow(promptId: string): void {
    if (!this.#turns.promote(promptId)) {
      return;
    }
    if (this.#isDown) {
      void this.reopen();
    } else {
      this.#cancelTurn();
    }
  }

  /** Takes a prompt out of the queue. */
  unqueue(promptId: string): void {
    this.#turns.remove(promptId);
  }

  /** Gives it the user's own name; with an empty one the agent's title is its name again. */
  rename(name: string): void {
    this.conversation.set({ name: name.trim() });
  }

  /** Stops the sign-in, the start of the agent, or the running turn: whichever is under way. */
  cancel(): void {
    if (this.#gate.stop()) {
      return;
    }
    if (this.conversation.state.status.kind === 'starting') {
      this.#upkeep.cancel(); // A turn that waits for it ends with it.
    } else {
      this.#cancelTurn();
    }
  }

  /** Sends the last prompt once more, or the one that an entry followed. */
  async retry(entryId?: string): Promise<void> {
    const { entries } = this.conversation.transcript;
    const end = entries.findIndex(({ id }) => id === entryId);
    const before = end < 0 ? entries : entries.slice(0, end);
    const last = before.findLast(entry => entry.kind === 'user');
    if (last?.kind === 'user' && last.draft) {
      await this.send(last.draft);
    }
  }

  /** Ends the agent's program when it does not stop by itself. Its other sessions end with it. */
  async stopAgent(): Promise<void> {
    this.#turns.abandon();
    await this.agent.halt();
  }

  /** The ways to sign in that the agent offers. */
  signInMethods(): Promise<readonly SignInMethod[]> {
    return this.#gate.methods();
  }

  /** Signs in by the way the user chose; what waited for it goes on. Answers whether it worked. */
  signIn(methodId: string): Promise<boolean> {
    return this.#gate.signIn(methodId);
  }

  /** The user's answer to a request for permission; a reason is what the agent is told next. */
  answerPermission(entryId: string, optionId: string, reason?: Draft): void {
    if (this.#permissions.answer(entryId, optionId) && reason) {
      void this.send(reason);
    }
  }

  /** Says no to a request in the agent's own words for it, or stops the turn if it offers none. A reason comes next. */
  dismissPermission(entryId: string, reason?: Draft): void {
    const entry = openPermission(this.conversation.transcript, entryId);
    const no = entry && rejectingChoice(entry.choices);
    if (no) {
      this.answerPermission(entryId, no.optionId, reason);
    } else if (entry) {
      this.cancel();
      void (reason && this.send(reason));
    }
  }

  /** The user's answer to a question. What does not fit the form is told, and the question stays open. */
  answerQuestion(entryId: string, action: QuestionReply['action'], values?: FormValues): void {
    const problems = Object.entries(this.#questions.answer(entryId, action, values));
    if (problems.length > 0) {
      const lines = problems.map(([field, problem]) => `${field}: ${problem}`);
      this.note('warning', [t('The form is not complete.'), ...lines].join('\n'));
    }
  }

  /** Sets a mode, a model or a config option; shown at once, taken back if the agent refuses. */
  async setPicker(pickerId: string, value: string | boolean): Promise<void> {
    const problem = await this.#pickers.choose(pickerId, value);
    if (problem !== undefined) {
      this.note('error', problem);
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

  /** Ends what runs and takes leave of the agent, which is about to be stopped. */
  leave(): void {
    this.#turns.hold();
    this.#upkeep.dispose();
    this.#gate.stop();
    this.#cancelTurn();
    this.#hands.end();
    this.#cancelQuestions();
    this.#line.close();
  }

  /** Settles when the agent knows that a session is over which was left. */
  get closed(): Promise<unknown> {
    return this.#line.closed;
  }

  dispose(): void {
    this.leave();
    this.#turns.release();
    this.conversation.dispose();
  }

  #end(): SessionEnd {
    return {
      update: update => this.conversation.update(update),
      unknownUpdate: update => this.conversation.unknown(update),
      permission: (request, signal) =>
        this.#turns.isCancelled
          ? Promise.resolve({ outcome: { outcome: 'cancelled' } })
          : this.#permissions.ask(request, signal),
      question: (question, signal) =>
        this.#turns.isCancelled
          ? Promise.resolve({ action: 'cancel' })
          : this.#questions.ask(question, signal),
      completed: elicitationId => this.#questions.completed(elicitationId),
      note: (severity, message) => this.note(severity, message),
      isBusy: () => this.isBusy,
    };
  }

  /** Whether nobody is there to be talked to, or about to be. */
  get #isDown(): boolean {
    return this.#isAsleep || this.conversation.state.status.kind === 'stopped';
  }

  #newTurn(draft: Draft): RunningTurn {
    return new RunningTurn(draft, {
      agentName: this.agent.name,
      sessionId: this.id,
      roots: this.roots,
      conversation: this.conversation,
      prompts: this.#parts.prompts,
      turns: this.#parts.turns,
      send: (blocks, signal) => this.#upkeep.send(blocks, signal),
      isReachable: () => this.#isReachable,
      note: (...notice) => this.note(...notice),
      log: line => this.agent.note(line),
    });
  }

  /** A program that is being stopped may still have its line, but nobody reads there. */
  get #isReachable(): boolean {
    return this.agent.isUp && this.#line.link?.connection.signal.aborted === false;
  }

  /** The agent was stopped, and nobody takes the session up again by himself. */
  get #isCutOff(): boolean {
    return this.conversation.state.status.kind === 'idle' && !this.#isReachable;
  }

  #cancelTurn(): void {
    const turn = this.#turns.cancel();
    if (!turn) {
      return;
    }
    this.#cancelQuestions();
    this.conversation.patch(cancelledTools);
    this.#hands.stopCommands();
    if (turn.isOnWire) {
      this.#line.cancel();
    }
  }

  #cancelQuestions(): void {
    this.#permissions.cancelAll();
    this.#questions.cancelAll();
  }
}
