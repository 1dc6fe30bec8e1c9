import { getErrorMessage } from '../../core/errors.ts';
import { getAgentErrorMessage } from '../../core/session/wire/protocolErrors.ts';
import type { Draft } from '../../core/prompt/draft.ts';
import type { TurnEndReason } from '../../core/session/transcript/entry.ts';
import {
  promptSentPatches,
  steeredPromptPatches,
  turnEndPatches,
  userPromptPatches,
} from '../../core/session/transcript/turnPatches.ts';
import { parseTurnEnd, withTurnCost, type TurnEnd } from '../../core/session/transcript/turnEnd.ts';
import type { Conversation } from './conversation.ts';
import { raceCancellation } from '../connection/deadlines.ts';
import type { SteeringOutcome } from './protocol/promptRequests.ts';
import type { SessionConnection } from './sessionConnection.ts';
import type { SessionServices } from './sessionServices.ts';
import type { TurnInfo } from './turnParticipant.ts';
import { t } from '../../core/l10n.ts';

/** One prompt and the agent's work on it, from the moment it leaves the queue to its end. */
export class RunningTurn {
  readonly #draft: Draft;
  readonly #conversation: Conversation;
  readonly #connection: SessionConnection;
  readonly #services: SessionServices;
  readonly #cancellation = new AbortController();
  #isSent = false;
  #number = 0;
  readonly #onSent: (() => void)[] = [];

  constructor(
    draft: Draft,
    conversation: Conversation,
    connection: SessionConnection,
    services: SessionServices,
  ) {
    this.#draft = draft;
    this.#conversation = conversation;
    this.#connection = connection;
    this.#services = services;
  }

  get isCanceled(): boolean {
    return this.#cancellation.signal.aborted;
  }

  /** Whether the agent has the prompt, so that it must be told about a cancellation. */
  get isSent(): boolean {
    return this.#isSent;
  }

  /** From now on the turn counts as canceled, whatever the agent answers. */
  cancel(): void {
    this.#cancellation.abort();
  }

  /**
   * Sends a message into this turn. It is shown when the agent has taken it, which is where it took effect. Everything that
   * fails before leaves the message to the caller.
   */
  async steer(draft: Draft): Promise<SteeringOutcome> {
    try {
      await this.#whenSent();
      const { signal } = this.#cancellation;
      const building = this.#services.promptBuilder.build(draft, this.#conversation.state, signal);
      const { blocks, notes } = await raceCancellation(building, signal);
      if (!this.#isSent) {
        return { kind: 'declined' };
      }
      const outcome = await this.#connection.steer(blocks);
      if (outcome.kind !== 'declined') {
        this.#conversation.patch((transcript, nowMs) =>
          steeredPromptPatches(transcript, { draft, blocks, turn: this.#number }, nowMs),
        );
        notes.forEach(note => this.#conversation.addNotice('warning', note));
      }
      return outcome;
    } catch {
      return { kind: 'declined' }; // The message is sent as the next prompt, which reports the error.
    }
  }

  #whenSent(): Promise<void> {
    return this.#isSent ? Promise.resolve() : new Promise(resolve => this.#onSent.push(resolve));
  }

  #setSent(isSent: boolean): void {
    this.#isSent = isSent;
    this.#onSent.splice(0).forEach(resolve => resolve());
  }

  async run(): Promise<TurnEndReason> {
    const startedMs = Date.now();
    this.#conversation.patch((transcript, nowMs) =>
      userPromptPatches(transcript, this.#draft, nowMs),
    );
    const info: TurnInfo = {
      sessionId: this.#conversation.state.id,
      turn: this.#conversation.transcript.turn,
      roots: this.#connection.roots,
    };
    this.#number = info.turn;
    const costBefore = this.#conversation.state.usage?.cost;
    const answered = await this.#exchange(info);
    const end = withTurnCost(answered, costBefore, this.#conversation.state.usage?.cost);
    this.#setSent(false);
    if (end.usage) {
      this.#conversation.setState({ lastTurn: end.usage });
    }
    this.#conversation.patch((transcript, nowMs) =>
      turnEndPatches(transcript, end, startedMs, nowMs),
    );
    try {
      const notices = (await this.#services.turnParticipant?.didEnd(info)) ?? [];
      notices.forEach(notice => this.#conversation.addNotice('warning', notice));
    } catch (error) {
      this.#conversation.addNotice(
        'error',
        t("Couldn't detect the changes in this turn: {0}", getErrorMessage(error)),
      );
    }
    return end.reason;
  }

  async #exchange(info: TurnInfo): Promise<TurnEnd> {
    const { promptBuilder, turnParticipant } = this.#services;
    const { signal } = this.#cancellation;
    try {
      const building = promptBuilder.build(this.#draft, this.#conversation.state, signal);
      const { blocks, notes } = await raceCancellation(building, signal);
      this.#conversation.patch(transcript => promptSentPatches(transcript, blocks));
      notes.forEach(note => this.#conversation.addNotice('warning', note));
      await raceCancellation(turnParticipant?.willStart(info) ?? Promise.resolve(), signal);
      this.#setSent(true);
      return this.#toTurnEnd(await this.#connection.prompt(blocks, signal));
    } catch (error) {
      return { reason: this.#handleFailure(error) };
    }
  }

  #toTurnEnd(response: unknown): TurnEnd {
    const end = parseTurnEnd(response);
    if (this.isCanceled) {
      return { ...end, reason: 'cancelled' }; // Some agents answer `end_turn` after a cancellation.
    }
    if (end.unknown !== undefined) {
      this.#connection.agent.log(t('The turn ended for an unknown reason: {0}', end.unknown));
    }
    return end;
  }

  /** Explains the error, unless the agent is unreachable: then the connection has explained it already. */
  #handleFailure(error: unknown): TurnEndReason {
    if (this.isCanceled) {
      return 'cancelled'; // Some agents answer a canceled prompt with an error.
    }
    if (this.#connection.isReachable) {
      const message = t(
        "{0} couldn't finish: {1}",
        this.#connection.agent.name,
        getAgentErrorMessage(error),
      );
      this.#conversation.addNotice('error', message, ['retry']);
    }
    return 'failed';
  }
}
