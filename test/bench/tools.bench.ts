/**
 * What the tools for agents cost in a real VS Code with its TypeScript server: `npm run bench -- tools`. Fails if the first
 * session has started, connected and listed its tools later than after 50 ms, or if a call takes 5 ms longer than VS Code itself for the same
 * answer. This program is the client, and the session's rules are applied as for every tool.
 */
import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { openBenchWindow } from '../harness/bench/benchWindow.ts';
import { BenchReport } from './benchReport.ts';
import { median } from './rounds.ts';
import type * as Inside from './tools.host.ts';

const CALL_LIMIT_MS = 5;
const START_LIMIT_MS = 50;
/** Rounds are short, because the speed of a machine varies. */
const ROUNDS = 50;
const CALLS_IN_ROUND = 10;
const WARM_UP_ROUNDS = 5;
const FILE = 'src/money.ts';
/** Where `parseAmount` is declared, from 0. */
const PLACE = { line: 4, character: 16 };

const agent = new Agent({ keepAlive: true });

function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response: IncomingMessage) => {
      text(response).then(resolve, reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

async function timed(task: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await task();
  return performance.now() - startMs;
}

/** The first request of this program takes longer than that of an agent, which has talked to its model. */
async function warmUpClient(): Promise<void> {
  const own = createServer((received, response) => {
    received.resume().once('end', () => response.end('{}'));
  });
  own.listen(0, '127.0.0.1');
  await once(own, 'listening');
  const { port } = own.address() as AddressInfo;
  await post(`http://127.0.0.1:${port}/`, {}, '{}');
  own.close();
  own.closeAllConnections();
}

const window = await openBenchWindow<typeof Inside>('test/bench/tools.host.ts');
const report = new BenchReport();
try {
  await warmUpClient();
  await window.call('whenQuiet');
  const { tookMs, server } = await window.call('open');
  const headers = {
    'content-type': 'application/json',
    ...Object.fromEntries(server.headers.map(({ name, value }) => [name, value])),
  };
  const ask = (method: string, params: object): Promise<string> =>
    post(server.url, headers, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  const connectMs = await timed(() => ask('initialize', {}));
  const listMs = await timed(() => ask('tools/list', {}));

  const input = { path: FILE, symbol: 'parseAmount' };
  const call = (): Promise<string> =>
    ask('tools/call', { name: 'find_references', arguments: input });
  if (!(await call()).includes('src/main.ts:6:26')) {
    throw new Error('The tool does not find the references.');
  }
  const rounds: { readonly callMs: number; readonly ownMs: number }[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    const calls: number[] = [];
    for (let count = 0; count < CALLS_IN_ROUND; count += 1) {
      const startMs = performance.now();
      await call();
      calls.push(performance.now() - startMs);
    }
    const own = await window.call('findReferences', FILE, PLACE, CALLS_IN_ROUND);
    rounds.push({ callMs: median(calls), ownMs: median(own) });
  }
  const measured = rounds.slice(WARM_UP_ROUNDS);
  const callMs = median(measured.map(round => round.callMs));
  const ownMs = median(measured.map(round => round.ownMs));
  const addedMs = median(measured.map(round => round.callMs - round.ownMs));
  console.log(`a call takes ${callMs.toFixed(1)} ms, VS Code itself ${ownMs.toFixed(1)} ms`);
  const took = { start: tookMs, 'first request': connectMs, 'first list': listMs };
  for (const [what, ms] of Object.entries(took)) {
    console.log(`${what}: ${ms.toFixed(1)} ms`);
  }
  const firstMs = tookMs + connectMs + listMs;
  report.report('start and first list', firstMs, { most: START_LIMIT_MS, unit: 'ms' });
  report.report('what a call adds', addedMs, { most: CALL_LIMIT_MS, unit: 'ms' });
  await window.call('close');
} finally {
  agent.destroy();
  await window.close();
}
report.finish();
