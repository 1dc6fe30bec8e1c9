import type { Stream } from '@agentclientprotocol/sdk';
import { createHttpStream } from '@agentclientprotocol/sdk/experimental/http-client';
import { createWebSocketStream } from '@agentclientprotocol/sdk/experimental/ws-client';
import { setTimeout as delay } from 'node:timers/promises';
import type { UserError } from '../../core/errors.ts';
import type { AgentProgram } from '../connection/agentProgram.ts';
import { MESSAGE_LIMIT_BYTES, type AgentStreamListener } from '../wire/agentStream.ts';
import { getRemoteAccess, requirePrivateConnection, type RemoteAgent } from './remoteAgent.ts';
import { isUnauthorized, remoteError } from './remoteError.ts';
import { RemoteStream } from './remoteStream.ts';
import { AgentWebSocket } from './agentWebSocket.ts';
import { streamingFetch } from './streamingFetch.ts';

/** How long to wait for the server when the connection is closed. */
const CLOSE_WAIT_MS = 1_000;

/** Connects to a remote agent. `onUnauthorized` is called if the server rejects our headers. */
export function remoteProgram(agent: RemoteAgent, onUnauthorized: () => void): AgentProgram {
  requirePrivateConnection(agent);
  let lost: ((reason: UserError) => void) | undefined;
  let connection: RemoteStream | undefined;
  const ended = new Promise<UserError>(resolve => {
    lost = resolve;
  });
  return {
    ended,
    remote: getRemoteAccess(agent),
    openStream: listener => {
      let isUp = false;
      const observed: AgentStreamListener = {
        ...listener,
        onMessage: (direction, message) => {
          isUp ||= direction === 'in';
          listener.onMessage(direction, message);
        },
      };
      connection = new RemoteStream(streamTo(agent), observed, error => {
        if (isUnauthorized(error)) {
          onUnauthorized();
        }
        lost?.(remoteError(agent, error, isUp));
      });
      return connection.stream;
    },
    stop: async () => {
      await Promise.race([connection?.close(), delay(CLOSE_WAIT_MS, undefined, { ref: false })]);
    },
  };
}

function streamTo({ url, headers }: RemoteAgent): Stream {
  const address = new URL(url);
  address.hash = '';
  return address.protocol === 'ws:' || address.protocol === 'wss:'
    ? createWebSocketStream(address.href, { headers, WebSocket: AgentWebSocket })
    : createHttpStream(address.href, {
        headers,
        fetch: streamingFetch,
        maxMessageBytes: MESSAGE_LIMIT_BYTES,
      });
}
