import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fetch } from '../../../../src/agent/catalog/download.ts';

/** A local server that simulates hosts on the internet. */
export interface TestServer {
  /** Like `fetch`, but https://<any>.example is this server. Any other address fails. */
  readonly fetch: Fetch;
  readonly origin: string;
  /** The requested paths. */
  readonly asked: string[];
  close(): Promise<void>;
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export async function startServer(answers: Readonly<Record<string, Answer>>): Promise<TestServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname);
    asked.push(path);
    const answer = answers[path];
    if (answer) {
      answer(request, response);
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const origin = `http://127.0.0.1:${port}`;
  return {
    asked,
    origin,
    fetch: (url, init) => {
      const there = new URL(url);
      if (there.protocol !== 'https:' || !there.hostname.endsWith('.example')) {
        throw new Error(`unexpected ${url}`);
      }
      return fetch(origin + there.pathname, init);
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Responds with these bytes. */
export const bytes =
  (body: Buffer | string, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'content-length': Buffer.byteLength(body), ...headers }).end(body);
  };

/** Responds with a redirect. */
export const redirect =
  (location: string): Answer =>
  (_request, response) => {
    response.writeHead(302, { location }).end();
  };
