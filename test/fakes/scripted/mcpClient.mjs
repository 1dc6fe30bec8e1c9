import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const PROTOCOL = '2025-06-18';

/** Calls a tool of an MCP server as agents do: connects, introduces itself, calls. Returns the JSON-RPC response. */
export async function callTool(server, name, input, agent) {
  const connection = connect(server, agent);
  try {
    await connection.request({
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: PROTOCOL,
        capabilities: {},
        clientInfo: { name: 'scripted', version: '1.0.0' },
      },
    });
    await connection.notify({ method: 'notifications/initialized' });
    return await connection.request({
      id: 2,
      method: 'tools/call',
      params: { name, arguments: input ?? {} },
    });
  } finally {
    connection.close();
  }
}

function connect(server, agent) {
  switch (server.type) {
    case 'acp':
      return overAcp(server, agent);
    case 'http':
      return overHttp(server);
    default:
      return overStdio(server);
  }
}

/** Over the connection of the agent itself, which has requests only. */
function overAcp({ serverId }, agent) {
  const request = async ({ id, ...message }) => {
    const params = { serverId, requestId: String(id), ...message };
    const { result, error } = await agent.call('mcp/message', params).answer;
    return result ?? { error };
  };
  return { request, notify: async () => {}, close: () => {} };
}

function overHttp({ url, headers }) {
  const post = async message => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        ...Object.fromEntries(headers.map(header => [header.name, header.value])),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    });
    return response.status === 200 ? response.json() : { error: { status: response.status } };
  };
  return { request: post, notify: post, close: () => {} };
}

function overStdio({ command, args, env }) {
  const variables = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  const child = spawn(command, args, {
    env: { ...process.env, ...variables },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const notify = async message => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  const request = async message => {
    const line = once(lines, 'line');
    await notify(message);
    return JSON.parse((await line)[0]);
  };
  return { request, notify, close: () => child.stdin.end() };
}
