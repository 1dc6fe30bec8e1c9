import * as acp from '@agentclientprotocol/sdk';
import type { IncomingRequests } from './connectAgent.ts';
import { handleElicitation } from '../requests/elicitation.ts';
import type { ClientRequests } from '../requests/clientRequests.ts';
import type { SessionRouter } from '../requests/sessionRouter.ts';
import { handleVendorRequest, unwrapParams, isVendorRequest } from '../requests/vendorRequests.ts';

/** Brings what an agent sends to the session it is meant for. */
export function createIncomingRequests(
  ends: SessionRouter,
  hands: ClientRequests,
): IncomingRequests {
  return {
    clientRequests: hands,
    update: (sessionId, update) => ends.route(sessionId, end => end.handleUpdate(update)),
    unknownUpdate: (sessionId, update) =>
      ends.route(sessionId, end => end.handleUnknownUpdate(update)),
    requestPermission: async (request, signal) =>
      (await ends.resolve(request.sessionId)).requestPermission(request, signal),
    elicit: async (request, signal) => {
      const { sessionId } = request;
      const end = sessionId === undefined ? ends.getActive() : await ends.resolve(sessionId);
      if (!end) {
        throw acp.RequestError.invalidParams(undefined, 'No request of ours is open.');
      }
      return handleElicitation(request, { end, pages: hands.uriOpener, signal });
    },
    completeElicitation: elicitationId =>
      ends.endpoints().forEach(end => end.completeElicitation(elicitationId)),
    handleVendorRequest: async (method, params, signal) => {
      if (!isVendorRequest(method)) {
        throw acp.RequestError.methodNotFound(method);
      }
      return handleVendorRequest(method, params, {
        end: await ends.resolveFromParams(unwrapParams(params)),
        signal,
      });
    },
    requireSession: sessionId => ends.resolve(sessionId),
  };
}
