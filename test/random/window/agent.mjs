/** An agent that does what the random test tells it over a socket, while the client waits for the end of its turn. */
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

const name = process.argv[2];
const control = connect(Number(process.argv[3]), '127.0.0.1');
control.on('error', () => process.exit(0));
control.on('close', () => process.exit(0));

const send = (stream, message) => stream.write(`${JSON.stringify(message)}\n`);
const toClient = message => send(process.stdout, { jsonrpc: '2.0', ...message });
const toTest = message => send(control, message);

let sessions = 0;
let requests = 0;
const waiting = new Map();
/** The running turns: the id of the prompt request, by session. */
const prompts = new Map();

function ask(method, params) {
  const id = `agent-${(requests += 1)}`;
  toClient({ id, method, params });
  return new Promise(resolve => waiting.set(id, resolve));
}

createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params, result, error } = JSON.parse(line);
  if (method === undefined) {
    waiting.get(id)?.({ result, error });
    waiting.delete(id);
    return;
  }
  switch (method) {
    case 'initialize':
      return toClient({
        id,
        result: { protocolVersion: 1, agentCapabilities: {}, authMethods: [] },
      });
    case 'session/new':
      return toClient({ id, result: { sessionId: `${name}-${process.pid}-${(sessions += 1)}` } });
    case 'session/prompt':
      prompts.set(params.sessionId, id);
      return toTest({ event: 'prompt', name, sessionId: params.sessionId });
    default:
      return id === undefined ? undefined : toClient({ id, result: {} });
  }
});

createInterface({ input: control }).on('line', line => {
  const { id, call, sessionId, params } = JSON.parse(line);
  void answer(call, sessionId, params).then(result => toTest({ id, result }));
});

async function answer(call, sessionId, params) {
  switch (call) {
    case 'end':
      toClient({ id: prompts.get(sessionId), result: { stopReason: 'end_turn' } });
      prompts.delete(sessionId);
      return null;
    case 'spawn':
      spawn('sh', ['-c', params.command], { stdio: 'ignore', detached: true }).unref();
      return null;
    case 'run': {
      const { result } = await ask('terminal/create', { sessionId, ...params });
      const terminalId = result?.terminalId;
      await ask('terminal/wait_for_exit', { sessionId, terminalId });
      return ask('terminal/release', { sessionId, terminalId });
    }
    default:
      return ask(call, { sessionId, ...params });
  }
}

toTest({ event: 'started', name });
