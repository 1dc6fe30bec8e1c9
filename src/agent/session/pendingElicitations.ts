import type { FormValues } from '../../core/session/forms/elicitationForm.ts';
import type { ElicitationOutcome } from '../../core/session/transcript/entry.ts';
import { validateForm, submittedValues } from '../../core/session/forms/validateForm.ts';
import {
  elicitationCompletedPatches,
  findOpenElicitation,
  createElicitationEntry,
  elicitationAnsweredPatches,
  type Elicitation,
} from '../../core/session/transcript/elicitationEntry.ts';
import type { ElicitationReply } from '../requests/sessionEndpoint.ts';
import type { Conversation } from './conversation.ts';

/** More questions than this at once are a flood; what comes on top is cancelled. */
const OPEN_LIMIT = 20;

/** The questions of one session that wait for the user. Each gets exactly one answer. */
export class PendingElicitations {
  readonly #conversation: Conversation;
  readonly #waiting = new Map<string, (reply: ElicitationReply) => void>();

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  get count(): number {
    return this.#waiting.size;
  }

  /** Shows the question, and waits for the user, for the end of the turn, or for the agent to take it back. */
  async request(question: Elicitation, signal: AbortSignal): Promise<ElicitationReply> {
    if (this.#waiting.size >= OPEN_LIMIT || signal.aborted) {
      return { action: 'cancel' };
    }
    const id = this.#show(question);
    const reply = await new Promise<ElicitationReply>(resolve => {
      this.#waiting.set(id, resolve);
      signal.addEventListener('abort', () => resolve({ action: 'cancel' }), { once: true });
    });
    this.#waiting.delete(id);
    this.#conversation.patch(transcript =>
      elicitationAnsweredPatches(transcript, id, ANSWERS[reply.action]),
    );
    return reply;
  }

  /** The user's answer. Answers what is wrong with it, by field; a second answer is passed over. */
  answer(
    entryId: string,
    action: ElicitationReply['action'],
    values: FormValues = {},
  ): Readonly<Record<string, string>> {
    const entry = findOpenElicitation(this.#conversation.transcript, entryId);
    const resolve = this.#waiting.get(entryId);
    if (!entry || !resolve) {
      return {};
    }
    if (action !== 'accept') {
      resolve({ action });
      return {};
    }
    const { ask } = entry;
    const problems = ask.kind === 'form' ? validateForm(ask.form, values) : {};
    if (Object.keys(problems).length === 0) {
      resolve({ action, values: ask.kind === 'form' ? submittedValues(ask.form, values) : {} });
    }
    return problems;
  }

  /** What the user was sent to a page for is done. A question about it that is still open has lost its point. */
  complete(elicitationId: string): void {
    this.#conversation.patch(transcript => elicitationCompletedPatches(transcript, elicitationId));
    const open = this.#conversation.transcript.entries.findLast(
      entry => entry.kind === 'question' && entry.elicitationId === elicitationId,
    );
    this.#waiting.get(open?.id ?? '')?.({ action: 'cancel' });
  }

  cancelAll(): void {
    for (const resolve of this.#waiting.values()) {
      resolve({ action: 'cancel' });
    }
  }

  #show(question: Elicitation): string {
    let id = '';
    this.#conversation.patch((transcript, nowMs) => {
      const entry = createElicitationEntry(transcript, question, nowMs);
      ({ id } = entry);
      return [{ kind: 'added', entry }];
    });
    return id;
  }
}

const ANSWERS: Readonly<Record<ElicitationReply['action'], ElicitationOutcome>> = {
  accept: { kind: 'accepted' },
  decline: { kind: 'declined' },
  cancel: { kind: 'cancelled' },
};
