import type { ContentBlock } from '@agentclientprotocol/sdk';
import { UserError } from '../core/errors.ts';
import { errorWords } from '../core/session/wireErrors.ts';
import { Lifetime, type Disposable } from '../core/lifetime.ts';
import type { NoticeAction } from '../core/session/entry.ts';
import type { Agent, Loss } from './agent.ts';
import type { Conversation } from './conversation.ts';
import { unlessAborted } from './deadline.ts';
import type { Line } from './line.ts';
import type { Opened } from './openSession.ts';
import type { Pickers } from './pickers.ts';
import type { SignInGate } from './signInGate.ts';
import { t } from '../core/words.ts';

/** What upkeep works on. */
export interface UpkeepParts {
  readonly agent: Agent;
  readonly conversation: Conversation;
  readonly line: Line;
  readonly gate: SignInGate;
  readonly pickers: Pickers;
  readonly note: (
    severity: 'info' | 'warning' | 'error',
    message: string,
    actions?: readonly NoticeAction[],
  ) => void;
  /** Whether nobody has talked to the session in this window yet: what befalls the agent is no concern of it. */
  readonly isAsleep: () => boolean;
  /** The session can be talked to. */
  readonly ready: () => void;
  /** The line broke: nobody waits for answers any more. */
  readonly broken: () => void;
}

/** Keeps a session's line to its agent up: opens it, takes it up again after a loss, and says when it cannot. */
export class Upkeep implements Disposable {
  readonly #parts: UpkeepParts;
  readonly #lifetime = new Lifetime();
  #opening: { readonly stop: AbortController; readonly done: Promise<void> } | undefined;

  constructor(parts: UpkeepParts) {
    this.#parts = parts;
    this.#lifetime.own(parts.agent.onDidLose(loss => this.#lost(loss)));
    this.#lifetime.own(
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
    if (agent.isUp) {
      this.#opening?.stop.abort();
      this.#stopped(new UserError(t('The start of this session was stopped.')), ['restart']);
    } else {
      void agent.stop();
    }
  }

  /** Sends a prompt. If the agent wants a sign-in first, it goes out when the user has signed in. */
  async send(blocks: readonly ContentBlock[], signal: AbortSignal): Promise<unknown> {
    const { gate, line } = this.#parts;
    if (!line.link) {
      await this.#openAgain(signal);
    }
    return gate.through(async () => {
      if (!line.link) {
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
    const { conversation, line } = this.#parts;
    await unlessAborted(this.#opening?.done ?? Promise.resolve(), signal);
    if (!line.link) {
      throw new UserError(t('The agent is not running.'));
    }
    conversation.set({ status: { kind: 'working', sinceMs: Date.now() } });
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
    const { agent, conversation, gate, line } = this.#parts;
    conversation.set({ status: { kind: 'starting', note: t('Starting {0}', agent.name) } });
    const slow = setTimeout(() => this.#takesLong(), agent.deadlines.slowMs);
    try {
      await after;
      await this.#welcome(await gate.through(() => line.open(signal), signal));
      if (!signal.aborted) {
        conversation.set({ status: { kind: 'idle' } });
        this.#parts.ready();
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
      conversation.set({ status: { kind: 'starting', note } });
    }
  }

  async #welcome({ how, note }: Opened): Promise<void> {
    if (note && how === 'new') {
      this.#parts.note('warning', note, ['addConversation']);
    } else if (note) {
      this.#parts.note('info', note);
    }
    if (how === 'new') {
      await this.#parts.pickers.recall();
    }
  }

  /** The agent is gone. What was said stays; a prompt is never sent again by itself. */
  #lost({ reason, restarts, wanted }: Loss): void {
    if (this.#parts.isAsleep()) {
      return;
    }
    this.#drop();
    if (restarts) {
      this.#parts.note('error', t('{0}\nIt is started again.', reason.message), ['showLog']);
      void this.reopen();
    } else {
      this.#opening?.stop.abort();
      this.#stopped(reason, wanted ? ['restart'] : ['restart', 'showLog']);
    }
  }

  /** Gives up the line with all that hangs on it, such as commands that the agent has left running. */
  #drop(): void {
    this.#parts.line.drop();
    this.#parts.broken();
  }

  /** The program was stopped for a sign-in. */
  #startedAnew(): void {
    if (this.#parts.isAsleep()) {
      return;
    }
    const { gate, agent, conversation } = this.#parts;
    this.#drop();
    if (!gate.isWaiting) {
      if (conversation.state.status.kind === 'working') {
        this.#parts.note('info', t('{0} was started again for the sign-in.', agent.name));
      }
      void this.reopen();
    }
  }

  #stopped(error: unknown, actions: readonly NoticeAction[]): void {
    const reason = errorWords(error);
    this.#parts.conversation.set({ status: { kind: 'stopped', reason } });
    this.#parts.note(actions.includes('showLog') ? 'error' : 'info', reason, actions);
  }
}
