import type { McpServerStdio } from '@agentclientprotocol/sdk';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { toMcpServer } from '../../../../src/agent/mcp/mcpBridge.ts';
import { McpHttpServer } from '../../../../src/agent/mcp/mcpHttpServer.ts';
import type { McpTool } from '../../../../src/agent/mcp/mcpTool.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';
import { bundle } from '../process/bundle.ts';

const info = { name: 'accord', title: 'Accord', version: '1.2.3', instructions: '' };

const echo: McpTool = {
  name: 'echo',
  title: 'Echo',
  description: 'Says it again.',
  inputSchema: { type: 'object' },
  isReadOnly: true,
  runsProgram: false,
  call: async input => ({ text: JSON.stringify(input) }),
};

let script = '';
const server = new McpHttpServer();
let bridge: ChildProcessWithoutNullStreams | undefined;

beforeAll(async () => {
  script = await bundle('src/agent/mcp/mcpBridgeMain.ts', 'mcpBridge');
});

afterEach(() => {
  bridge?.kill();
  server.dispose();
});

afterAll(() => rm(dirname(script), { recursive: true }));

/** Starts the bridge as an agent does that supports no HTTP. */
async function startBridge(
  tools: readonly McpTool[] = [],
): Promise<(message: object) => Promise<unknown>> {
  const endpoint = await server.open({ info, tools });
  const entry = toMcpServer('accord', endpoint, { supportsHttp: false, bridge: script });
  const { command, args, env } = entry as McpServerStdio;
  expect(args.join(' ')).not.toContain(endpoint.token);
  const started = spawn(command, args, {
    env: Object.fromEntries(env.map(({ name, value }) => [name, value])),
  });
  bridge = started;
  return async message => {
    const line = readLine(started.stdout);
    started.stdin.write(`${JSON.stringify(message)}\n`);
    return JSON.parse(await line);
  };
}

/** The next line of the output. Nothing follows it, because only one answer is awaited at a time. */
async function readLine(output: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  while (!Buffer.concat(chunks).includes('\n')) {
    const [chunk] = (await once(output, 'data')) as [Buffer];
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

describe('the bridge to the tools', () => {
  it('passes requests and their responses on, and ends with its input', async () => {
    const ask = await startBridge();
    bridge?.stdin.write('\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    expect(await ask({ jsonrpc: '2.0', id: 'a', method: 'ping' })).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      result: {},
    });
    bridge?.stdin.end();
    expect(await once(bridge ?? process, 'exit')).toEqual([0, null]);
  });

  it('passes a message on as a whole, whatever characters its texts contain', async () => {
    const ask = await startBridge([echo]);
    const params = { name: 'echo', arguments: { text: 'a\u2028b\u2029c\u0085d\u00FCe\u{1F600}' } };
    expect(await ask({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })).toMatchObject({
      id: 1,
      result: { content: [{ text: JSON.stringify(params.arguments) }] },
    });
  });

  it('answers all that it was asked before its input ended, also without a line end', async () => {
    const ask = await startBridge();
    await ask({ jsonrpc: '2.0', id: 0, method: 'ping' });
    const pings = [1, 2].map(id => ({ jsonrpc: '2.0', id, method: 'ping' }));
    bridge?.stdin.end(JSON.stringify(pings));
    expect(JSON.parse(await text(bridge?.stdout ?? process.stdin))).toEqual([
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 2, result: {} },
    ]);
  });

  it('tells the server which client it is, so that it cancels only its own calls', async () => {
    const ended: unknown[] = [];
    const slow: McpTool = {
      ...echo,
      name: 'slow',
      call: async (input, signal) => {
        await once(signal, 'abort');
        ended.push(input);
        return { text: 'canceled', isError: true };
      },
    };
    const ask = await startBridge([slow]);
    await ask({ jsonrpc: '2.0', id: 0, method: 'initialize', params: {} });
    const call = ask({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'slow' } });
    const cancel = { method: 'notifications/cancelled', params: { requestId: 1 } };
    await waitUntil(() => {
      bridge?.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...cancel })}\n`);
      return ended.length === 1;
    });
    expect(await call).toMatchObject({ id: 1, result: { isError: true } });
  });

  it('answers with an error when the session has ended', async () => {
    const ask = await startBridge();
    server.dispose();
    expect(await ask({ jsonrpc: '2.0', id: 1, method: 'ping' })).toMatchObject({
      id: 1,
      error: { code: -32_603 },
    });
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const ping = { jsonrpc: '2.0', id: 'b', method: 'ping' };
    expect(await ask([initialized, ping])).toMatchObject([{ id: 'b', error: { code: -32_603 } }]);
  });
});

describe('the entry for an agent that supports HTTP', () => {
  it('has the token in a header', () => {
    const endpoint = { url: 'http://127.0.0.1:9/mcp/x', token: 'secret' };
    const entry = toMcpServer('accord', endpoint, { supportsHttp: true, bridge: '' });
    expect(entry).toEqual({
      type: 'http',
      name: 'accord',
      url: endpoint.url,
      headers: [{ name: 'Authorization', value: 'Bearer secret' }],
    });
  });
});
