import { randomUUID } from 'node:crypto';
import type { Disposable } from '../../core/disposableStore.ts';
import { t } from '../../core/l10n.ts';
import type { Draft } from '../../core/prompt/draft.ts';
import type { FormValues } from '../../core/session/forms/elicitationForm.ts';
import {
  createSessionState,
  type NewSessionOptions,
} from '../../core/session/state/createSessionState.ts';
import type { Delivery, SignInMethod } from '../../core/session/state/sessionState.ts';
import type { TurnEndReason } from '../../core/session/transcript/entry.ts';
import {
  findOpenPermission,
  findRejectChoice,
} from '../../core/session/transcript/permissionEntry.ts';
import { endedBackgroundPatches } from '../../core/session/transcript/backgroundCalls.ts';
import { canceledToolPatches, showsTerminal } from '../../core/session/transcript/toolCall.ts';
import { findEntry, type Transcript } from '../../core/session/transcript/transcript.ts';
import { wireCall } from '../../core/session/transcript/subagentPatches.ts';
import { getAgentErrorMessage } from '../../core/session/wire/protocolErrors.ts';
import type { Agent } from '../connection/agent.ts';
import type { SessionMcpServer } from '../../core/mcp/mcpServerCandidate.ts';
import { SessionMcpServers } from '../mcp/sessionMcpServers.ts';
import type { ElicitationReply } from '../requests/sessionEndpoint.ts';
import { Conversation } from './conversation.ts';
import type { AgentSession, SessionStart } from './protocol/openSession.ts';
import { cancelPrompt, requestTitle } from './protocol/promptRequests.ts';
import { PromptQueue } from './promptQueue.ts';
import { SessionConnection } from './sessionConnection.ts';
import { SessionPickers } from './sessionPickers.ts';
import { SessionRequests } from './sessionRequests.ts';
import type { SessionServices } from './sessionServices.ts';

/** How a session begins and what is known about it before it is opened. */
export interface SessionOptions extends Omit<NewSessionOptions, 'id' | 'agent'> {
  /** A new id if left out. */
  readonly id?: string;
  /** The first root is the session's working directory. */
  readonly roots: readonly string[];
  /** A new session if left out. */
  readonly start?: SessionStart;
  /** The transcript so far. */
  readonly transcript?: Transcript;
}

/** One conversation with an agent: its turns, its queue and its requests to the user. */
export class Session implements Disposable {
  readonly id: string;
  readonly agent: Agent;
  readonly conversation: Conversation;
  readonly #options: SessionOptions;
  readonly #requests: SessionRequests;
  readonly #pickers: SessionPickers;
  readonly #connection: SessionConnection;
  readonly #mcpServers: SessionMcpServers;
  readonly #queue: PromptQueue;

