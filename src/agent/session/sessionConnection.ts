import * as acp from '@agentclientprotocol/sdk';
import { DisposableStore, type Disposable } from '../../core/disposableStore.ts';
import { UserError } from '../../core/errors.ts';
import { Emitter, type Event } from '../../core/event.ts';
import { t } from '../../core/l10n.ts';
import { endedBackgroundPatches } from '../../core/session/transcript/backgroundCalls.ts';
import type { NoticeAction } from '../../core/session/transcript/entry.ts';
import { getAgentErrorMessage } from '../../core/session/wire/protocolErrors.ts';
import type { Agent, AgentDisconnect } from '../connection/agent.ts';
import type { AgentConnection } from '../connection/agentConnection.ts';
import { raceCancellation, withDeadline } from '../connection/deadlines.ts';
import { withDisconnectReason } from '../connection/disconnectReason.ts';
import type { Conversation } from './conversation.ts';
import {
  openSession,
  type AgentSession,
  type OpenedSession,
  type OpenSessionOptions,
  type SessionStart,
} from './protocol/openSession.ts';
import {
  cancelPrompt,
  requestPrompt,
  requestSteering,
  type SteeringOutcome,
} from './protocol/promptRequests.ts';
import type { SessionPickers } from './sessionPickers.ts';
import type { SessionRequests } from './sessionRequests.ts';
import { SessionSignIn } from './sessionSignIn.ts';

/** How a session is opened with its agent. The first root is the session's working directory. */
export interface SessionConnectionOptions extends Pick<OpenSessionOptions, 'roots' | 'start'> {
  readonly mcpServers: (connection: AgentConnection) => Promise<OpenSessionOptions['mcpServers']>;
}

/** The connection of one session to its agent. Opens it, reopens it after a disconnect and reports when it cannot. */
export class SessionConnection implements Disposable {
  readonly agent: Agent;
  readonly signIn: SessionSignIn;
  readonly #conversation: Conversation;
  readonly #requests: SessionRequests;
  readonly #pickers: SessionPickers;
  readonly #options: SessionConnectionOptions;
  readonly #disposables = new DisposableStore();
  #start: SessionStart;
  #agentConnection: AgentConnection | undefined;
  /** The session whose history the agent is about to send. */
  #replayedId: string | undefined;
  #opening: { readonly stop: AbortController; readonly done: Promise<void> } | undefined;
  #hasStarted = false;
  #closed: Promise<unknown> = Promise.resolve();
  readonly #didOpen = new Emitter<void>();
  /** The session is open and ready for prompts. */
  readonly onDidOpen: Event<void> = this.#didOpen.event;

  constructor(
    agent: Agent,
    requests: SessionRequests,
    pickers: SessionPickers,
    options: SessionConnectionOptions,
  ) {
    this.agent = agent;
    this.#conversation = requests.conversation;
    this.#requests = requests;
    this.#pickers = pickers;
    this.#options = options;
    this.#start = options.start;
    this.signIn = new SessionSignIn(agent, requests, this.#cwd);
    this.#disposables.add(agent.onDidDisconnect(event => this.#handleDisconnect(event)));
    this.#disposables.add(
      agent.onDidSignIn(result => {
        if (result === 'restartRequired') {
          this.#handleRestartForSignIn();
        } else if (this.signIn.isOffered) {
          void this.reopen();
        }
      }),
    );
  }

  get roots(): readonly string[] {
    return this.#options.roots;
  }

  /** Whether somebody has opened the session in this window. If not, events of the agent do not concern it. */
  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  /** Whether a prompt would reach the agent. A program that is being stopped may still be connected but reads nothing. */
  get isReachable(): boolean {
    return this.agent.isRunning && this.#agentConnection?.client.signal.aborted === false;
  }

  /** The agent's id of this session, once it has one. */
  get wireId(): string | undefined {
    return this.#start.kind === 'resume' ? this.#start.wireId : undefined;
  }

