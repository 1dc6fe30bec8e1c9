import type { Session } from '../../src/agent/session/session.ts';
import type { PermissionChoice, PermissionEntry } from '../../src/core/session/transcript/entry.ts';
import type { Draft } from '../../src/core/prompt/draft.ts';
import type { ModelServer } from './model/modelServer.ts';
import { scriptText, type ModelStep } from './model/script.ts';

type Kind = PermissionChoice['kind'];

const YES: readonly Kind[] = ['allow_once', 'allow_always'];
const NO: readonly Kind[] = ['reject_once', 'reject_always'];

/** A user who answers every permission request in the same way, as soon as it arrives. */
export class PermissionResponder {
  readonly #session: Session;
  #says: 'yes' | 'no' = 'yes';
  /** The requests so far. */
  readonly asked: PermissionEntry[] = [];

  /** The number of requests that the model had received before the last prompt. */
  asksFrom = 0;
  readonly #model: ModelServer;

  constructor(session: Session, model: ModelServer) {
    this.#session = session;
    this.#model = model;
    session.conversation.onDidChange(() => setImmediate(() => this.#answerOpenRequests()));
  }

  /** Sends a prompt that makes the model perform these steps. Resolves with the reason why the turn ended. */
  promptSteps(
    steps: readonly ModelStep[],
    { promptText = 'yes', words = [] }: { promptText?: 'yes' | 'no'; words?: Draft } = {},
  ): Promise<string> {
    this.#says = promptText;
    return this.#send([{ kind: 'text', text: scriptText(...steps) }, ...words]);
  }

  /** Sends a prompt with this text only. */
  promptText(text: string): Promise<string> {
    return this.#send([{ kind: 'text', text }]);
  }

  #send(draft: Draft): Promise<string> {
    this.asked.length = 0;
    this.asksFrom = this.#model.requests.length;
    return this.#session.send(draft);
  }

  #answerOpenRequests(): void {
    for (const entry of this.#session.conversation.transcript.entries) {
      if (entry.kind === 'permission' && entry.answer.kind === 'open') {
        this.asked.push(entry);
        this.#session.answerPermission(entry.id, this.#choice(entry));
      } else if (entry.kind === 'question' && entry.answer.kind === 'open') {
        this.#session.answerElicitation(entry.id, 'decline');
      }
    }
  }

  #choice({ choices }: PermissionEntry): string {
    const kinds = this.#says === 'yes' ? YES : NO;
    const fitting = kinds.flatMap(kind => choices.filter(choice => choice.kind === kind));
    return fitting[0]?.optionId ?? '';
  }
}
