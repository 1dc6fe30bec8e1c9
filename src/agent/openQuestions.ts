import type { FormValues } from '../core/session/elicitation.ts';
import type { QuestionAnswer } from '../core/session/entry.ts';
import { formProblems, sentValues } from '../core/session/formProblems.ts';
import {
  completedPatches,
  openQuestion,
  questionEntry,
  repliedPatches,
  type Question,
} from '../core/session/question.ts';
import type { Conversation } from './conversation.ts';

/** What the user does about a question. */
export type QuestionReply =
  | { readonly action: 'accept'; readonly values: FormValues }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

/** More questions than this at once are a flood; what comes on top is cancelled. */
const OPEN_LIMIT = 20;

/** The questions of one session that wait for the user. Each gets exactly one answer. */
export class OpenQuestions {
  readonly #conversation: Conversation;
  readonly #waiting = new Map<string, (reply: QuestionReply) => void>();

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  get count(): number {
    return this.#waiting.size;
  }

  /** Shows the question, and waits for the user, for the end of the turn, or for the agent to take it back. */
  async ask(question: Question, signal: AbortSignal): Promise<QuestionReply> {
    if (this.#waiting.size >= OPEN_LIMIT || signal.aborted) {
      return { action: 'cancel' };
    }
    const id = this.#show(question);
    const reply = await new Promise<QuestionReply>(resolve => {
      this.#waiting.set(id, resolve);
      signal.addEventListener('abort', () => resolve({ action: 'cancel' }), { once: true });
    });
    this.#waiting.delete(id);
    this.#conversation.patch(transcript => repliedPatches(transcript, id, ANSWERS[reply.action]));
    return reply;
  }

  /** The user's answer. Answers what is wrong with it, by field; a second answer is passed over. */
  answer(
    entryId: string,
    action: QuestionReply['action'],
    values: FormValues = {},
  ): Readonly<Record<string, string>> {
    const entry = openQuestion(this.#conversation.transcript, entryId);
    const resolve = this.#waiting.get(entryId);
    if (!entry || !resolve) {
      return {};
    }
    if (action !== 'accept') {
      resolve({ action });
      return {};
    }
    const { ask } = entry;
    const problems = ask.kind === 'form' ? formProblems(ask.form, values) : {};
    if (Object.keys(problems).length === 0) {
      resolve({ action, values: ask.kind === 'form' ? sentValues(ask.form, values) : {} });
    }
    return problems;
  }

  /** What the user was sent to a page for is done. A question about it that is still open has lost its point. */
  completed(elicitationId: string): void {
    this.#conversation.patch(transcript => completedPatches(transcript, elicitationId));
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

  #show(question: Question): string {
    let id = '';
    this.#conversation.patch((transcript, nowMs) => {
      const entry = questionEntry(transcript, question, nowMs);
      ({ id } = entry);
      return [{ kind: 'added', entry }];
    });
    return id;
  }
}

const ANSWERS: Readonly<Record<QuestionReply['action'], QuestionAnswer>> = {
  accept: { kind: 'accepted' },
  decline: { kind: 'declined' },
  cancel: { kind: 'cancelled' },
};