  /** The session on its live connection; `undefined` while it is not open. */
  get agentSession(): AgentSession | undefined {
    const { wireId } = this;
    return this.#agentConnection && wireId !== undefined
      ? { connection: this.#agentConnection, wireId }
      : undefined;
  }

  /** Starts the agent if necessary and opens the session. After a disconnect, resumes it. */
  open(): Promise<void> {
    this.#hasStarted = true;
    return this.#opening?.done ?? this.#startOpening();
  }

  /** Aborts an opening in progress and opens the session again `after` the program has been stopped. */
  reopen(after?: Promise<void>): Promise<void> {
    this.#hasStarted = true;
    this.#opening?.stop.abort();
    this.#disconnect();
    return this.#startOpening(after);
  }

  /** Cancels the opening. Stops the agent only if it is still starting, since it may serve other sessions. */
  cancelOpening(): void {
    if (this.agent.isRunning) {
      this.#opening?.stop.abort();
      this.#reportStopped(new UserError(t('Starting this session was canceled.')), ['restart']);
    } else {
      void this.agent.stop();
    }
  }

  /** Sends a prompt and returns the agent's response. If the agent requires a sign-in, it is sent after that. */
  async prompt(blocks: readonly acp.ContentBlock[], signal: AbortSignal): Promise<unknown> {
    if (!this.#agentConnection) {
      await this.#waitForReopening(signal);
    }
    return this.signIn.run(async () => {
      if (!this.#agentConnection) {
        await this.#handleOpened(await this.#connect(signal));
      }
      signal.throwIfAborted(); // A prompt that was stopped in the meantime must not be sent.
      return this.#sendPrompt(blocks);
    }, signal);
  }

  /** Sends a message into the running turn, if the agent supports it. */
  async steer(blocks: readonly acp.ContentBlock[]): Promise<SteeringOutcome> {
    return this.agentSession?.connection.capabilities.steer
      ? requestSteering(this.agentSession, blocks)
      : { kind: 'declined' };
  }

  /** Tells the agent to cancel the running prompt. */
  cancelPrompt(): void {
    if (this.agentSession) {
      cancelPrompt(this.agentSession);
    }
  }

  /** Closes the session with the agent, if the agent supports it. */
  close(): void {
    const wireId = this.wireId ?? this.#replayedId;
    if (wireId === undefined) {
      return;
    }
    this.agent.router.unregister(wireId);
    if (this.#agentConnection?.capabilities.close) {
      const { client, deadlines } = this.#agentConnection;
      const { close } = acp.methods.agent.session;
      const response = client.agent.request(close, { sessionId: wireId });
      // The session is over for us, whatever the agent answers.
      this.#closed = withDeadline(response, deadlines.controlMs, close).catch(() => {});
    }
    this.#agentConnection = undefined;
  }

  /** Resolves when the agent has answered the request of `close`. */
  get whenClosed(): Promise<unknown> {
    return this.#closed;
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#opening?.stop.abort();
    this.signIn.cancel();
  }

  get #cwd(): string {
    return this.#options.roots[0] ?? '';
  }

  /** The connection was lost while the prompt was built: waits for the reopening that is in progress. */
  async #waitForReopening(signal: AbortSignal): Promise<void> {
    await raceCancellation(this.#opening?.done ?? Promise.resolve(), signal);
    if (!this.#agentConnection) {
      throw new UserError(t("The agent isn't running."));
    }
    this.#conversation.setState({ status: { kind: 'working', sinceMs: Date.now() } });
  }

