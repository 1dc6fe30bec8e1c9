import type { ContentBlock } from '@agentclientprotocol/sdk';
import { UserError } from '../../core/errors.ts';
import { getAgentErrorMessage } from '../../core/session/wire/protocolErrors.ts';
import { DisposableStore, type Disposable } from '../../core/disposableStore.ts';
import type { NoticeAction } from '../../core/session/transcript/entry.ts';
import type { Agent, AgentDisconnect } from '../connection/agent.ts';
import type { Conversation } from './conversation.ts';
import { raceCancellation } from '../connection/deadlines.ts';
import type { SessionConnection } from './sessionConnection.ts';
import type { OpenedSession } from './openSession.ts';
import type { SessionPickers } from './sessionPickers.ts';
import type { SessionSignIn } from './sessionSignIn.ts';
import { t } from '../../core/l10n.ts';

/** What upkeep works on. */
export interface SessionReconnectorOptions {
  readonly agent: Agent;
  readonly conversation: Conversation;
  readonly connection: SessionConnection;
  readonly signIn: SessionSignIn;
  readonly pickers: SessionPickers;
  readonly addNotice: (
    severity: 'info' | 'warning' | 'error',
    message: string,
    actions?: readonly NoticeAction[],
  ) => void;
  /** Whether nobody has talked to the session in this window yet: what befalls the agent is no concern of it. */
  readonly isDormant: () => boolean;
  /** The session can be talked to. */
  readonly onReady: () => void;
  /** The line broke: nobody waits for answers any more. */
  readonly onDisconnect: () => void;
}

/** Keeps a session's line to its agent up: opens it, takes it up again after a loss, and says when it cannot. */
export class SessionReconnector implements Disposable {
  readonly #parts: SessionReconnectorOptions;
  readonly #lifetime = new DisposableStore();
  #opening: { readonly stop: AbortController; readonly done: Promise<void> } | undefined;

  constructor(parts: SessionReconnectorOptions) {
    this.#parts = parts;
    this.#lifetime.add(parts.agent.onDidDisconnect(loss => this.#lost(loss)));
    this.#lifetime.add(
      parts.agent.onDidSignIn(signedIn => {
        if (signedIn === 'fresh') {
          this.#startedAnew();
        }
      }),
    );
  }

  /** Starts the agent if need be and opens the session; after a loss, takes it up again. */
  open(): Promise<void> {
    return this.#opening?.done ?? this.#start();
  }

  /** Gives up whatever opening is under way, and opens anew `after` the program has been stopped. */
  reopen(after?: Promise<void>): Promise<void> {
    this.#opening?.stop.abort();
    this.#drop();
    return this.#start(after);
  }

  /** Stops the opening: only of this session if the agent has others to serve. */
  cancel(): void {
    const { agent } = this.#parts;
    if (agent.isRunning) {
      this.#opening?.stop.abort();
      this.#stopped(new UserError(t('The start of this session was stopped.')), ['restart']);
    } else {
      void agent.stop();
    }
  }

  /** Sends a prompt. If the agent wants a sign-in first, it goes out when the user has signed in. */
  async send(blocks: readonly ContentBlock[], signal: AbortSignal): Promise<unknown> {
    const { signIn: gate, connection: line } = this.#parts;
    if (!line.agentConnection) {
      await this.#openAgain(signal);
    }
    return gate.run(async () => {
      if (!line.agentConnection) {
        await this.#welcome(await line.open(signal));
      }
      signal.throwIfAborted(); // What was stopped in the meantime never goes out.
      return line.prompt(blocks);
    }, signal);
  }

  dispose(): void {
    this.#lifetime.dispose();
    this.#opening?.stop.abort();
  }

  /** The line broke while the prompt was made: it goes out when the line is up again, or not at all. */
  async #openAgain(signal: AbortSignal): Promise<void> {
    const { conversation, connection: line } = this.#parts;
    await raceCancellation(this.#opening?.done ?? Promise.resolve(), signal);
    if (!line.agentConnection) {
      throw new UserError(t('The agent is not running.'));
    }
    conversation.setState({ status: { kind: 'working', sinceMs: Date.now() } });
  }

  #start(after?: Promise<void>): Promise<void> {
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
    const { agent, conversation, signIn: gate, connection: line } = this.#parts;
    conversation.setState({ status: { kind: 'starting', note: t('Starting {0}', agent.name) } });
    const slow = setTimeout(() => this.#takesLong(), agent.deadlines.slowMs);
    try {
      await after;
      await this.#welcome(await gate.run(() => line.open(signal), signal));
      if (!signal.aborted) {
        conversation.setState({ status: { kind: 'idle' } });
        this.#parts.onReady();
      }
    } catch (error) {
      if (!signal.aborted) {
        this.#stopped(error, ['restart', 'showLog']);
      }
    } finally {
      clearTimeout(slow);
    }
  }

  #takesLong(): void {
    const { agent, conversation } = this.#parts;
    if (conversation.state.status.kind === 'starting') {
      const note = t(
        'Starting {0}. It takes long: a first start may have to download it.',
        agent.name,
      );
      conversation.setState({ status: { kind: 'starting', note } });
    }
  }

  async #welcome({ how, note }: OpenedSession): Promise<void> {
    if (note && how === 'new') {
      this.#parts.addNotice('warning', note, ['addConversation']);
    } else if (note) {
      this.#parts.addNotice('info', note);
    }
    if (how === 'new') {
      await this.#parts.pickers.restoreChoices();
    }
  }

  /** The agent is gone. What was said stays; a prompt is never sent again by itself. */
  #lost({ reason, willRestart: restarts, requested: wanted }: AgentDisconnect): void {
    if (this.#parts.isDormant()) {
      return;
    }
    this.#drop();
    if (restarts) {
      this.#parts.addNotice('error', t('{0}\nIt is started again.', reason.message), ['showLog']);
      void this.reopen();
    } else {
      this.#opening?.stop.abort();
      this.#stopped(reason, wanted ? ['restart'] : ['restart', 'showLog']);
    }
  }

  /** Gives up the line with all that hangs on it, such as commands that the agent has left running. */
  #drop(): void {
    this.#parts.connection.drop();
    this.#parts.onDisconnect();
  }

  /** The program was stopped for a sign-in. */
  #startedAnew(): void {
    if (this.#parts.isDormant()) {
      return;
    }
    const { signIn: gate, agent, conversation } = this.#parts;
    this.#drop();
    if (!gate.isWaiting) {
      if (conversation.state.status.kind === 'working') {
        this.#parts.addNotice('info', t('{0} was started again for the sign-in.', agent.name));
      }
      void this.reopen();
    }
  }

  #stopped(error: unknown, actions: readonly NoticeAction[]): void {
    const reason = getAgentErrorMessage(error);
    this.#parts.conversation.setState({ status: { kind: 'stopped', reason } });
    this.#parts.addNotice(actions.includes('showLog') ? 'error' : 'info', reason, actions);
  }
}
