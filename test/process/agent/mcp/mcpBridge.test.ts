import type { McpServerStdio } from '@agentclientprotocol/sdk';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { toMcpServer } from '../../../../src/agent/mcp/mcpBridge.ts';
import { McpHttpServer } from '../../../../src/agent/mcp/mcpHttpServer.ts';
import { bundle } from '../process/bundle.ts';

const info = { name: 'accord', title: 'Accord', version: '1.2.3', instructions: '' };

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
async function startBridge(): Promise<(message: object) => Promise<unknown>> {
  const endpoint = await server.open({ info, tools: [] });
  const entry = toMcpServer('accord', endpoint, { supportsHttp: false, bridge: script });
  const { command, args, env } = entry as McpServerStdio;
  expect(args.join(' ')).not.toContain(endpoint.token);
  const started = spawn(command, args, {
    env: Object.fromEntries(env.map(({ name, value }) => [name, value])),
  });
  bridge = started;
  const lines = createInterface({ input: started.stdout });
  return async message => {
    const line = once(lines, 'line');
    started.stdin.write(`${JSON.stringify(message)}\n`);
    return JSON.parse(String((await line)[0]));
  };
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

  it('answers with an error when the session has ended', async () => {
    const ask = await startBridge();
    server.dispose();
    expect(await ask({ jsonrpc: '2.0', id: 1, method: 'ping' })).toMatchObject({
      id: 1,
      error: { code: -32_603 },
    });
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
