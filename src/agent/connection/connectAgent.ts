import * as acp from '@agentclientprotocol/sdk';
import { asRecord, asString } from '../../core/json.ts';
import { parseSessionUpdate } from '../../core/session/wire/parseSessionUpdate.ts';
import { parseElicitation, type ElicitationRequest } from '../requests/elicitation.ts';
import { parsePermissionRequest, type PermissionRequest } from '../requests/permissionRequest.ts';
import type { ClientRequests } from '../requests/clientRequests.ts';
import { ResponseError } from '../wire/responseError.ts';
import type { AgentProgram } from './agentProgram.ts';
import type { AgentStreamListener } from '../wire/agentStream.ts';

/** Who deals with what the agent sends. */
export interface IncomingRequests {
  /** Called in the order in which updates came, before the answer to the prompt they belong to. */
  update(sessionId: string, update: acp.SessionUpdate): void;
  /** An update of a kind we do not know. */
  unknownUpdate(sessionId: string, update: unknown): void;
  requestPermission(
    request: PermissionRequest,
    signal: AbortSignal,
  ): Promise<acp.RequestPermissionResponse>;
  /** Puts a question of the agent's to the user. */
  elicit(request: ElicitationRequest, signal: AbortSignal): Promise<acp.CreateElicitationResponse>;
  completeElicitation(elicitationId: string): void;
  /** A request that is not of the protocol. Throws if we do not know it either. */
  handleVendorRequest(method: string, params: unknown, signal: AbortSignal): Promise<unknown>;
  /** Refuses a request for a session that we do not have. */
  readonly requireSession: (sessionId: string) => Promise<unknown>;
  readonly clientRequests: ClientRequests;
}

/** Joins an agent with those who answer it; `taps` are told of the traffic. */
export function connectAgent(
  { openStream: messages }: Pick<AgentProgram, 'openStream'>,
  taps: Omit<AgentStreamListener, 'interceptMessage'>,
  requests: IncomingRequests,
): acp.ClientConnection {
  const took = (message: acp.AnyMessage): boolean => tookUpdate(message, requests);
  return clientFor(requests).connect(messages({ ...taps, interceptMessage: took }));
}

/**
 * Updates do not take the SDK's way: it parses them twice, drops what it does not know, and may let the answer to the
 * prompt overtake them. Here they are dealt with as they are read, so the order is the order of the wire. One that comes as
 * a request is passed on all the same, for its answer.
 */
function tookUpdate(message: acp.AnyMessage, requests: IncomingRequests): boolean {
  if (!('method' in message) || message.method !== acp.methods.client.session.update) {
    return false;
  }
  const params = asRecord(message.params);
  const sessionId = asString(params?.['sessionId']);
  const isDone = !('id' in message) || message.id === null;
  if (sessionId === undefined) {
    return isDone; // It belongs to no session: there is nobody to tell.
  }
  const update = parseSessionUpdate(params?.['update']);
  if (update) {
    requests.update(sessionId, update);
  } else {
    requests.unknownUpdate(sessionId, params?.['update']);
  }
  return isDone;
}

function clientFor(requests: IncomingRequests): acp.ClientApp {
  const { client: methods } = acp.methods;
  const app = acp
    .client({ name: 'Accord' })
    .onRequest(
      methods.session.update,
      () => undefined,
      () => ({}),
    )
    .onRequest(methods.session.requestPermission, parsePermissionRequest, ({ params, signal }) =>
      requests.requestPermission(params, signal),
    )
    .onRequest(methods.elicitation.create, parseElicitation, ({ params, signal }) =>
      requests.elicit(params, signal),
    )
    .onNotification(
      methods.elicitation.complete,
      params => asString(asRecord(params)?.['elicitationId']) ?? '',
      ({ params }) => requests.completeElicitation(params),
    );
  serveFiles(app, requests);
  serveTerminals(app, requests);
  return app
    .onRequest('*', ({ method, params, signal }) =>
      requests.handleVendorRequest(method, params, signal),
    )
    .onNotification('*', () => {
      // Vendors' own notifications are theirs to send and ours to ignore.
    });
}

function serveFiles(
  app: acp.ClientApp,
  { clientRequests: { files }, requireSession: known }: IncomingRequests,
): void {
  const { fs: methods } = acp.methods.client;
  if (files) {
    app
      .onRequest(methods.readTextFile, ({ params, signal }) =>
        served(known(params.sessionId), () => files.read(params, signal)),
      )
      .onRequest(methods.writeTextFile, ({ params, signal }) =>
        served(known(params.sessionId), () => files.write(params, signal)),
      );
  }
}

function serveTerminals(
  app: acp.ClientApp,
  { clientRequests: { terminals }, requireSession: known }: IncomingRequests,
): void {
  const { terminal: methods } = acp.methods.client;
  if (terminals) {
    app
      .onRequest(methods.create, ({ params, signal }) =>
        served(known(params.sessionId), () => terminals.create(params, signal)),
      )
      .onRequest(methods.output, ({ params }) =>
        served(known(params.sessionId), () => terminals.output(params)),
      )
      .onRequest(methods.waitForExit, ({ params, signal }) =>
        served(known(params.sessionId), () => terminals.waitForExit(params, signal)),
      )
      .onRequest(methods.kill, ({ params }) =>
        served(known(params.sessionId), () => terminals.kill(params)),
      )
      .onRequest(methods.release, ({ params }) =>
        served(known(params.sessionId), () => terminals.release(params)),
      );
  }
}

/** Serves a request of a session we have; an error of ours goes out with its code and words. */
async function served<T>(known: Promise<unknown>, serve: () => Promise<T>): Promise<T> {
  try {
    await known;
    return await serve();
  } catch (error) {
    throw error instanceof ResponseError
      ? new acp.RequestError(error.code, error.message, error.data)
      : error;
  }
}
