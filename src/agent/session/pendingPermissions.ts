import type { RequestPermissionResponse } from '@agentclientprotocol/sdk';
import type { PermissionOutcome } from '../../core/session/transcript/entry.ts';
import {
  permissionAnsweredPatches,
  findOpenPermission,
  createPermissionEntry,
} from '../../core/session/transcript/permissionEntry.ts';
import { findCurrentTool, toolCallUpdatePatches } from '../../core/session/transcript/toolCall.ts';
import type { Conversation } from './conversation.ts';
import { toPermissionResponse, type PermissionRequest } from '../requests/permissionRequest.ts';

/** More questions than this at once are a flood; what comes on top is answered with a cancellation. */
const OPEN_LIMIT = 20;

/** The requests for permission of one session that wait for the user. Each gets exactly one answer. */
export class PendingPermissions {
  readonly #conversation: Conversation;
  readonly #waiting = new Map<string, (answer: PermissionOutcome) => void>();

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  get count(): number {
    return this.#waiting.size;
  }

  /** Shows the request, and waits for the user, for the end of the turn, or for the agent to take it back. */
  async request(
    request: PermissionRequest,
    signal: AbortSignal,
  ): Promise<RequestPermissionResponse> {
    if (this.#waiting.size >= OPEN_LIMIT || signal.aborted) {
      return toPermissionResponse(undefined);
    }
    const id = this.#show(request);
    const answer = await new Promise<PermissionOutcome>(resolve => {
      this.#waiting.set(id, resolve);
      signal.addEventListener('abort', () => resolve({ kind: 'cancelled' }), { once: true });
    });
    this.#waiting.delete(id);
    this.#conversation.patch(transcript => permissionAnsweredPatches(transcript, id, answer));
    return toPermissionResponse(answer.kind === 'chosen' ? answer.optionId : undefined);
  }

  /** The user's choice. An option that this request did not offer, or a second answer, is passed over. */
  answer(entryId: string, optionId: string): boolean {
    const entry = findOpenPermission(this.#conversation.transcript, entryId);
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
      const known = findCurrentTool(transcript, toolCall.toolCallId) !== undefined;
      const entry = createPermissionEntry(transcript, toolCall, choices, nowMs);
      id = entry.id;
      return [
        { kind: 'added', entry },
        ...(known ? toolCallUpdatePatches(transcript, toolCall, nowMs) : []),
      ];
    });
    return id;
  }
}
