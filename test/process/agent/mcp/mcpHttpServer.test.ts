import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { McpHttpServer, type McpEndpoint } from '../../../../src/agent/mcp/mcpHttpServer.ts';
import type { McpTool } from '../../../../src/agent/mcp/mcpTool.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';

const info = { name: 'accord', title: 'Accord', version: '1.2.3', instructions: 'Use them.' };

const echo: McpTool = {
  name: 'echo',
  title: 'Echo',
  description: 'Says it again.',
  inputSchema: { type: 'object', properties: {} },
  isReadOnly: true,
  runsProgram: false,
  call: async input => ({ text: JSON.stringify(input) }),
};

let server: McpHttpServer;
let endpoint: McpEndpoint;

beforeEach(async () => {
  server = new McpHttpServer();
  endpoint = await server.open({ info, tools: [echo] });
});

afterEach(() => server.dispose());

interface Reply {
  readonly status: number;
  readonly body: string;
  /** What the server calls the client. */
  readonly client?: string;
}

interface Sent {
  readonly url?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Sends exactly these headers, which `fetch` would not. */
async function send({
  url = endpoint.url,
  method = 'POST',
  headers = {},
  body,
}: Sent): Promise<Reply> {
  const sent = request(url, { method, agent: false, headers: { ...usual(), ...headers } });
  sent.end(typeof body === 'string' ? body : JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const client = response.headers['mcp-session-id']?.toString();
  const reply = { status: response.statusCode ?? 0, body: await text(response) };
  return client === undefined ? reply : { ...reply, client };
}

const usual = () => ({
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  authorization: `Bearer ${endpoint.token}`,
});

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

const ask = async (method: string, params: object = {}): Promise<unknown> =>
  JSON.parse((await send({ body: { jsonrpc: '2.0', id: 7, method, params } })).body);

describe('a request to the tools', () => {
  it('is served with the token of the session', async () => {
    expect(await send({ body: list })).toMatchObject({ status: 200 });
    const own = `http://${new URL(endpoint.url).host}`;
    expect(await send({ body: list, headers: { origin: own } })).toMatchObject({ status: 200 });
  });

  it.each([
    ['no token', { authorization: '' }],
    ['a wrong token', { authorization: 'Bearer wrong' }],
    ['another scheme', { authorization: 'Basic eDp5' }],
  ])('with %s is refused', async (_, headers) => {
    expect(await send({ body: list, headers })).toEqual({
      status: 401,
      body: 'The token is missing or wrong.',
    });
  });

  it("with another session's token is refused", async () => {
    const other = await server.open({ info, tools: [echo] });
    const headers = { authorization: `Bearer ${other.token}` };
    expect(await send({ body: list, headers })).toMatchObject({ status: 401 });
    expect(await send({ url: other.url, body: list, headers })).toMatchObject({ status: 200 });
  });

  it.each(['localhost', 'evil.example', '127.0.0.1', '127.0.0.1:1', '[::1]:80'])(
    'with the foreign Host %s is refused, also with the token',
    async host => {
      expect(await send({ body: list, headers: { host } })).toMatchObject({ status: 403 });
    },
  );

  it.each(['https://evil.example', 'null', 'http://localhost', 'vscode-webview://x'])(
    'with the foreign Origin %s is refused, also with the token',
    async origin => {
      expect(await send({ body: list, headers: { origin } })).toMatchObject({ status: 403 });
    },
  );

  it('is refused after the session has ended', async () => {
    const other = await server.open({ info, tools: [echo] });
    other.dispose();
    const headers = { authorization: `Bearer ${other.token}` };
    expect(await send({ url: other.url, body: list, headers })).toMatchObject({ status: 401 });
  });

  it('reaches only this machine, and nothing once the last session has ended', async () => {
    expect(new URL(endpoint.url).hostname).toBe('127.0.0.1');
    endpoint.dispose();
    await expect(send({ body: list })).rejects.toThrow(/ECONNREFUSED/);
  });

  it('is served while others keep connections open on which they send nothing', async () => {
    const port = Number(new URL(endpoint.url).port);
    const silent = Array.from({ length: 300 }, () => connect(port, '127.0.0.1'));
    silent.forEach(socket => socket.on('error', () => {}));
    try {
      await waitUntil(() => silent.every(({ connecting }) => !connecting));
      expect(await send({ body: list })).toMatchObject({ status: 200 });
      await waitUntil(() => silent.filter(({ destroyed }) => !destroyed).length <= 64);
    } finally {
      silent.forEach(socket => socket.destroy());
    }
  });

  it('is refused if it is no message', async () => {
    expect(await send({ method: 'GET' })).toMatchObject({ status: 405 });
    expect(await send({ method: 'DELETE' })).toMatchObject({ status: 405 });
    const form = { 'content-type': 'text/plain' };
    expect(await send({ body: list, headers: form })).toMatchObject({ status: 415 });
    expect(await send({ body: 'x'.repeat(1024 * 1024 + 1) })).toMatchObject({ status: 413 });
    expect((await send({ body: '{' })).body).toContain('-32600');
  });
});

const batch = (length: number) =>
  Array.from({ length }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }));

