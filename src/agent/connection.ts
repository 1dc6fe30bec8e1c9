import * as acp from '@agentclientprotocol/sdk';
import { asRecord, asString } from '../core/json.ts';
import { parseUpdate } from '../core/session/parseUpdate.ts';
import { parseElicitation, type ElicitationRequest } from './elicitation.ts';
import { parsePermissionRequest, type PermissionRequest } from './permissionRequest.ts';
import type { Hands } from './ports.ts';
import { WireError } from './wireError.ts';
import type { AgentProgram } from './link.ts';
import type { Taps } from './wire/agentStream.ts';

/** Who deals with what the agent sends. */
export interface AgentRequests {
  /** Called in the order in which updates came, before the answer to the prompt they belong to. */
  update(sessionId: string, update: acp.SessionUpdate): void;
  /** An update of a kind we do not know. */
  unknownUpdate(sessionId: string, update: unknown): void;
  permission(
    request: PermissionRequest,
    signal: AbortSignal,
  ): Promise<acp.RequestPermissionResponse>;
  /** Puts a question of the agent's to the user. */
  elicit(request: ElicitationRequest, signal: AbortSignal): Promise<acp.CreateElicitationResponse>;
  completed(elicitationId: string): void;
  /** A request that is not of the protocol. Throws if we do not know it either. */
  vendor(method: string, params: unknown, signal: AbortSignal): Promise<unknown>;
  /** Refuses a request for a session that we do not have. */
  readonly known: (sessionId: string) => Promise<unknown>;
  readonly hands: Hands;
}

/** Joins an agent with those who answer it; `taps` are told of the traffic. */
export function connect(
  { messages }: Pick<AgentProgram, 'messages'>,
  taps: Omit<Taps, 'took'>,
  requests: AgentRequests,
): acp.ClientConnection {
  const took = (message: acp.AnyMessage): boolean => tookUpdate(message, requests);
  return clientFor(requests).connect(messages({ ...taps, took }));
}

/**
 * Updates do not take the SDK's way: it parses them twice, drops what it does not know, and may let the answer to the
 * prompt overtake them. Here they are dealt with as they are read, so the order is the order of the wire. One that comes as
 * a request is passed on all the same, for its answer.
 */
function tookUpdate(message: acp.AnyMessage, requests: AgentRequests): boolean {
  if (!('method' in message) || message.method !== acp.methods.client.session.update) {
    return false;
  }
  const params = asRecord(message.params);
  const sessionId = asString(params?.['sessionId']);
  const isDone = !('id' in message) || message.id === null;
  if (sessionId === undefined) {
    return isDone; // It belongs to no session: there is nobody to tell.
  }
  const update = parseUpdate(params?.['update']);
  if (update) {
    requests.update(sessionId, update);
  } else {
    requests.unknownUpdate(sessionId, params?.['update']);
  }
  return isDone;
}

function clientFor(requests: AgentRequests): acp.ClientApp {
  const { client: methods } = acp.methods;
  const app = acp
    .client({ name: 'Accord' })
    .onRequest(
      methods.session.update,
      () => undefined,
      () => ({}),
    )
    .onRequest(methods.session.requestPermission, parsePermissionRequest, ({ params, signal }) =>
      requests.permission(params, signal),
    )
    .onRequest(methods.elicitation.create, parseElicitation, ({ params, signal }) =>
      requests.elicit(params, signal),
    )
    .onNotification(
      methods.elicitation.complete,
      params => asString(asRecord(params)?.['elicitationId']) ?? '',
      ({ params }) => requests.completed(params),
    );
  serveFiles(app, requests);
  serveTerminals(app, requests);
  return app
    .onRequest('*', ({ method, params, signal }) => requests.vendor(method, params, signal))
    .onNotification('*', () => {
      // Vendors' own notifications are theirs to send and ours to ignore.
    });
}

function serveFiles(app: acp.ClientApp, { hands: { files }, known }: AgentRequests): void {
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

function serveTerminals(app: acp.ClientApp, { hands: { terminals }, known }: AgentRequests): void {
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
    throw error instanceof WireError
      ? new acp.RequestError(error.code, error.message, error.data)
      : error;
  }
}
