import { ndJsonStream, type Stream } from '@agentclientprotocol/sdk';
import {
  createNodeHttpHandler,
  createNodeWebSocketUpgradeHandler,
} from '@agentclientprotocol/sdk/experimental/node';
import { AcpServer } from '@agentclientprotocol/sdk/experimental/server';
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { Readable, Writable } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { ScriptedLaunchConfig } from './scriptedAgent.ts';

/** A local server that starts an agent for each connection, over HTTP and over WebSocket. */
export interface RemoteServer {
  /** The address without its scheme. */
  readonly address: string;
  /** The headers of all requests so far, in order. */
  readonly asked: readonly IncomingHttpHeaders[];
  /** The number of open connections. */
  readonly open: () => number;
  /** Stops the server, which breaks every connection. */
  die(): Promise<void>;
}

/** Starts a server. A request without the right `authorization` header gets a 401 that repeats the header. */
export async function remoteServer(
  launch: ScriptedLaunchConfig,
  authorization?: string,
): Promise<RemoteServer> {
  const agents = new Set<ChildProcess>();
  const server = new AcpServer({ createAgent: () => ({ connect: play }) });
  const play = (stream: Stream): { readonly closed: Promise<void> } => {
    const agent = spawn(launch.command, launch.args, { env: { ...process.env, ...launch.env } });
    agents.add(agent);
    const pipes = ndJsonStream(Writable.toWeb(agent.stdin), Readable.toWeb(agent.stdout));
    const ends = [stream.readable.pipeTo(pipes.writable), pipes.readable.pipeTo(stream.writable)];
    const end = (): void => {
      agent.kill('SIGKILL');
      agents.delete(agent);
    };
    return { closed: Promise.race(ends).then(end, end) };
  };
  const asked: IncomingHttpHeaders[] = [];
  const isWelcome = (headers: IncomingHttpHeaders): boolean => {
    asked.push(headers);
    return authorization === undefined || headers.authorization === authorization;
  };
  const serve = createNodeHttpHandler(server);
  const http = createServer((request, response) => {
    if (isWelcome(request.headers)) {
      serve(request, response);
    } else {
      response.writeHead(401).end(`Not welcome: ${request.headers.authorization}`);
    }
  });
  const upgrade = createNodeWebSocketUpgradeHandler(
    server,
    new WebSocketServer({ noServer: true }),
  );
  http.on('upgrade', (request, socket, head) => {
    if (isWelcome(request.headers)) {
      upgrade(request, socket, head);
    } else {
      socket.end('HTTP/1.1 401 Unauthorized\r\nconnection: close\r\n\r\n');
    }
    sockets.add(socket);
  });
  const sockets = new Set<{ destroy(): unknown }>();
  await new Promise<void>(resolve => {
    http.listen(0, '127.0.0.1', resolve);
  });
  const address = http.address();
  return {
    address: `127.0.0.1:${typeof address === 'object' ? address?.port : 0}/acp`,
    asked,
    open: () => agents.size,
    die: async () => {
      sockets.forEach(socket => socket.destroy());
      http.closeAllConnections();
      await new Promise(resolve => {
        http.close(resolve);
      });
      await server.close();
      agents.forEach(agent => agent.kill('SIGKILL'));
    },
  };
}
