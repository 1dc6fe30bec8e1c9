import * as acp from '@agentclientprotocol/sdk';
import type { AgentRequests } from './connection.ts';
import { elicit } from './elicitation.ts';
import type { Hands } from './ports.ts';
import type { SessionEnds } from './sessionEnds.ts';
import { answerVendor, innerParams, isVendorRequest } from './vendorRequests.ts';

/** Brings what an agent sends to the session it is meant for. */
export function agentRequests(ends: SessionEnds, hands: Hands): AgentRequests {
  return {
    hands,
    update: (sessionId, update) => ends.tell(sessionId, end => end.update(update)),
    unknownUpdate: (sessionId, update) => ends.tell(sessionId, end => end.unknownUpdate(update)),
    permission: async (request, signal) =>
      (await ends.of(request.sessionId)).permission(request, signal),
    elicit: async (request, signal) => {
      const { sessionId } = request;
      const end = sessionId === undefined ? ends.current() : await ends.of(sessionId);
      if (!end) {
        throw acp.RequestError.invalidParams(undefined, 'No request of ours is open.');
      }
      return elicit(request, { end, pages: hands.pages, signal });
    },
    completed: elicitationId => ends.all().forEach(end => end.completed(elicitationId)),
    vendor: async (method, params, signal) => {
      if (!isVendorRequest(method)) {
        throw acp.RequestError.methodNotFound(method);
      }
      return answerVendor(method, params, { end: await ends.named(innerParams(params)), signal });
    },
    known: sessionId => ends.of(sessionId),
  };
}
