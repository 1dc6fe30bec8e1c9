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

/** The number of elicitations that may be open at once. Further ones are canceled, so that an agent cannot flood the user. */
const OPEN_LIMIT = 20;

/** The elicitations of one session that wait for the user. Each gets exactly one answer. */
export class PendingElicitations {
  readonly #conversation: Conversation;
  readonly #waiting = new Map<string, (reply: ElicitationReply) => void>();

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  get count(): number {
    return this.#waiting.size;
  }

  /** Shows an elicitation and waits until the user answers, the turn ends or the agent cancels the request. */
  async request(elicitation: Elicitation, signal: AbortSignal): Promise<ElicitationReply> {
    const isRefused =
      this.#waiting.size >= OPEN_LIMIT || this.#conversation.turnPhase === 'stopped';
    if (isRefused || signal.aborted) {
      return { action: 'cancel' };
    }
    const id = this.#show(elicitation);
    const reply = await new Promise<ElicitationReply>(resolve => {
      this.#waiting.set(id, resolve);
      signal.addEventListener('abort', () => resolve({ action: 'cancel' }), { once: true });
    });
    this.#waiting.delete(id);
    this.#conversation.patch((transcript, nowMs) =>
      elicitationAnsweredPatches(transcript, id, ANSWERS[reply.action], nowMs),
    );
    return reply;
  }

  /** Answers an elicitation. Returns the problems by field; then it stays open. Second answers are ignored. */
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

  /** The user has finished on the web page that an elicitation opened. The elicitation is canceled if it is still open. */
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

  #show(elicitation: Elicitation): string {
    let id = '';
    this.#conversation.patch((transcript, nowMs) => {
      const entry = createElicitationEntry(transcript, elicitation, nowMs);
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
