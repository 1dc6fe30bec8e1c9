import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Disposable } from '../../core/disposableStore.ts';
import { asRecord, parseJson } from '../../core/json.ts';
import {
  CLIENT_HEADER,
  invalidRequest,
  McpMessages,
  type McpMessageSource,
  type McpToolSet,
} from './mcpMessages.ts';
import { refuseMcpRequest, type McpRefusal } from './mcpRequestGuard.ts';

const LOOPBACK = '127.0.0.1';
const PATH = /^\/mcp\/(?<id>[\w-]+)$/;
const TOKEN_BYTES = 32;
const BODY_LIMIT_BYTES = 1024 * 1024;
/** A client sends a message within this time, or its connection is closed. */
const REQUEST_TIMEOUT_MS = 30_000;
const CONNECTION_LIMIT = 256;
/** Any program of this machine can open connections. This many may wait without the token. */
const UNPROVEN_LIMIT = 64;
/** Clients send single messages, or a few at once. Each may be a call that runs for minutes. */
const BATCH_LIMIT = 32;

/** Where one client reaches its tools, until it is disposed. */
export interface McpEndpoint extends Disposable {
  readonly url: string;
  readonly token: string;
}

interface Served {
  readonly token: string;
  readonly messages: McpMessages;
}

/**
 * A server of the Model Context Protocol on this machine's loopback interface (streamable HTTP, without streams). Each client
 * has its own endpoint and token. The port is opened with the first endpoint and closed with the last one.
 */
export class McpHttpServer implements Disposable {
  readonly #endpoints = new Map<string, Served>();
  /** Connections on which no request with a token has arrived yet, the oldest first. */
  readonly #unproven = new Set<Socket>();
  #server: { readonly http: Server; readonly host: Promise<string> } | undefined;

  async open(toolSet: McpToolSet): Promise<McpEndpoint> {
    const id = randomUUID();
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const messages = new McpMessages(toolSet);
    this.#endpoints.set(id, { token, messages });
    const dispose = (): void => this.#close(id);
    try {
      const host = await (this.#server ??= this.#listen()).host;
      return { url: `http://${host}/mcp/${id}`, token, dispose };
    } catch (error) {
      dispose();
      throw error;
    }
  }

  dispose(): void {
    [...this.#endpoints.keys()].forEach(id => this.#close(id));
  }

  #close(id: string): void {
    this.#endpoints.get(id)?.messages.cancelAll();
    this.#endpoints.delete(id);
    if (this.#endpoints.size === 0) {
      const http = this.#server?.http;
      this.#server = undefined;
      http?.close();
      http?.closeAllConnections();
    }
  }

  #listen(): { readonly http: Server; readonly host: Promise<string> } {
    const http = createServer((request, response) => {
      // A failure is the client's: it has closed the connection.
      this.#serve(request, response).catch(() => response.destroy());
    });
    http.requestTimeout = REQUEST_TIMEOUT_MS;
    http.headersTimeout = REQUEST_TIMEOUT_MS;
    http.maxConnections = CONNECTION_LIMIT;
    http.on('connection', (socket: Socket) => this.#limitUnproven(socket));
    http.on('error', () => {}); // While it starts, `listeningHost` reports it. Later, single connections fail.
    http.listen(0, LOOPBACK);
    return { http, host: listeningHost(http) };
  }

  /** Closes the oldest connection without a token if there are too many, so that nobody can keep the clients out. */
  #limitUnproven(socket: Socket): void {
    this.#unproven.add(socket);
    socket.once('close', () => this.#unproven.delete(socket));
    const [oldest] = this.#unproven;
    if (this.#unproven.size > UNPROVEN_LIMIT) {
      oldest?.destroy();
    }
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const host = (await this.#server?.host) ?? '';
    const served = this.#endpoints.get(PATH.exec(request.url ?? '')?.groups?.['id'] ?? '');
    const refusal =
      refuseMcpRequest(request.headers, { host, token: served?.token }) ?? refuseForm(request);
    if (refusal) {
      refuse(response, refusal);
    } else if (served) {
      this.#unproven.delete(request.socket);
      await serveMessages(request, response, served.messages);
    }
  }
}

async function serveMessages(
  request: IncomingMessage,
  response: ServerResponse,
  messages: McpMessages,
): Promise<void> {
  const body = await readBody(request);
  if (body === undefined) {
    refuse(response, { status: 413, message: 'The message is too long.' });
    return;
  }
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  const parsed = parseJson(body);
  const client = request.headers[CLIENT_HEADER]?.toString();
  const sent = await answerBody(messages, parsed, { client, signal: closed.signal });
  if (sent === undefined) {
    response.writeHead(202).end();
    return;
  }
  if (asRecord(parsed)?.['method'] === 'initialize') {
    response.setHeader(CLIENT_HEADER, randomUUID());
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(sent));
}

async function listeningHost(http: Server): Promise<string> {
  await Promise.race([once(http, 'listening'), once(http, 'close')]);
  const address = http.address();
  if (address === null || typeof address === 'string') {
    throw new Error('The server for tools has no port.');
  }
  return `${LOOPBACK}:${address.port}`;
}

/** We send nothing on our own, so there is no stream to open with GET and no session to end with DELETE. */
function refuseForm({ method, headers }: IncomingMessage): McpRefusal | undefined {
  if (method !== 'POST') {
    return { status: 405, message: 'Only POST is supported.' };
  }
  return /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')
    ? undefined
    : { status: 415, message: 'The content type must be application/json.' };
}

/** Older clients send several messages in one array. */
async function answerBody(
  messages: McpMessages,
  body: unknown,
  source: McpMessageSource,
): Promise<unknown> {
  if (!Array.isArray(body)) {
    return messages.answer(body, source);
  }
  if (body.length > BATCH_LIMIT) {
    return invalidRequest(`At most ${BATCH_LIMIT} messages can be sent at once.`);
  }
  const answers = await Promise.all(body.map(message => messages.answer(message, source)));
  const sent = answers.filter(answer => answer !== undefined);
  return sent.length > 0 ? sent : undefined;
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The request must not be destroyed when this returns early, since the response has yet to be sent.
  const whole: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of whole) {
    bytes += chunk.length;
    if (bytes > BODY_LIMIT_BYTES) {
      return undefined;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function refuse(response: ServerResponse, { status, message }: McpRefusal): void {
  response
    .writeHead(status, {
      'content-type': 'text/plain',
      connection: 'close',
      ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      ...(status === 405 ? { allow: 'POST' } : {}),
    })
    .end(message);
}
