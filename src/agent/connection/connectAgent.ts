import * as acp from '@agentclientprotocol/sdk';
import { asRecord, asString, type JsonObject } from '../../core/json.ts';
import { parseAccount } from '../../core/session/wire/parseAccount.ts';
import { parseSessionUpdate } from '../../core/session/wire/parseSessionUpdate.ts';
import { parseSubagentUpdate } from '../../core/session/wire/parseSubagentUpdate.ts';
import type { ClientRequests } from '../requests/clientRequests.ts';
import { handleElicitation, parseElicitation } from '../requests/elicitation.ts';
import { parsePermissionRequest } from '../requests/permissionRequest.ts';
import type { SessionRouter } from '../requests/sessionRouter.ts';
import { handleVendorRequest } from '../requests/vendorRequests.ts';
import type { AgentStreamListener } from '../wire/agentStream.ts';
import { ResponseError } from '../wire/responseError.ts';
import type { AgentProgram } from './agentProgram.ts';

/** Connects to an agent and dispatches everything it sends to its sessions and to the client. */
export function connectAgent(
  program: Pick<AgentProgram, 'openStream'>,
  listener: Omit<AgentStreamListener, 'interceptMessage'>,
  router: SessionRouter,
  clientRequests: ClientRequests,
): acp.ClientConnection {
  const stream = program.openStream({
    ...listener,
    interceptMessage: message => interceptUpdate(message, router),
  });
  return createClient(router, clientRequests).connect(stream);
}

/**
 * Handles session updates before they reach the SDK, which parses them twice, drops unknown ones and may resolve the
 * response to a prompt before its last updates. Here they are handled as they are read, in the order of the wire. An
 * update that comes as a request is also passed on, because the SDK has to answer it.
 */
function interceptUpdate(message: acp.AnyMessage, router: SessionRouter): boolean {
  if (!('method' in message) || message.method !== acp.methods.client.session.update) {
    return false;
  }
  const params = asRecord(message.params);
  const sessionId = asString(params?.['sessionId']);
  if (sessionId !== undefined) {
    const raw = params?.['update'];
    const update = parseSessionUpdate(raw);
    const subagentUpdate = update ? undefined : parseSubagentUpdate(raw);
    router.route(sessionId, endpoint => {
      if (update) {
        endpoint.handleUpdate(update);
      } else if (subagentUpdate) {
        endpoint.handleSubagentUpdate(subagentUpdate);
      } else {
        endpoint.handleUnknownUpdate(raw);
      }
    });
  }
  const needsResponse = 'id' in message && message.id !== null;
  return !needsResponse;
}

function createClient(router: SessionRouter, clientRequests: ClientRequests): acp.ClientApp {
  const { client: methods } = acp.methods;
  const app = acp
    .client({ name: 'Accord' })
    .onRequest(
      methods.session.update,
      () => undefined,
      () => ({}),
    )
    .onRequest(
      methods.session.requestPermission,
      parsePermissionRequest,
      async ({ params, signal }) =>
        (await router.resolve(params.sessionId)).requestPermission(params, signal),
    )
    .onRequest(methods.elicitation.create, parseElicitation, async ({ params, signal }) =>
      handleElicitation(params, {
        endpoint: await router.resolveFromParams(params),
        uriOpener: clientRequests.uriOpener,
        signal,
      }),
    )
    .onNotification(
      methods.elicitation.complete,
      params => asString(asRecord(params)?.['elicitationId']) ?? '',
      ({ params: elicitationId }) =>
        router.endpoints().forEach(endpoint => endpoint.completeElicitation(elicitationId)),
    );
  app.onRequest('mcp/message', asRecord, ({ params, signal }) =>
    answerMcpMessage(router, params ?? {}, signal),
  );
  serveFiles(app, router, clientRequests);
  serveTerminals(app, router, clientRequests);
  return app
    .onRequest('*', ({ method, params, signal }) =>
      handleVendorRequest(method, params, { router, signal }),
    )
    .onNotification('*', ({ method, params }) => {
      if (method === '_auth/status_update' || method === 'auth/status_update') {
        router.setAccount(parseAccount(params));
      }
    });
}

/** Passes a message on to the tools of a session. The response to it is the result or the error inside of ours. */
async function answerMcpMessage(
  router: SessionRouter,
  { serverId, requestId: id, method, params }: JsonObject,
  signal: AbortSignal,
): Promise<unknown> {
  const server = router.mcpServers.get(asString(serverId) ?? '');
  const answer = await server?.answer({ jsonrpc: '2.0', id, method, params }, { signal });
  if (!answer) {
    throw router.mcpServers.size === 0
      ? acp.RequestError.methodNotFound('mcp/message')
      : acp.RequestError.invalidParams(undefined, 'There is no such server.');
  }
  return 'result' in answer ? { result: answer['result'] } : { error: answer['error'] };
}

function serveFiles(app: acp.ClientApp, router: SessionRouter, { files }: ClientRequests): void {
  const { fs: methods } = acp.methods.client;
  if (files) {
    app.onRequest(methods.readTextFile, ({ params, signal }) =>
      serve(router, params, request => files.read(request, signal)),
    );
  }
  const write = files?.write;
  if (write) {
    app.onRequest(methods.writeTextFile, ({ params, signal }) =>
      serve(router, params, request => write(request, signal)),
    );
  }
}

function serveTerminals(
  app: acp.ClientApp,
  router: SessionRouter,
  { terminals }: ClientRequests,
): void {
  const { terminal: methods } = acp.methods.client;
  if (terminals) {
    app
      .onRequest(methods.create, ({ params, signal }) =>
        serve(router, params, request => terminals.create(request, signal)),
      )
      .onRequest(methods.output, ({ params }) =>
        serve(router, params, request => terminals.output(request)),
      )
      .onRequest(methods.waitForExit, ({ params, signal }) =>
        serve(router, params, request => terminals.waitForExit(request, signal)),
      )
      .onRequest(methods.kill, ({ params }) =>
        serve(router, params, request => terminals.kill(request)),
      )
      .onRequest(methods.release, ({ params }) =>
        serve(router, params, request => terminals.release(request)),
      );
  }
}

/**
 * Serves a request of a known session. Those of a sub-agent are served for the session that it works for. Our own errors are
 * sent with their code and message.
 */
async function serve<P extends { readonly sessionId: string }, T>(
  router: SessionRouter,
  params: P,
  handle: (request: P) => Promise<T>,
): Promise<T> {
  try {
    const { rootId } = await router.resolve(params.sessionId);
    return await handle(rootId === undefined ? params : { ...params, sessionId: rootId });
  } catch (error) {
    throw error instanceof ResponseError
      ? new acp.RequestError(error.code, error.message, error.data)
      : error;
  }
}