  constructor(agent: Agent, services: SessionServices, options: SessionOptions) {
    const { id = randomUUID(), roots, start = { kind: 'new' }, transcript, restored } = options;
    this.id = id;
    this.agent = agent;
    this.#options = options;
    const state = createSessionState({ ...options, id, agent });
    this.conversation = new Conversation(state, transcript);
    this.#requests = new SessionRequests(agent, this.conversation, roots, services);
    this.#pickers = new SessionPickers(agent, this.conversation, services.pickerPreferences);
    this.#mcpServers = new SessionMcpServers(id, agent, services);
    this.#connection = new SessionConnection(agent, this.#requests, this.#pickers, {
      roots,
      start,
      mcpServers: connection => this.#mcpServers.open(connection),
    });
    this.#queue = new PromptQueue(this.conversation, this.#connection, services);
    this.#queue.restore(restored?.queue ?? []);
    this.#connection.onDidOpen(() => void this.#queue.sendNext());
  }

  get roots(): readonly string[] {
    return this.#options.roots;
  }

  /** The agent's own id of this session, once it has one. */
  get wireId(): string | undefined {
    return this.#connection.wireId;
  }

  /** Whether this is the agent's session with that id, or is about to become it. */
  matches(wireId: string): boolean {
    const { start } = this.#options;
    const loading = start?.kind === 'load' ? start.wireId : undefined;
    return (this.wireId ?? loading) === wireId;
  }

  /** The MCP servers that were passed to the agent, and those that were left out. */
  get mcpServers(): readonly SessionMcpServer[] {
    return this.#mcpServers.all;
  }

  get pendingRequestCount(): number {
    const { permissions, elicitations } = this.#requests;
    return permissions.count + elicitations.count + (this.#connection.signIn.isWaiting ? 1 : 0);
  }

  /** Whether it was restored from its journal and has not been used since. */
  get isDormant(): boolean {
    return this.#options.restored !== undefined && !this.#connection.hasStarted;
  }

  /** Whether it began in this window as a new session. */
  get isNew(): boolean {
    return this.#options.start === undefined && this.#options.restored === undefined;
  }

  /** Whether a turn is running. */
  get isBusy(): boolean {
    return this.#queue.isBusy;
  }

  /** Starts the agent if necessary and opens the session. After a disconnect, resumes it. */
  open(): Promise<void> {
    return this.#connection.open();
  }

  /** Aborts an opening in progress and opens the session again `after` the program has been stopped. */
  reopen(after?: Promise<void>): Promise<void> {
    return this.#connection.reopen(after);
  }

  /**
   * Sends a prompt. While a turn runs, it is sent into the turn, after it, or instead of it. Starts the agent if necessary.
   * Resolves when its turn has ended.
   */
  send(draft: Draft, delivery: Delivery = 'queue'): Promise<TurnEndReason> {
    const ended = this.#queue.add(draft);
    void (this.#isStopped || this.#isCutOff ? this.reopen() : this.#queue.sendNext());
    const waiting = this.isBusy ? this.conversation.state.queue.at(-1) : undefined;
    if (waiting && delivery === 'steer') {
      this.steer(waiting.id);
    } else if (waiting && delivery === 'stopAndSend') {
      this.sendNow(waiting.id);
    }
    return ended;
  }

  /** Sends a queued prompt into the running turn. An agent that does not support it gets the prompt after the turn. */
  steer(promptId: string): void {
    if (this.conversation.state.canSteer) {
      void this.#queue.steer(promptId);
    }
  }

  /**
   * Sends a queued prompt next and stops the running turn for it. A start or a sign-in continues, because the prompt needs
   * them. Starts the agent if necessary.
   */
  sendNow(promptId: string): void {
    if (!this.#queue.promote(promptId)) {
      return;
    }
    if (this.#isStopped) {
      void this.reopen();
    } else {
      this.#cancelTurn();
    }
  }

  removeFromQueue(promptId: string): void {
    this.#queue.remove(promptId);
  }

  /** Sets the user's own name. With an empty one, the agent's title is used again. The agent stores it too, if it can. */
  rename(name: string): void {
    const wanted = name.trim();
    this.conversation.setState({ name: wanted });
    const { agentSession } = this.#connection;
    if (wanted !== '' && agentSession) {
      void this.#storeTitle(agentSession, wanted);
    }
  }

  /** Shows the title as the agent has stored it. If it refuses, the name is only ours. */
  async #storeTitle(agentSession: AgentSession, wanted: string): Promise<void> {
    const title = await requestTitle(agentSession, wanted).catch(() => undefined);
    if (title && this.conversation.state.name === wanted) {
      this.conversation.setState({ name: title, title });
    }
  }

  /** Cancels whichever is in progress: the sign-in, the start of the agent, or the running turn. */
  cancel(): void {
    if (this.#connection.signIn.cancel()) {
      return;
    }
    if (this.conversation.state.status.kind === 'starting') {
      this.#connection.cancelOpening(); // A turn that waits for it ends with it.
    } else {
      this.#cancelTurn();
    }
  }

  /** Stops a sub-agent or a tool call, if the agent lets the user do that. The turn goes on. */
  stopEntry(entryId: string): void {
    const { transcript } = this.conversation;
    const entry = findEntry(transcript, entryId);
    const { agentSession } = this.#connection;
    if (!agentSession || !entry) {
      return;
    }
    if (entry.kind === 'subagent' && entry.canStop) {
      this.#requests.permissions.cancelAll(entry.subagentId);
      cancelPrompt({ ...agentSession, wireId: entry.subagentId });
    } else if (entry.kind === 'tool' && entry.canStop) {
      const { sessionId, callId } = wireCall(transcript, entry, agentSession.wireId);
      this.#stopPart(agentSession, 'tool_call/cancel', { sessionId, toolCallId: callId });
    }
  }

  /** Stops a command that the agent runs itself, if it lets the user do that. */
  stopTerminal(terminalId: string): void {
    const { transcript } = this.conversation;
    const { agentSession } = this.#connection;
    const call = transcript.entries.findLast(entry => showsTerminal(entry, terminalId));
    if (agentSession && call?.kind === 'tool' && transcript.terminals.get(terminalId)?.canStop) {
      const { sessionId } = wireCall(transcript, call, agentSession.wireId);
      this.#stopPart(agentSession, 'terminal/cancel', { sessionId, terminalId });
    }
  }

  #stopPart({ connection }: AgentSession, method: string, params: object): void {
    connection.client.agent.request<unknown, object>(method, params).catch((error: unknown) => {
      this.conversation.addNotice('warning', getAgentErrorMessage(error));
    });
  }

  /** Sends the last prompt again, or the last one before the given entry. */
  async retry(entryId?: string): Promise<void> {
    const { entries } = this.conversation.transcript;
    const end = entries.findIndex(({ id }) => id === entryId);
    const before = end < 0 ? entries : entries.slice(0, end);
    const last = before.findLast(entry => entry.kind === 'user' && !entry.steered);
    if (last?.kind === 'user' && last.draft) {
      await this.send(last.draft);
    }
  }

  /** Stops the agent's program, for agents that do not react to a cancellation. Its other sessions end with it. */
  async stopAgent(): Promise<void> {
    this.#queue.abandonTurn();
    await this.agent.stopAndNotify();
  }

  /** The sign-in methods that the agent offers. */
  signInMethods(): Promise<readonly SignInMethod[]> {
    return this.#connection.signIn.methods();
  }

  /** Signs in with the chosen method. Returns whether it succeeded. */
  signIn(methodId: string): Promise<boolean> {
    return this.#connection.signIn.signIn(methodId);
  }

  /** Answers a permission request. A reason is sent to the agent as the next prompt. */
  answerPermission(entryId: string, optionId: string, reason?: Draft): void {
    if (this.#requests.permissions.answer(entryId, optionId) && reason) {
      void this.send(reason);
    }
  }

  /** Rejects a permission request with the agent's own option for that. Without one, stops the turn. */
  dismissPermission(entryId: string, reason?: Draft): void {
    const entry = findOpenPermission(this.conversation.transcript, entryId);
    const reject = entry && findRejectChoice(entry.choices);
    if (reject) {
      this.answerPermission(entryId, reject.optionId, reason);
    } else if (entry) {
      this.cancel();
      void (reason && this.send(reason));
    }
  }

  /** Answers an elicitation. Values that do not fit the form are reported and leave it open. */
  answerElicitation(
    entryId: string,
    action: ElicitationReply['action'],
    values?: FormValues,
  ): void {
    const { elicitations } = this.#requests;
    const problems = Object.entries(elicitations.answer(entryId, action, values));
    if (problems.length > 0) {
      const lines = problems.map(([field, problem]) => `${field}: ${problem}`);
      const message = [t('Complete the form.'), ...lines].join('\n');
      this.conversation.addNotice('warning', message);
    }
  }

  /** Sets a mode, a model or a config option. */
  setPicker(pickerId: string, value: string | boolean): Promise<void> {
    return this.#pickers.set(this.#connection.agentSession, pickerId, value);
  }

  /** Ends everything that runs and closes the session with the agent, which is about to be stopped. */
  disconnect(): void {
    this.#queue.pause();
    this.#connection.dispose();
    this.#mcpServers.dispose();
    this.#cancelTurn();
    this.conversation.patch(endedBackgroundPatches);
    this.#requests.close();
    this.#requests.cancelPending();
    this.#connection.close();
  }

  /** Resolves when the agent knows that the session is closed. */
  get whenClosed(): Promise<unknown> {
    return this.#connection.whenClosed;
  }

  dispose(): void {
    this.disconnect();
    this.#queue.releaseSenders();
    this.conversation.dispose();
  }

  /** Whether the agent does not run and is not about to be started. */
  get #isStopped(): boolean {
    return this.isDormant || this.conversation.state.status.kind === 'stopped';
  }

  /** Whether the agent was stopped and nobody reopens the session. */
  get #isCutOff(): boolean {
    return this.conversation.state.status.kind === 'idle' && !this.#connection.isReachable;
  }

  #cancelTurn(): void {
    const turn = this.#queue.cancelTurn();
    if (!turn) {
      return;
    }
    this.#requests.cancelPending();
    this.conversation.patch(canceledToolPatches);
    this.#requests.stop();
    if (turn.isSent) {
      this.#connection.cancelPrompt();
    }
  }
}
