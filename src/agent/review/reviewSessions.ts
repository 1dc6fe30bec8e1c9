import type { Origin } from '../../core/review/file/hunk.ts';
import type { TurnInfo } from '../session/turnParticipant.ts';
import type { Session } from '../session/session.ts';
import type { Sessions } from '../session/sessions.ts';
import { attributeChange } from './attributeChange.ts';

/** The sessions whose changes are reviewed. They are attached late, because they are created with the review as a participant. */
export class ReviewSessions {
  #sessions: Sessions | undefined;

  attach(sessions: Sessions): void {
    this.#sessions = sessions;
  }

  get all(): readonly Session[] {
    return this.#sessions?.all ?? [];
  }

  get active(): Session | undefined {
    return this.#sessions?.active;
  }

  find(sessionId: string): Session | undefined {
    return this.#sessions?.find(sessionId);
  }

  /** The name of an open session. */
  getName(sessionId: string): string | undefined {
    const state = this.find(sessionId)?.conversation.state;
    return state && (state.title || state.agentName);
  }

  /** The turn, and its tool call, that a change of a file belongs to. */
  attribute(path: string, turns: readonly TurnInfo[]): Origin | undefined {
    return attributeChange(this, path, turns);
  }

  /** The same for a change that this session is known to have made. */
  attributeToSession({ id, roots, conversation }: Session, path: string): Origin | undefined {
    const { turn } = conversation.transcript;
    return this.attribute(path, [{ sessionId: id, turn, roots }]);
  }
}
