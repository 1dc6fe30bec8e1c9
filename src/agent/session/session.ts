import type { McpServer } from '@agentclientprotocol/sdk';
import type { Disposable } from '../../core/disposableStore.ts';
import type { Draft } from '../../core/prompt/draft.ts';
import type { FormValues } from '../../core/session/forms/elicitationForm.ts';
import type { NoticeAction, TurnEndReason } from '../../core/session/transcript/entry.ts';
import { noticePatches } from '../../core/session/transcript/patchesForUpdate.ts';
import {
  findRejectChoice,
  findOpenPermission,
} from '../../core/session/transcript/permissionEntry.ts';
import { createSessionState } from '../../core/session/state/createSessionState.ts';
import type { SessionState, SignInMethod } from '../../core/session/state/sessionState.ts';
import { canceledToolPatches } from '../../core/session/transcript/toolCall.ts';
import { replayResetPatches } from '../../core/session/transcript/replayResetPatches.ts';
import type { Transcript } from '../../core/session/transcript/transcript.ts';
import type { Agent } from '../connection/agent.ts';
import { Conversation } from './conversation.ts';
import { SessionConnection } from './sessionConnection.ts';
import type { SessionStart } from './openSession.ts';
import { PendingPermissions } from './pendingPermissions.ts';
import { PendingElicitations } from './pendingElicitations.ts';
import type { ElicitationReply } from '../requests/sessionEndpoint.ts';
import { SessionPickers } from './sessionPickers.ts';
import type { PickerPreferences } from './pickerPreferences.ts';
import type { PromptBuilder } from './promptBuilder.ts';
import type { TurnParticipant } from './turnParticipant.ts';
import { RunningTurn } from './runningTurn.ts';
import type { SessionEndpoint } from '../requests/sessionEndpoint.ts';
import { SessionRequests } from './sessionRequests.ts';
import { SessionSignIn } from './sessionSignIn.ts';
import { TurnScheduler } from './turnScheduler.ts';
import { SessionReconnector } from './sessionReconnector.ts';
import { t } from '../../core/l10n.ts';

/** What a session is made of. */
export interface SessionOptions {
  readonly id: string;
  readonly agent: Agent;
  /** The first one is the session's working directory. */
  readonly roots: readonly string[];
  readonly promptBuilder: PromptBuilder;
  readonly turnParticipant?: TurnParticipant;
  readonly pickerPreferences?: PickerPreferences;
  /** Where it begins; a new one if left out. */
  readonly start?: SessionStart;
  readonly title?: string;
  /** The user's own name for it. */
  readonly name?: string;
  /** What was said before it began. */
  readonly transcript?: Transcript;
  /** Taken from its journal: the agent is not started before the user sends something. */
  readonly dormant?: Pick<SessionState, 'queue' | 'usage'>;
  readonly mcpServers?: () => Promise<readonly McpServer[]>;
}

/** One conversation with an agent: its turns, its queue, its questions. */
export class Session implements Disposable {
  readonly id: string;
  readonly agent: Agent;
  readonly conversation: Conversation;
  readonly #parts: SessionOptions;
  readonly #line: SessionConnection;
  readonly #gate: SessionSignIn;
  readonly #permissions: PendingPermissions;
  readonly #questions: PendingElicitations;
  readonly #pickers: SessionPickers;
  readonly #turns: TurnScheduler;
  readonly #hands: SessionRequests;
  readonly #upkeep: SessionReconnector;
  #isAsleep: boolean;

