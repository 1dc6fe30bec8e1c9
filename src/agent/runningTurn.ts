import type { ContentBlock } from '@agentclientprotocol/sdk';
import { messageOf } from '../core/errors.ts';
import { errorWords } from '../core/session/wireErrors.ts';
import type { Draft } from '../core/prompt/draft.ts';
import type { NoticeAction, TurnEndReason } from '../core/session/entry.ts';
import { sentPatches, turnEndPatches, userPatches } from '../core/session/turn.ts';
import { turnEndOf, type TurnEnd } from '../core/session/turnEnd.ts';
import type { Conversation } from './conversation.ts';
import { unlessAborted } from './deadline.ts';
import type { Prompts, Turn, Turns } from './ports.ts';
import { t } from '../core/words.ts';

/** What a turn is made of. */
export interface TurnParts {
  readonly agentName: string;
  readonly sessionId: string;
  readonly roots: readonly string[];
  readonly conversation: Conversation;
  readonly prompts: Prompts;
  readonly turns: Turns | undefined;
  /** Sends the prompt and gives the agent's answer. */
  send(blocks: readonly ContentBlock[], signal: AbortSignal): Promise<unknown>;
  /** Whether the agent can still be reached; if it cannot, somebody else says why. */
  isReachable(): boolean;
  readonly note: (
    severity: 'warning' | 'error',
    message: string,
    actions?: readonly NoticeAction[],
  ) => void;
  /** A line for the log. */
  readonly log: (line: string) => void;
}

/** One prompt and its answer, from the moment it leaves the queue to its end. */
export class RunningTurn {
  readonly #draft: Draft;
  readonly #parts: TurnParts;
  readonly #stop = new AbortController();
  #onWire = false;

  constructor(draft: Draft, parts: TurnParts) {
    this.#draft = draft;
    this.#parts = parts;
  }

  get isCancelled(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Whether the agent has the prompt, so that it must be told of a cancellation. */
  get isOnWire(): boolean {
    return this.#onWire;
  }

  /** From now on the turn counts as cancelled, whatever the agent says. */
  cancel(): void {
    this.#stop.abort();
  }

  async run(): Promise<TurnEndReason> {
    const { conversation, sessionId, roots, turns, note } = this.#parts;
    const startedMs = Date.now();
    conversation.patch((transcript, nowMs) => userPatches(transcript, this.#draft, nowMs));
    const about: Turn = { sessionId, turn: conversation.transcript.turn, roots };
    const end = await this.#exchange(about);
    this.#onWire = false;
    conversation.patch((transcript, nowMs) => turnEndPatches(transcript, end, startedMs, nowMs));
    try {
      await turns?.ends(about);
    } catch (error) {
      note('error', t('What changed in this turn could not be found: {0}', messageOf(error)));
    }
    return end.reason;
  }

  async #exchange(about: Turn): Promise<TurnEnd> {
    const { conversation, prompts, turns, note } = this.#parts;
    const { signal } = this.#stop;
    try {
      const preparing = prompts.prepare(this.#draft, conversation.state, signal);
      const { blocks, notes } = await unlessAborted(preparing, signal);
      conversation.patch(transcript => sentPatches(transcript, blocks));
      notes.forEach(line => note('warning', line));
      await unlessAborted(turns?.begins(about) ?? Promise.resolve(), signal);
      this.#onWire = true;
      return this.#ended(await this.#parts.send(blocks, signal));
    } catch (error) {
      return { reason: this.#failed(error) };
    }
  }

  #ended(response: unknown): TurnEnd {
    const { agentName, note, log } = this.#parts;
    const end = turnEndOf(response);
    if (this.isCancelled) {
      return { ...end, reason: 'cancelled' }; // Some agents say `end_turn` after a cancellation.
    }
    if (end.unknown !== undefined) {
      log(t('The turn ended for a reason that Accord does not know: {0}', end.unknown));
    }
    if (end.reason === 'refusal') {
      note(
        'warning',
        t(
          '{0} refused to go on.\nYour last message and all that followed is no longer part of what it knows of this conversation.',
          agentName,
        ),
      );
    }
    return end;
  }

  /** A turn that ends with an error keeps what it has shown. */
  #failed(error: unknown): TurnEndReason {
    if (this.isCancelled) {
      return 'cancelled'; // Some agents answer an aborted prompt with an error: it is none.
    }
    if (this.#parts.isReachable()) {
      const { agentName, note } = this.#parts;
      note('error', t('{0} could not finish: {1}', agentName, errorWords(error)), ['retry']);
    }
    return 'failed';
  }
}
