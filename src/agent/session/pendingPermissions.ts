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

/** The number of requests that may be open at once. Further ones are canceled, so that an agent cannot flood the user. */
const OPEN_LIMIT = 20;

/** A request that waits for its answer. */
interface Waiting {
  readonly resolve: (outcome: PermissionOutcome) => void;
  /** The sub-agent that asks. */
  readonly subagentId: string | undefined;
}

/** The permission requests of one session that wait for the user. Each gets exactly one answer. */
export class PendingPermissions {
  readonly #conversation: Conversation;
  readonly #waiting = new Map<string, Waiting>();

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  get count(): number {
    return this.#waiting.size;
  }

  /** Shows a request and waits until the user answers, the turn ends or the agent cancels the request. */
  async request(
    request: PermissionRequest,
    signal: AbortSignal,
  ): Promise<RequestPermissionResponse> {
    const isRefused =
      this.#waiting.size >= OPEN_LIMIT || this.#conversation.turnPhase === 'stopped';
    if (isRefused || signal.aborted) {
      return toPermissionResponse(undefined);
    }
    const id = this.#show(request);
    const outcome = await new Promise<PermissionOutcome>(resolve => {
      this.#waiting.set(id, { resolve, subagentId: request.subagent?.id });
      signal.addEventListener('abort', () => resolve({ kind: 'cancelled' }), { once: true });
    });
    this.#waiting.delete(id);
    this.#conversation.patch((transcript, nowMs) =>
      permissionAnsweredPatches(transcript, id, outcome, nowMs),
    );
    return toPermissionResponse(outcome.kind === 'chosen' ? outcome.optionId : undefined);
  }

  /** Shows a request that was decided without the user. */
  addAnswered(
    request: PermissionRequest,
    outcome: Exclude<PermissionOutcome, { kind: 'open' }>,
  ): RequestPermissionResponse {
    const id = this.#show(request);
    this.#conversation.patch((transcript, nowMs) =>
      permissionAnsweredPatches(transcript, id, outcome, nowMs),
    );
    return toPermissionResponse(outcome.kind === 'chosen' ? outcome.optionId : undefined);
  }

  /** Answers a request. Options that it does not offer and second answers are ignored. Returns whether it was answered. */
  answer(entryId: string, optionId: string): boolean {
    const entry = findOpenPermission(this.#conversation.transcript, entryId);
    const waiting = this.#waiting.get(entryId);
    if (!entry?.choices.some(choice => choice.optionId === optionId) || !waiting) {
      return false;
    }
    waiting.resolve({ kind: 'chosen', optionId });
    return true;
  }

  /** Cancels all requests, or those of a sub-agent that was stopped. */
  cancelAll(subagentId?: string): void {
    for (const waiting of this.#waiting.values()) {
      if (subagentId === undefined || waiting.subagentId === subagentId) {
        waiting.resolve({ kind: 'cancelled' });
      }
    }
  }

  #show({ toolCall, choices, source, subagent }: PermissionRequest): string {
    let id = '';
    this.#conversation.patch((transcript, nowMs) => {
      const known = findCurrentTool(transcript, toolCall.toolCallId) !== undefined;
      const entry = createPermissionEntry(transcript, toolCall, choices, nowMs);
      id = entry.id;
      return [
        {
          kind: 'added',
          entry: {
            ...entry,
            ...(source ? { source } : {}),
            ...(subagent ? { asker: subagent.name } : {}),
          },
        },
        ...(known ? toolCallUpdatePatches(transcript, toolCall, nowMs) : []),
      ];
    });
    return id;
  }
}
