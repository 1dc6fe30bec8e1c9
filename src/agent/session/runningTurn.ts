import type { ContentBlock } from '@agentclientprotocol/sdk';
import { getErrorMessage } from '../../core/errors.ts';
import { getAgentErrorMessage } from '../../core/session/wire/protocolErrors.ts';
import type { Draft } from '../../core/prompt/draft.ts';
import type { NoticeAction, TurnEndReason } from '../../core/session/transcript/entry.ts';
import {
  promptSentPatches,
  turnEndPatches,
  userPromptPatches,
} from '../../core/session/transcript/turnPatches.ts';
import { parseTurnEnd, type TurnEnd } from '../../core/session/transcript/turnEnd.ts';
import type { Conversation } from './conversation.ts';
import { raceCancellation } from '../connection/deadlines.ts';
import type { PromptBuilder } from './promptBuilder.ts';
import type { TurnInfo, TurnParticipant } from './turnParticipant.ts';
import { t } from '../../core/l10n.ts';

/** What a turn is made of. */
export interface TurnOptions {
  readonly agentName: string;
  readonly sessionId: string;
  readonly roots: readonly string[];
  readonly conversation: Conversation;
  readonly promptBuilder: PromptBuilder;
  readonly participant: TurnParticipant | undefined;
  /** Sends the prompt and gives the agent's answer. */
  send(blocks: readonly ContentBlock[], signal: AbortSignal): Promise<unknown>;
  /** Whether the agent can still be reached; if it cannot, somebody else says why. */
  isReachable(): boolean;
  readonly addNotice: (
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
  readonly #parts: TurnOptions;
  readonly #stop = new AbortController();
  #onWire = false;

  constructor(draft: Draft, parts: TurnOptions) {
    this.#draft = draft;
    this.#parts = parts;
  }

  get isCancelled(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Whether the agent has the prompt, so that it must be told of a cancellation. */
  get isSent(): boolean {
    return this.#onWire;
  }

  /** From now on the turn counts as cancelled, whatever the agent says. */
  cancel(): void {
    this.#stop.abort();
  }

  async run(): Promise<TurnEndReason> {
    const { conversation, sessionId, roots, participant: turns, addNotice: note } = this.#parts;
    const startedMs = Date.now();
    conversation.patch((transcript, nowMs) => userPromptPatches(transcript, this.#draft, nowMs));
    const about: TurnInfo = { sessionId, turn: conversation.transcript.turn, roots };
    const end = await this.#exchange(about);
    this.#onWire = false;
    conversation.patch((transcript, nowMs) => turnEndPatches(transcript, end, startedMs, nowMs));
    try {
      await turns?.didEnd(about);
    } catch (error) {
      note('error', t('What changed in this turn could not be found: {0}', getErrorMessage(error)));
    }
    return end.reason;
  }

  async #exchange(about: TurnInfo): Promise<TurnEnd> {
    const {
      conversation,
      promptBuilder: prompts,
      participant: turns,
      addNotice: note,
    } = this.#parts;
    const { signal } = this.#stop;
    try {
      const preparing = prompts.build(this.#draft, conversation.state, signal);
      const { blocks, notes } = await raceCancellation(preparing, signal);
      conversation.patch(transcript => promptSentPatches(transcript, blocks));
      notes.forEach(line => note('warning', line));
      await raceCancellation(turns?.willStart(about) ?? Promise.resolve(), signal);
      this.#onWire = true;
      return this.#ended(await this.#parts.send(blocks, signal));
    } catch (error) {
      return { reason: this.#failed(error) };
    }
  }

  #ended(response: unknown): TurnEnd {
    const { log } = this.#parts;
    const end = parseTurnEnd(response);
    if (this.isCancelled) {
      return { ...end, reason: 'cancelled' }; // Some agents say `end_turn` after a cancellation.
    }
    if (end.unknown !== undefined) {
      log(t('The turn ended for a reason that Accord does not know: {0}', end.unknown));
    }
    return end;
  }

  /** A turn that ends with an error keeps what it has shown. */
  #failed(error: unknown): TurnEndReason {
    if (this.isCancelled) {
      return 'cancelled'; // Some agents answer an aborted prompt with an error: it is none.
    }
    if (this.#parts.isReachable()) {
      const { agentName, addNotice: note } = this.#parts;
      note('error', t('{0} could not finish: {1}', agentName, getAgentErrorMessage(error)), [
        'retry',
      ]);
    }
    return 'failed';
  }
}