  #startOpening(after?: Promise<void>): Promise<void> {
    const stop = new AbortController();
    const done = this.#open(stop.signal, after).finally(() => {
      if (this.#opening?.stop === stop) {
        this.#opening = undefined;
      }
    });
    this.#opening = { stop, done };
    return done;
  }

  async #open(signal: AbortSignal, after?: Promise<void>): Promise<void> {
    const note = t('Starting {0}', this.agent.name);
    this.#conversation.setState({ status: { kind: 'starting', note } });
    const slowStart = setTimeout(() => this.#reportSlowStart(), this.agent.deadlines.slowMs);
    try {
      await after;
      await this.#handleOpened(await this.signIn.run(() => this.#connect(signal), signal));
      if (!signal.aborted) {
        this.#conversation.setState({ status: { kind: 'idle' } });
        this.#didOpen.fire();
      }
    } catch (error) {
      if (!signal.aborted) {
        const actions: readonly NoticeAction[] = ['restart', 'showLog'];
        if (!(await this.signIn.reportRefusal(error, actions, signal))) {
          this.#reportStopped(error, actions);
        }
      }
    } finally {
      clearTimeout(slowStart);
    }
  }

  async #connect(signal: AbortSignal): Promise<OpenedSession> {
    const connection = await this.agent.connect(this.#cwd);
    const opened = await this.agent.router.whileOpening(this.#requests, () =>
      this.#openOn(connection, signal),
    );
    await this.#requests.endReplay(connection.deadlines.quietMs);
    return opened;
  }

  async #openOn(connection: AgentConnection, signal: AbortSignal): Promise<OpenedSession> {
    const opening = openSession(connection, {
      start: this.#start,
      roots: this.roots,
      agentName: this.agent.name,
      mcpServers: await this.#options.mcpServers(connection),
      signal,
      onWillReplay: (wireId, history) => {
        this.#replayedId = wireId;
        this.#requests.beginReplay(wireId, history);
        this.agent.router.register(wireId, this.#requests);
      },
    });
    const opened = await withDisconnectReason(connection, opening);
    signal.throwIfAborted();
    this.#adopt(opened, connection);
    return opened;
  }

  /** Takes over what the agent answered before any of its updates for the session is handled. */
  #adopt({ wireId, how, pickers }: OpenedSession, connection: AgentConnection): void {
    const { router } = this.agent;
    if (this.wireId !== undefined && this.wireId !== wireId) {
      router.unregister(this.wireId);
    }
    if (how === 'new' || how === 'forked') {
      this.#requests.abortReplay();
    }
    this.#agentConnection = connection;
    this.#start = { kind: 'resume', wireId };
    const { prompt, fork, steer } = connection.capabilities;
    const capabilities = { promptCapabilities: prompt, canFork: fork, canSteer: steer };
    this.#conversation.setState({ pickers, ...capabilities, account: router.account ?? '' });
    this.#requests.open(wireId, connection);
    router.register(wireId, this.#requests);
  }

  async #handleOpened({ how, note }: OpenedSession): Promise<void> {
    if (note && how === 'new') {
      this.#conversation.addNotice('warning', note, ['addConversation']);
    } else if (note) {
      this.#conversation.addNotice('info', note);
    }
    if (how === 'new') {
      await this.#pickers.restoreChoices(this.agentSession);
    }
  }

  async #sendPrompt(blocks: readonly acp.ContentBlock[]): Promise<unknown> {
    if (!this.agentSession) {
      throw new Error(t("The session isn't open."));
    }
    return requestPrompt(this.agentSession, blocks);
  }

  #reportSlowStart(): void {
    if (this.#conversation.state.status.kind === 'starting') {
      const note = t(
        'Starting {0}. The first start can take a while if it has to be downloaded.',
        this.agent.name,
      );
      this.#conversation.setState({ status: { kind: 'starting', note } });
    }
  }

  /** The transcript stays as it is, and a prompt is never sent a second time without the user. */
  #handleDisconnect({ reason, willRestart, requested }: AgentDisconnect): void {
    if (!this.#hasStarted) {
      return;
    }
    this.#disconnect();
    if (willRestart) {
      const message = t('{0}\nRestarting.', reason.message);
      this.#conversation.addNotice('error', message, ['showLog']);
      void this.reopen();
    } else {
      this.#opening?.stop.abort();
      this.#reportStopped(reason, requested ? ['restart'] : ['restart', 'showLog']);
    }
  }

  #handleRestartForSignIn(): void {
    if (!this.#hasStarted) {
      return;
    }
    this.#disconnect();
    if (!this.signIn.isWaiting) {
      if (this.#conversation.state.status.kind === 'working') {
        this.#conversation.addNotice('info', t('{0} was restarted to sign in.', this.agent.name));
      }
      void this.reopen();
    }
  }

  /** Drops the connection and everything that depends on it, such as commands that the agent has left running. */
  #disconnect(): void {
    this.#agentConnection = undefined;
    this.#conversation.patch(endedBackgroundPatches);
    this.#requests.abortReplay();
    this.#requests.close();
    this.#requests.cancelPending();
  }

  #reportStopped(error: unknown, actions: readonly NoticeAction[]): void {
    const reason = getAgentErrorMessage(error);
    this.#conversation.setState({ status: { kind: 'stopped', reason } });
    this.#conversation.addNotice(actions.includes('showLog') ? 'error' : 'info', reason, actions);
  }
}
