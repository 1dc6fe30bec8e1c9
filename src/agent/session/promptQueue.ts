import type { Draft } from '../../core/prompt/draft.ts';
import type { QueuedPrompt } from '../../core/session/state/sessionState.ts';
import type { TurnEndReason } from '../../core/session/transcript/entry.ts';
import type { Conversation } from './conversation.ts';
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

  /** Moves a prompt to the front. Returns whether it was in the queue. */
  promote(id: string): boolean {
    const first = this.#waiting.find(prompt => prompt.id === id);
    if (first) {
      this.#setWaiting([first, ...this.#waiting.filter(prompt => prompt !== first)]);
    }
    return first !== undefined;
  }

  remove(id: string): void {
    this.#waiting.find(prompt => prompt.id === id)?.done('cancelled');
    this.#setWaiting(this.#waiting.filter(prompt => prompt.id !== id));
  }

  /** Sends the next prompt if the agent is idle, and then the ones after it. */
  async sendNext(): Promise<void> {
    const isIdle = this.#conversation.state.status.kind === 'idle' && !this.#turn;
    const [next, ...rest] = this.#waiting;
    if (!next || !isIdle || this.#isPaused || !this.#connection.isReachable) {
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
    this.#conversation.setState({ status: { kind: 'working', sinceMs: Date.now() } });
    const reason = await turn.run();
    this.#turn = undefined;
    const { kind } = this.#conversation.state.status;
    if (kind === 'working' || kind === 'stopping') {
      this.#conversation.setState({ status: { kind: 'idle' } });
    }
    return reason;
  }

  #setWaiting(waiting: readonly WaitingPrompt[]): void {
    this.#waiting = waiting;
    this.#conversation.setState({ queue: waiting.map(({ id, draft }) => ({ id, draft })) });
  }
}
