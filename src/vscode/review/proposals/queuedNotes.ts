import type { Session } from '../../../agent/session/session.ts';
import type { Draft } from '../../../core/prompt/draft.ts';

/** Notes for agents that wait in the queue for the end of the turn; a later one joins it, so that all go out as one prompt. */
export class QueuedNotes {
  readonly #waiting = new Map<string, string>();

  add(session: Session, note: string): void {
    const earlier = this.#waiting.get(session.id);
    const queued = session.conversation.state.queue.find(({ draft }) => textOf(draft) === earlier);
    if (queued) {
      session.removeFromQueue(queued.id);
    }
    const text = queued ? `${earlier}\n\n${note}` : note;
    this.#waiting.set(session.id, text);
    void session.send([{ kind: 'text', text }]);
  }
}

const textOf = (draft: Draft): string =>
  draft.map(part => (part.kind === 'text' ? part.text : '')).join('');
