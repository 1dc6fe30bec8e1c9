import * as acp from '@agentclientprotocol/sdk';
import { asRecord, asString } from '../core/json.ts';
import { parseUpdate } from '../core/session/parseUpdate.ts';
import { parsePermissionRequest, type PermissionRequest } from './permissionRequest.ts';
import type { Hands } from './ports.ts';
import { agentStream, type Taps } from './wire/agentStream.ts';
import type { Readable, Writable } from 'node:stream';

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
  readonly hands: Hands;
}

/** The pipes to an agent, and what is to be told of their traffic. */
export interface Pipes {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly taps: Omit<Taps, 'took'>;
}

/** Joins the pipes of an agent with those who answer it. */
export function connect(pipes: Pipes, requests: AgentRequests): acp.ClientConnection {
  const stream = agentStream(pipes.stdin, pipes.stdout, {
    ...pipes.taps,
    took: message => tookUpdate(message, requests),
  });
  return clientFor(requests).connect(stream);
}

/**
 * Updates do not take the SDK's way: it parses them twice, drops what it does not know, and may let the answer to the
 * prompt overtake them. Here they are dealt with as they are read, so the order is the order of the wire.
 */
function tookUpdate(message: acp.AnyMessage, requests: AgentRequests): boolean {
  if (!('method' in message) || message.method !== acp.methods.client.session.update) {
    return false;
  }
  const params = asRecord(message.params);
  const sessionId = asString(params?.['sessionId']);
  if (sessionId === undefined) {
    return true; // It belongs to no session: there is nobody to tell.
  }
  const update = parseUpdate(params?.['update']);
  if (update) {
    requests.update(sessionId, update);
  } else {
    requests.unknownUpdate(sessionId, params?.['update']);
  }
  return true;
}

function clientFor(requests: AgentRequests): acp.ClientApp {
  const { client: methods } = acp.methods;
  const app = acp
    .client({ name: 'Accord' })
    .onRequest(methods.session.requestPermission, parsePermissionRequest, ({ params, signal }) =>
      requests.permission(params, signal),
    );
  const { files, terminals } = requests.hands;
  if (files) {
    app
      .onRequest(methods.fs.readTextFile, ({ params, signal }) => files.read(params, signal))
      .onRequest(methods.fs.writeTextFile, ({ params, signal }) => files.write(params, signal));
  }
  if (terminals) {
    app
      .onRequest(methods.terminal.create, ({ params, signal }) => terminals.create(params, signal))
      .onRequest(methods.terminal.output, ({ params }) => terminals.output(params))
      .onRequest(methods.terminal.waitForExit, ({ params, signal }) =>
        terminals.waitForExit(params, signal),
      )
      .onRequest(methods.terminal.kill, ({ params }) => terminals.kill(params))
      .onRequest(methods.terminal.release, ({ params }) => terminals.release(params));
  }
  return app
    .onRequest('*', ({ method }) => {
      throw acp.RequestError.methodNotFound(method);
    })
    .onNotification('*', () => {
      // Vendors' own notifications are theirs to send and ours to ignore.
    });
}
