import type { RequestPermissionResponse } from '@agentclientprotocol/sdk';
import type { Answer } from '../core/session/entry.ts';
import { answeredPatches, openPermission, permissionEntry } from '../core/session/permission.ts';
import { currentTool, toolPatches } from '../core/session/toolCall.ts';
import type { Conversation } from './conversation.ts';
import { permissionResponse, type PermissionRequest } from './permissionRequest.ts';

/** More questions than this at once are a flood; what comes on top is answered with a cancellation. */
const OPEN_LIMIT = 20;

/** The requests for permission of one session that wait for the user. Each gets exactly one answer. */
export class OpenPermissions {
  readonly #conversation: Conversation;
  readonly #waiting = new Map<string, (answer: Answer) => void>();

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  get count(): number {
    return this.#waiting.size;
  }

  /** Shows the request, and waits for the user, for the end of the turn, or for the agent to take it back. */
  async ask(request: PermissionRequest, signal: AbortSignal): Promise<RequestPermissionResponse> {
    if (this.#waiting.size >= OPEN_LIMIT || signal.aborted) {
      return permissionResponse(undefined);
    }
    const id = this.#show(request);
    const answer = await new Promise<Answer>(resolve => {
      this.#waiting.set(id, resolve);
      signal.addEventListener('abort', () => resolve({ kind: 'cancelled' }), { once: true });
    });
    this.#waiting.delete(id);
    this.#conversation.patch(transcript => answeredPatches(transcript, id, answer));
    return permissionResponse(answer.kind === 'chosen' ? answer.optionId : undefined);
  }

  /** The user's choice. An option that this request did not offer, or a second answer, is passed over. */
  answer(entryId: string, optionId: string): boolean {
    const entry = openPermission(this.#conversation.transcript, entryId);
    const resolve = this.#waiting.get(entryId);
    if (!entry?.choices.some(choice => choice.optionId === optionId) || !resolve) {
      return false;
    }
    resolve({ kind: 'chosen', optionId });
    return true;
  }

  cancelAll(): void {
    for (const resolve of this.#waiting.values()) {
      resolve({ kind: 'cancelled' });
    }
  }

  #show({ toolCall, choices }: PermissionRequest): string {
    let id = '';
    this.#conversation.patch((transcript, nowMs) => {
      const known = currentTool(transcript, toolCall.toolCallId) !== undefined;
      const entry = permissionEntry(transcript, toolCall, choices, nowMs);
      id = entry.id;
      return [{ kind: 'added', entry }, ...(known ? toolPatches(transcript, toolCall, nowMs) : [])];
    });
    return id;
  }
}
