import type { Session } from '../../../agent/session/session.ts';
import type { Draft } from '../../../core/prompt/draft.ts';

/** Sends notes to agents at the end of their turn. A note joins an earlier one that is still queued, so that both are one prompt. */
export class QueuedNotes {
  readonly #queued = new Map<string, string>();

  add(session: Session, note: string): void {
    const earlier = this.#queued.get(session.id);
    const queued = session.conversation.state.queue.find(({ draft }) => getText(draft) === earlier);
    if (queued) {
      session.removeFromQueue(queued.id);
    }
    const text = queued ? `${earlier}\n\n${note}` : note;
    this.#queued.set(session.id, text);
    void session.send([{ kind: 'text', text }]);
  }
}

const getText = (draft: Draft): string =>
  draft.map(part => (part.kind === 'text' ? part.text : '')).join('');
