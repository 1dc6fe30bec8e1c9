import type { RequestPermissionResponse, SessionUpdate } from '@agentclientprotocol/sdk';
import { t } from '../../core/l10n.ts';
import type { Elicitation } from '../../core/session/transcript/elicitationEntry.ts';
import {
  getSubagentName,
  sessionMessagePatches,
  subagentActivityPatches,
  subagentPatches,
  toSubagentCallId,
  transcriptOf,
} from '../../core/session/transcript/subagentPatches.ts';
import type { SubagentUpdate } from '../../core/session/wire/parseSubagentUpdate.ts';
import type { PermissionRequest } from '../requests/permissionRequest.ts';
import type { ElicitationReply, SessionEndpoint } from '../requests/sessionEndpoint.ts';
import type { SessionRouter } from '../requests/sessionRouter.ts';
import type { Conversation } from './conversation.ts';

/** Further sub-agents of a session are neither shown nor served, because each of them costs memory. */
const SUBAGENT_LIMIT = 1_000;

/**
 * The sub-agents of one session that have sessions of their own. Their traffic has their ids, and is handled for the session
 * that they work for.
 */
export class Subagents {
  readonly #router: SessionRouter;
  readonly #conversation: Conversation;
  readonly #session: SessionEndpoint;
  readonly #ids = new Set<string>();
  #hasTooMany = false;
  #rootId = '';

  constructor(router: SessionRouter, conversation: Conversation, session: SessionEndpoint) {
    this.#router = router;
    this.#conversation = conversation;
    this.#session = session;
  }

  /** Serves the sub-agents of the session with this id. Sub-agents of another session are forgotten. */
  open(rootId: string): void {
    if (rootId !== this.#rootId) {
      this.close();
      this.#rootId = rootId;
    }
  }

  /** Forgets the sub-agents, which end with the connection or the session. */
  close(): void {
    this.#ids.forEach(id => this.#router.unregister(id));
    this.#ids.clear();
    this.#hasTooMany = false;
    this.#rootId = '';
  }

  /** Handles an update about a sub-agent of the session, or of its sub-agent `parentId`. One that is not shown is only served. */
  handle(update: SubagentUpdate, isShown: boolean, parentId?: string): void {
    if (update.kind === 'change' && !this.#register(update.subagentId)) {
      return;
    }
    if (isShown) {
      this.#conversation.patch((transcript, nowMs) => {
        const own = parentId === undefined ? transcript : transcriptOf(transcript, parentId);
        return update.kind === 'change'
          ? subagentPatches(own, update, nowMs)
          : sessionMessagePatches(own, update, nowMs);
      });
    }
  }

  /** Returns whether the id is that of a sub-agent. An agent may name a session of the user by mistake, even this one. */
  #register(subagentId: string): boolean {
    if (this.#ids.has(subagentId)) {
      return true;
    }
    if (this.#router.has(subagentId) || this.#rootId === '') {
      return false;
    }
    if (this.#ids.size >= SUBAGENT_LIMIT) {
      this.#reportTooMany();
      return false;
    }
    this.#ids.add(subagentId);
    this.#router.register(subagentId, this.#createEndpoint(subagentId));
    return true;
  }

  #reportTooMany(): void {
    if (!this.#hasTooMany) {
      this.#hasTooMany = true;
      this.#session.addNotice(
        'warning',
        t("The agent started more than {0} sub-agents. The others aren't shown.", SUBAGENT_LIMIT),
      );
    }
  }

  #createEndpoint(id: string): SessionEndpoint {
    const session = this.#session;
    const getName = (): string => getSubagentName(this.#conversation.transcript, id) ?? '';
    return {
      rootId: this.#rootId,
      handleUpdate: update => session.handleUpdate(withCallId(id, update), id),
      handleUnknownUpdate: update => session.handleUnknownUpdate(update),
      handleSubagentUpdate: update => session.handleSubagentUpdate(update, id),
      requestPermission: (request, signal): Promise<RequestPermissionResponse> =>
        session.requestPermission(toSubagentRequest(id, getName(), request), signal),
      elicit: (elicitation: Elicitation, signal): Promise<ElicitationReply> =>
        session.elicit({ ...elicitation, asker: getName() }, signal),
      completeElicitation: elicitationId => session.completeElicitation(elicitationId),
      addNotice: (severity, message) => session.addNotice(severity, message),
      isBusy: () => session.isBusy(),
    };
  }
}

/** Applies an update of a sub-agent, which shows that it is at work. */
export function applySubagentUpdate(
  conversation: Conversation,
  update: SessionUpdate,
  subagentId: string,
): void {
  conversation.patch((transcript, nowMs) => subagentActivityPatches(transcript, subagentId, nowMs));
  conversation.applyUpdate(update, subagentId);
}

const toSubagentRequest = (
  subagentId: string,
  asker: string,
  { toolCall, ...request }: PermissionRequest,
): PermissionRequest => ({
  ...request,
  toolCall: { ...toolCall, toolCallId: toSubagentCallId(subagentId, toolCall.toolCallId) },
  subagent: { id: subagentId, name: asker },
});

function withCallId(subagentId: string, update: SessionUpdate): SessionUpdate {
  return update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update'
    ? { ...update, toolCallId: toSubagentCallId(subagentId, update.toolCallId) }
    : update;
}