  constructor(parts: SessionOptions) {
    this.id = parts.id;
    this.agent = parts.agent;
    this.#parts = parts;
    this.conversation = new Conversation(createSessionState(parts), parts.transcript);
    this.#permissions = new PendingPermissions(this.conversation);
    this.#questions = new PendingElicitations(this.conversation);
    this.#hands = new SessionRequests(this, this.#permissions, () => this.#turns.isCancelled);
    this.#turns = new TurnScheduler(this.conversation, {
      newTurn: draft => this.#newTurn(draft),
      isReachable: () => this.#isReachable,
    });
    this.#isAsleep = parts.dormant !== undefined;
    this.#turns.restore(parts.dormant?.queue ?? []);
    this.#line = new SessionConnection({
      agent: parts.agent,
      roots: parts.roots,
      start: parts.start ?? { kind: 'new' },
      endpoint: this.#end(),
      mcpServers: async () => (await parts.mcpServers?.()) ?? [],
      onDidOpen: ({ pickers, wireId }, link) => {
        const { prompt, fork } = link.capabilities;
        this.conversation.setState({ pickers, promptCapabilities: prompt, canFork: fork });
        this.#hands.open(link, wireId);
      },
      onKnownUpdate: update => this.conversation.applyStateUpdate(update),
      onWillReplay: () => this.conversation.patch(replayResetPatches),
    });
    this.#gate = new SessionSignIn({
      agent: parts.agent,
      conversation: this.conversation,
      cwd: parts.roots[0] ?? '',
      endpoint: () => this.#line.endpoint,
    });
    this.#pickers = new SessionPickers(
      parts.agent,
      this.conversation,
      this.#line,
      parts.pickerPreferences,
    );
    this.#upkeep = new SessionReconnector({
      agent: parts.agent,
      conversation: this.conversation,
      connection: this.#line,
      signIn: this.#gate,
      pickers: this.#pickers,
      addNotice: (...notice) => this.addNotice(...notice),
      isDormant: () => this.#isAsleep,
      onReady: () => void this.#turns.next(),
      onDisconnect: () => {
        this.#hands.close();
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
  matches(wireId: string): boolean {
    const { start } = this.#parts;
    const loading = start?.kind === 'load' ? start.wireId : undefined;
    return (this.wireId ?? loading) === wireId;
  }

  /** How many answers of the user's the agent waits for. */
  get pendingRequestCount(): number {
    return this.#permissions.count + this.#questions.count + (this.#gate.isWaiting ? 1 : 0);
  }

  /** Whether it was taken from its journal and nobody has talked to it since. */
  get isDormant(): boolean {
    return this.#isAsleep;
  }

  /** Whether it began here, from nothing. */
  get isNew(): boolean {
    return this.#parts.start === undefined && this.#parts.dormant === undefined;
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
  removeFromQueue(promptId: string): void {
    this.#turns.remove(promptId);
  }

  /** Gives it the user's own name; with an empty one the agent's title is its name again. */
  rename(name: string): void {
    this.conversation.setState({ name: name.trim() });
  }

  /** Stops the sign-in, the start of the agent, or the running turn: whichever is under way. */
  cancel(): void {
    if (this.#gate.cancel()) {
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
    await this.agent.stopAndNotify();
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
    const entry = findOpenPermission(this.conversation.transcript, entryId);
    const no = entry && findRejectChoice(entry.choices);
    if (no) {
      this.answerPermission(entryId, no.optionId, reason);
    } else if (entry) {
      this.cancel();
      void (reason && this.send(reason));
    }
  }

  /** The user's answer to a question. What does not fit the form is told, and the question stays open. */
  answerElicitation(
    entryId: string,
    action: ElicitationReply['action'],
    values?: FormValues,
  ): void {
    const problems = Object.entries(this.#questions.answer(entryId, action, values));
    if (problems.length > 0) {
      const lines = problems.map(([field, problem]) => `${field}: ${problem}`);
      this.addNotice('warning', [t('The form is not complete.'), ...lines].join('\n'));
    }
  }

  /** Sets a mode, a model or a config option; shown at once, taken back if the agent refuses. */
  async setPicker(pickerId: string, value: string | boolean): Promise<void> {
    const problem = await this.#pickers.set(pickerId, value);
    if (problem !== undefined) {
      this.addNotice('error', problem);
    }
  }

  /** Adds a notice to the transcript. The first line is the title. */
  addNotice(
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
  disconnect(): void {
    this.#turns.hold();
    this.#upkeep.dispose();
    this.#gate.cancel();
    this.#cancelTurn();
    this.#hands.close();
    this.#cancelQuestions();
    this.#line.close();
  }

  /** Settles when the agent knows that a session is over which was left. */
  get whenClosed(): Promise<unknown> {
    return this.#line.whenClosed;
  }

  dispose(): void {
    this.disconnect();
    this.#turns.release();
    this.conversation.dispose();
  }

  #end(): SessionEndpoint {
    return {
      handleUpdate: update => this.conversation.applyUpdate(update),
      handleUnknownUpdate: update => this.conversation.addUnknownUpdate(update),
      requestPermission: (request, signal) =>
        this.#turns.isCancelled
          ? Promise.resolve({ outcome: { outcome: 'cancelled' } })
          : this.#permissions.request(request, signal),
      elicit: (question, signal) =>
        this.#turns.isCancelled
          ? Promise.resolve({ action: 'cancel' })
          : this.#questions.request(question, signal),
      completeElicitation: elicitationId => this.#questions.complete(elicitationId),
      addNotice: (severity, message) => this.addNotice(severity, message),
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
      promptBuilder: this.#parts.promptBuilder,
      participant: this.#parts.turnParticipant,
      send: (blocks, signal) => this.#upkeep.send(blocks, signal),
      isReachable: () => this.#isReachable,
      addNotice: (...notice) => this.addNotice(...notice),
      log: line => this.agent.log(line),
    });
  }

  /** A program that is being stopped may still have its line, but nobody reads there. */
  get #isReachable(): boolean {
    return this.agent.isRunning && this.#line.agentConnection?.client.signal.aborted === false;
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
    this.conversation.patch(canceledToolPatches);
    this.#hands.stopCommands();
    if (turn.isSent) {
      this.#line.cancel();
    }
  }

  #cancelQuestions(): void {
    this.#permissions.cancelAll();
    this.#questions.cancelAll();
  }
}
