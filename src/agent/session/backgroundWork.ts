import { getErrorMessage } from '../../core/errors.ts';
import { t } from '../../core/l10n.ts';
import type { Conversation } from './conversation.ts';
import type { TurnInfo, TurnParticipant } from './turnParticipant.ts';

/**
 * Commands that an agent runs while no turn is running. What they change is reviewed like the work of a turn, and belongs
 * to the last one.
 */
export class BackgroundWork {
  readonly #conversation: Conversation;
  readonly #roots: readonly string[];
  readonly #participant: TurnParticipant | undefined;
  #running = 0;
  #started: Promise<TurnInfo> | undefined;

  constructor(
    conversation: Conversation,
    roots: readonly string[],
    participant: TurnParticipant | undefined,
  ) {
    this.#conversation = conversation;
    this.#roots = roots;
    this.#participant = participant;
  }

  /** Resolves when changes are attributed to the session. The result ends that and has an effect only once. */
  async begin(): Promise<() => void> {
    this.#running += 1;
    this.#started ??= this.#start();
    const started = this.#started;
    let isEnded = false;
    const end = (): void => {
      this.#running -= isEnded ? 0 : 1;
      isEnded = true;
      if (this.#running === 0 && this.#started === started) {
        this.#started = undefined;
        void this.#end(started);
      }
    };
    try {
      await started;
    } catch (error) {
      end();
      throw error;
    }
    return end;
  }

  async #start(): Promise<TurnInfo> {
    const turn: TurnInfo = {
      sessionId: this.#conversation.state.id,
      turn: this.#conversation.transcript.turn,
      roots: this.#roots,
      isBackground: true,
    };
    await this.#participant?.willStart(turn);
    return turn;
  }

  async #end(started: Promise<TurnInfo>): Promise<void> {
    try {
      const notices = (await this.#participant?.didEnd(await started)) ?? [];
      notices.forEach(notice => this.#conversation.addNotice('warning', notice));
    } catch (error) {
      this.#conversation.addNotice(
        'error',
        t("Couldn't detect background changes: {0}", getErrorMessage(error)),
      );
    }
  }
}
