import type { Draft } from '../../core/prompt/draft.ts';
import type { TurnEndReason } from '../../core/session/transcript/entry.ts';
import type { QueuedPrompt } from '../../core/session/state/sessionState.ts';
import type { Conversation } from './conversation.ts';
import { PromptQueue } from './promptQueue.ts';
import type { RunningTurn } from './runningTurn.ts';

/** What turns are made of, and when one may begin. */
export interface TurnFactory {
  newTurn(draft: Draft): RunningTurn;
  /** Whether a prompt would reach the agent. If not, it waits until the agent is up again. */
  isReachable(): boolean;
}

/** Lets prompts out one at a time: what is sent while a turn runs waits for its end. */
export class TurnScheduler {
  readonly #conversation: Conversation;
  readonly #maker: TurnFactory;
  readonly #queue: PromptQueue;
  #turn: RunningTurn | undefined;
  #isHeld = false;

  constructor(conversation: Conversation, maker: TurnFactory) {
    this.#conversation = conversation;
    this.#maker = maker;
    this.#queue = new PromptQueue(queue => conversation.setState({ queue }));
  }

  /** Whether a turn runs. */
  get isBusy(): boolean {
    return this.#turn !== undefined;
  }

  /** Whether the user has stopped the turn that runs. */
  get isCancelled(): boolean {
    return this.#turn?.isCancelled === true;
  }

  /** Queues a prompt; settles when its turn has ended. */
  add(draft: Draft): Promise<TurnEndReason> {
    return this.#queue.add(draft);
  }

  /** Queues what waited when the session was written down. */
  restore(queue: readonly QueuedPrompt[]): void {
    queue.forEach(({ draft }) => void this.#queue.add(draft));
  }

  /** Puts a prompt that waits before all others. Answers whether it was there. */
  promote(promptId: string): boolean {
    return this.#queue.promote(promptId);
  }

  remove(promptId: string): void {
    this.#queue.remove(promptId);
  }

  /** Lets the next prompt out if the agent is free, and the others after it. */
  async next(): Promise<void> {
    const isFree = this.#conversation.state.status.kind === 'idle' && !this.#turn;
    if (!isFree || this.#isHeld || !this.#maker.isReachable()) {
      return;
    }
    const waiting = this.#queue.shift();
    if (waiting) {
      waiting.done(await this.#run(waiting.draft));
      void this.next();
    }
  }

  /** Stops the turn that runs. Answers with it the first time only: a second cancellation could hit the next turn. */
  cancel(): RunningTurn | undefined {
    const turn = this.#turn;
    if (!turn || turn.isCancelled) {
      return undefined;
    }
    turn.cancel();
    this.#conversation.setState({ status: { kind: 'stopping', sinceMs: Date.now() } });
    return turn;
  }

  /** Gives up the turn that runs, with an agent that is about to be ended. */
  abandon(): void {
    this.#turn?.cancel();
  }

  /** What waits now stays in the queue, for whoever takes the session up. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Nobody need wait any more for what was not sent. */
  release(): void {
    this.#queue.cancelAll();
  }

  async #run(draft: Draft): Promise<TurnEndReason> {
    const turn = this.#maker.newTurn(draft);
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
}
