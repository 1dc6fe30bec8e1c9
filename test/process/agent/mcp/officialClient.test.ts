import type { McpServerHttp, McpServerStdio } from '@agentclientprotocol/sdk';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { toMcpServer } from '../../../../src/agent/mcp/mcpBridge.ts';
import { McpHttpServer } from '../../../../src/agent/mcp/mcpHttpServer.ts';
import type { McpTool } from '../../../../src/agent/mcp/mcpTool.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';
import { bundle } from '../process/bundle.ts';

const info = { name: 'accord', title: 'Accord', version: '1.2.3', instructions: 'Use them.' };

const echo: McpTool = {
  name: 'echo',
  title: 'Echo',
  description: 'Says it again.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  isReadOnly: true,
  runsProgram: false,
  call: async input => ({ text: JSON.stringify(input), isError: input['text'] === 'wrong' }),
};

let script = '';
const server = new McpHttpServer();
let client: Client | undefined;
const calls: ('running' | 'canceled')[] = [];

const slow: McpTool = {
  ...echo,
  name: 'slow',
  call: async (_, signal) => {
    calls.push('running');
    await once(signal, 'abort');
    calls.push('canceled');
    return { text: 'canceled', isError: true };
  },
};

beforeAll(async () => {
  script = await bundle('src/agent/mcp/mcpBridgeMain.ts', 'mcpBridge');
});

afterEach(async () => {
  await client?.close();
  server.dispose();
  calls.length = 0;
});

afterAll(() => rm(dirname(script), { recursive: true }));

/** Connects the client of the protocol's own package to the entry that an agent gets. */
async function connect(supportsHttp: boolean): Promise<Client> {
  const endpoint = await server.open({ info, tools: [echo, slow] });
  const entry = toMcpServer('accord', endpoint, { supportsHttp, bridge: script });
  client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    supportsHttp ? httpTransport(entry as McpServerHttp) : stdioTransport(entry as McpServerStdio),
  );
  return client;
}

const toObject = (
  pairs: readonly { readonly name: string; readonly value: string }[],
): Record<string, string> => Object.fromEntries(pairs.map(({ name, value }) => [name, value]));

const httpTransport = ({ url, headers }: McpServerHttp): StreamableHTTPClientTransport =>
  new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: toObject(headers) } });

const stdioTransport = ({ command, args, env }: McpServerStdio): StdioClientTransport =>
  new StdioClientTransport({ command, args, env: toObject(env) });

describe.each([
  ['over HTTP', true],
  ['over stdio', false],
])('the official client %s', (_, supportsHttp) => {
  it('connects, lists the tools, and calls them', async () => {
    const connected = await connect(supportsHttp);
    expect(connected.getServerVersion()).toMatchObject({ name: 'accord', version: '1.2.3' });
    expect(connected.getInstructions()).toBe('Use them.');
    const { tools } = await connected.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['echo', 'slow']);
    expect(tools[0]).toMatchObject({
      title: 'Echo',
      description: 'Says it again.',
      inputSchema: echo.inputSchema,
      annotations: { readOnlyHint: true, destructiveHint: false },
    });
    for (const [text, isError] of [
      ['hello', false],
      ['wrong', true],
    ] as const) {
      const result = await connected.callTool({ name: 'echo', arguments: { text } });
      expect(result).toMatchObject({
        content: [{ type: 'text', text: JSON.stringify({ text }) }],
        isError,
      });
    }
    await expect(connected.callTool({ name: 'none', arguments: {} })).rejects.toThrow('no tool');
    await connected.ping();
  });

  it('cancels a call', async () => {
    const connected = await connect(supportsHttp);
    const controller = new AbortController();
    const { signal } = controller;
    const called = connected.callTool({ name: 'slow', arguments: { text: '' } }, { signal });
    const outcome = called.then(
      () => 'answered',
      () => 'failed',
    );
    await waitUntil(() => calls.length === 1);
    controller.abort();
    expect(await outcome).toBe('failed');
    await waitUntil(() => calls.length === 2);
    expect(calls).toEqual(['running', 'canceled']);
    const { content } = await connected.callTool({ name: 'echo', arguments: { text: 'more' } });
    expect(content).toHaveLength(1);
  });
});
