import type { Draft } from '../core/prompt/draft.ts';
import type { TurnEndReason } from '../core/session/entry.ts';
import type { QueuedPrompt } from '../core/session/sessionState.ts';
import type { Conversation } from './conversation.ts';
import { PromptQueue } from './promptQueue.ts';
import type { RunningTurn } from './runningTurn.ts';

/** What turns are made of, and when one may begin. */
export interface TurnMaker {
  newTurn(draft: Draft): RunningTurn;
  /** Whether a prompt would reach the agent. If not, it waits until the agent is up again. */
  isReachable(): boolean;
}

/** Lets prompts out one at a time: what is sent while a turn runs waits for its end. */
export class TurnTaking {
  readonly #conversation: Conversation;
  readonly #maker: TurnMaker;
  readonly #queue: PromptQueue;
  #turn: RunningTurn | undefined;
  #isHeld = false;

  constructor(conversation: Conversation, maker: TurnMaker) {
    this.#conversation = conversation;
    this.#maker = maker;
    this.#queue = new PromptQueue(queue => conversation.set({ queue }));
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
    const waiting = this.#queue.take();
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
    this.#conversation.set({ status: { kind: 'stopping', sinceMs: Date.now() } });
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
    this.#queue.release();
  }

  async #run(draft: Draft): Promise<TurnEndReason> {
    const turn = this.#maker.newTurn(draft);
    this.#turn = turn;
    this.#conversation.set({ status: { kind: 'working', sinceMs: Date.now() } });
    const reason = await turn.run();
    this.#turn = undefined;
    const { kind } = this.#conversation.state.status;
    if (kind === 'working' || kind === 'stopping') {
      this.#conversation.set({ status: { kind: 'idle' } });
    }
    return reason;
  }
}
