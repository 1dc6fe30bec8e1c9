/**
 * What the tools for agents cost in a real VS Code with its TypeScript server: `npm run bench -- tools`. Fails if the first
 * session has got and listed its tools later than after 50 ms, or if a call takes 5 ms longer than VS Code itself for the same
 * answer. This program is the client, and the session's rules are applied as for every tool.
 */
import { Agent, request, type IncomingMessage } from 'node:http';
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

const window = await openBenchWindow<typeof Inside>('test/bench/tools.host.ts');
const agent = new Agent({ keepAlive: true });
const report = new BenchReport();
try {
  const { tookMs, server } = await window.call('open');
  const headers = {
    'content-type': 'application/json',
    ...Object.fromEntries(server.headers.map(({ name, value }) => [name, value])),
  };
  const ask = (method: string, params: object): Promise<string> =>
    new Promise((resolve, reject) => {
      const options = { method: 'POST', agent, headers };
      const sent = request(server.url, options, (response: IncomingMessage) => {
        text(response).then(resolve, reject);
      });
      sent.on('error', reject);
      sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    });
  const listedMs = performance.now();
  await ask('tools/list', {});
  const listMs = performance.now() - listedMs;

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
  console.log(`the start takes ${tookMs.toFixed(1)} ms, the first list ${listMs.toFixed(1)} ms`);
  report.report('start and first list', tookMs + listMs, { most: START_LIMIT_MS, unit: 'ms' });
  report.report('what a call adds', addedMs, { most: CALL_LIMIT_MS, unit: 'ms' });
  await window.call('close');
} finally {
  agent.destroy();
  await window.close();
}
report.finish();
