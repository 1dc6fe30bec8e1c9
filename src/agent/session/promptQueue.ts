import type { Draft } from '../../core/prompt/draft.ts';
import type { QueuedPrompt } from '../../core/session/state/sessionState.ts';
import type { TurnEndReason } from '../../core/session/transcript/entry.ts';
import type { Conversation } from './conversation.ts';
import { t } from '../../core/l10n.ts';
import { RunningTurn } from './runningTurn.ts';
import type { SessionConnection } from './sessionConnection.ts';
import type { SessionServices } from './sessionServices.ts';

/** A queued prompt and the resolver of the promise that its sender waits for. */
interface WaitingPrompt extends QueuedPrompt {
  readonly done: (reason: TurnEndReason) => void;
}

/** Sends prompts one at a time: a prompt that is sent while a turn runs waits for the end of that turn. */
export class PromptQueue {
  readonly #conversation: Conversation;
  readonly #connection: SessionConnection;
  readonly #services: SessionServices;
  #waiting: readonly WaitingPrompt[] = [];
  #lastId = 0;
  #turn: RunningTurn | undefined;
  /** Prompts that the agent took into the running turn. */
  readonly #steered: WaitingPrompt[] = [];
  #isPaused = false;

  constructor(
    conversation: Conversation,
    connection: SessionConnection,
    services: SessionServices,
  ) {
    this.#conversation = conversation;
    this.#connection = connection;
    this.#services = services;
  }

  /** Whether a turn is running. */
  get isBusy(): boolean {
    return this.#turn !== undefined;
  }

  /** Queues a prompt. Resolves when its turn has ended. */
  add(draft: Draft): Promise<TurnEndReason> {
    return new Promise(done => {
      this.#lastId += 1;
      this.#setWaiting([...this.#waiting, { id: `q${this.#lastId}`, draft, done }]);
    });
  }

  /** Queues the prompts that were waiting when the session was last saved. */
  restore(prompts: readonly QueuedPrompt[]): void {
    prompts.forEach(({ draft }) => void this.add(draft));
  }

  /**
   * Sends a queued prompt into the running turn. It stays in the queue until the agent has taken it, so that it is never lost: if
   * the agent does not take it, it is sent after the turn.
   */
  async steer(id: string): Promise<void> {
    const turn = this.#turn;
    const prompt = this.#waiting.find(waiting => waiting.id === id && !waiting.isSteering);
    if (!turn || !prompt) {
      return;
    }
    this.#replace(id, [{ ...prompt, isSteering: true }]);
    const outcome = await turn.steer(prompt.draft);
    if (outcome.kind === 'declined') {
      this.#replace(id, [prompt]);
      this.#reportDeclined(outcome.reason);
    } else {
      this.#replace(id, []);
      this.#steered.push(prompt);
      if (outcome.kind === 'unknown') {
        const { name } = this.#connection.agent;
        const message = t("{0} didn't confirm your message, so it may not have seen it.", name);
        this.#conversation.addNotice('warning', message);
      }
    }
    this.#endSteered('end_turn');
    void this.sendNext();
  }

  /** Moves a prompt to the front. Returns whether it was in the queue. */
  promote(id: string): boolean {
    const first = this.#waiting.find(prompt => prompt.id === id && !prompt.isSteering);
    if (first) {
      this.#setWaiting([first, ...this.#waiting.filter(prompt => prompt !== first)]);
    }
    return first !== undefined;
  }

  remove(id: string): void {
    const prompt = this.#waiting.find(waiting => waiting.id === id && !waiting.isSteering);
    if (prompt) {
      prompt.done('cancelled');
      this.#replace(id, []);
    }
  }

  /** Sends the next prompt if the agent is idle, and then the ones after it. */
  async sendNext(): Promise<void> {
    const isIdle = this.#conversation.state.status.kind === 'idle' && !this.#turn;
    const [next, ...rest] = this.#waiting;
    const isUnsure = this.#waiting.some(({ isSteering }) => isSteering); // The agent may be about to take it.
    if (!next || !isIdle || isUnsure || this.#isPaused || !this.#connection.isReachable) {
      return;
    }
    this.#setWaiting(rest);
    next.done(await this.#run(next.draft));
    void this.sendNext();
  }

  /** Stops the running turn. Returns it only the first time, because a second cancellation could hit the next turn. */
  cancelTurn(): RunningTurn | undefined {
    const turn = this.#turn;
    if (!turn || turn.isCanceled) {
      return undefined;
    }
    turn.cancel();
    this.#conversation.setState({ status: { kind: 'stopping', sinceMs: Date.now() } });
    return turn;
  }

  /** Cancels the running turn without changing the status, because the agent is about to be stopped. */
  abandonTurn(): void {
    this.#turn?.cancel();
  }

  /** Keeps the waiting prompts in the queue, so that they are saved with the session. */
  pause(): void {
    this.#isPaused = true;
  }

  /** Resolves the promises of waiting prompts. The prompts stay in the state, which is saved with the session. */
  releaseSenders(): void {
    for (const { done } of this.#waiting) {
      done('cancelled');
    }
  }

  async #run(draft: Draft): Promise<TurnEndReason> {
    const turn = new RunningTurn(draft, this.#conversation, this.#connection, this.#services);
    this.#turn = turn;
    this.#conversation.setState({
      status: { kind: 'working', sinceMs: Date.now() },
      suggestions: [], // They were for this prompt.
    });
    const reason = await turn.run();
    this.#turn = undefined;
    this.#endSteered(reason);
    const { kind } = this.#conversation.state.status;
    if (kind === 'working' || kind === 'stopping') {
      this.#conversation.setState({ status: { kind: 'idle' } });
    }
    return reason;
  }

  /** Prompts that were taken into a turn end with it. */
  #endSteered(reason: TurnEndReason): void {
    if (!this.#turn) {
      this.#steered.splice(0).forEach(({ done }) => done(reason));
    }
  }

  #reportDeclined(reason: string | undefined): void {
    if (reason !== undefined) {
      const { name } = this.#connection.agent;
      const message = t("{0} couldn't add your message to this turn: {1}", name, reason);
      this.#conversation.addNotice('info', message);
    }
  }

  #replace(id: string, prompts: readonly WaitingPrompt[]): void {
    this.#setWaiting(this.#waiting.flatMap(prompt => (prompt.id === id ? prompts : [prompt])));
  }

  #setWaiting(waiting: readonly WaitingPrompt[]): void {
    this.#waiting = waiting;
    this.#conversation.setState({ queue: waiting.map(({ done: _done, ...prompt }) => prompt) });
  }
}