const call = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'slow', arguments: { id } },
});

describe('the tools over HTTP', () => {
  it('introduce themselves in the version that the client wants, or else the newest', async () => {
    const { instructions, ...serverInfo } = info;
    expect(await ask('initialize', { protocolVersion: '2025-03-26' })).toEqual({
      jsonrpc: '2.0',
      id: 7,
      result: {
        protocolVersion: '2025-03-26',
        capabilities: { tools: {} },
        serverInfo,
        instructions,
      },
    });
    expect(await ask('initialize', { protocolVersion: '1999-01-01' })).toMatchObject({
      result: { protocolVersion: '2025-11-25' },
    });
    expect(await ask('ping')).toMatchObject({ result: {} });
  });

  it('are listed with their schemas, and called with arguments', async () => {
    expect(await ask('tools/list')).toMatchObject({
      result: {
        tools: [
          { name: 'echo', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
        ],
      },
    });
    const params = { name: 'echo', arguments: { a: 'ü' } };
    expect(await ask('tools/call', params)).toMatchObject({
      result: { content: [{ type: 'text', text: '{"a":"ü"}' }], isError: false },
    });
  });

  it('answer wrong requests with an error', async () => {
    expect(await ask('tools/call', { name: 'none' })).toMatchObject({ error: { code: -32_602 } });
    expect(await ask('resources/list')).toMatchObject({ error: { code: -32_601 } });
  });

  it('answer a batch at once, and notifications not at all', async () => {
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect(await send({ body: initialized })).toEqual({ status: 202, body: '' });
    const { body } = await send({ body: [initialized, list, { ...list, id: 2 }] });
    expect(JSON.parse(body)).toMatchObject([{ id: 1 }, { id: 2 }]);
  });

  it('refuse a batch of more messages than clients send at once', async () => {
    expect(JSON.parse((await send({ body: batch(32) })).body)).toHaveLength(32);
    expect(JSON.parse((await send({ body: batch(33) })).body)).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32_600, message: 'At most 32 messages can be sent at once.' },
    });
  });

  it('are canceled for the client that wants it, not for another with the same id', async () => {
    const running = new Set<unknown>();
    const slow: McpTool = {
      ...echo,
      name: 'slow',
      call: async ({ who }, signal) => {
        running.add(who);
        await once(signal, 'abort');
        running.delete(who);
        return { text: 'canceled', isError: true };
      },
    };
    const opened = await server.open({ info, tools: [slow] });
    const askAs = (client: string | undefined, body: object): Promise<Reply> => {
      const name = client === undefined ? {} : { 'mcp-session-id': client };
      const headers = { authorization: `Bearer ${opened.token}`, ...name };
      return send({ url: opened.url, headers, body: { jsonrpc: '2.0', ...body } });
    };
    const start = async (who: string, client?: string): Promise<unknown> => {
      const params = { name: 'slow', arguments: { who } };
      const body = { id: 1, method: 'tools/call', params };
      return askAs(client, body).catch(() => undefined); // The last ones end with the server.
    };
    const cancel = { method: 'notifications/cancelled', params: { requestId: 1 } };
    const hello = { id: 0, method: 'initialize', params: {} };
    const [one, other] = [
      (await askAs(undefined, hello)).client,
      (await askAs(undefined, hello)).client,
    ];
    expect(one).not.toBe(other);
    const first = start('one', one);
    void start('other', other);
    void start('unknown');
    void start('unknown, too');
    await waitUntil(() => running.size === 4);
    await askAs(one, cancel);
    await first;
    expect([...running]).not.toContain('one');
    await askAs(undefined, cancel); // Nobody knows which of the two is meant.
    expect(running).toEqual(new Set(['other', 'unknown', 'unknown, too']));
  });

  it('are canceled by the client, by its disconnect, and with the session', async () => {
    const ended: string[] = [];
    const slow: McpTool = {
      ...echo,
      name: 'slow',
      call: async (input, signal) => {
        await once(signal, 'abort');
        ended.push(JSON.stringify(input));
        return { text: 'canceled', isError: true };
      },
    };
    const opened = await server.open({ info, tools: [slow] });
    const { url } = opened;
    const headers = { authorization: `Bearer ${opened.token}` };
    const first = send({ url, headers, body: call(1) });
    const cancel = {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 1 },
    };
    await waitUntil(async () => {
      await send({ url, headers, body: cancel });
      return ended.length === 1;
    });
    expect((await first).body).toContain('canceled');

    const aborted = new AbortController();
    const gone = fetch(url, {
      method: 'POST',
      headers: { ...usual(), ...headers },
      body: JSON.stringify(call(2)),
      signal: aborted.signal,
    }).catch(() => undefined);
    setTimeout(() => aborted.abort(), 100);
    await gone;
    await waitUntil(() => ended.length === 2);

    const last = send({ url, headers, body: call(3) }).catch(() => undefined);
    setTimeout(() => opened.dispose(), 100);
    await waitUntil(() => ended.length === 3);
    await last;
    expect(ended).toEqual(['{"id":1}', '{"id":2}', '{"id":3}']);
  });
});
