/**
 * What a call of a tool costs besides the work of VS Code: `npm run bench -- tools`. Fails if 95 % of the calls take longer
 * than 5 ms, or if the first server of a process takes longer than 50 ms to start. A client sends the requests over HTTP,
 * and the session's checks are applied as for every tool that reads a file.
 */
import { writeFile } from 'node:fs/promises';
import { Agent, request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { McpHttpServer, type McpEndpoint } from '../../src/agent/mcp/mcpHttpServer.ts';
import { DecisionLog } from '../../src/agent/permission/decisionLog.ts';
import { RulePolicy } from '../../src/agent/permission/rulePolicy.ts';
import { WorkspaceRequests } from '../../src/agent/requests/workspaceRequests.ts';
import { MemoryDocuments } from '../fakes/memoryDocuments.ts';
import { fakeRequestSession } from '../fakes/requestSession.ts';
import { tableEncodings } from '../fakes/tableEncodings.ts';
import { createTemporaryFolder, removeFolder } from '../harness/createTemporaryFolder.ts';
import { BenchReport } from './benchReport.ts';

const CALLS = 2_000;
const WARM_UP = 200;
const CALL_LIMIT_MS = 5;
const START_LIMIT_MS = 50;
const LINES = 100;

const folder = await createTemporaryFolder('bench');
const file = join(folder, 'a.ts');
await writeFile(file, 'export {};\n');
const settings = { mode: 'ask' as const, rules: [], problems: [] };
const logger = { info: () => {}, warn: () => {}, error: () => {} };
const log = new DecisionLog(join(folder, 'decisions.jsonl'), logger);
const requests = new WorkspaceRequests({
  documents: new MemoryDocuments(),
  encodings: tableEncodings(),
  environment: async () => ({}),
  shell: () => '/bin/sh',
  permissionPolicy: new RulePolicy({ settings: () => settings, shell: () => 'posix', log }),
});
requests.forAgent().openSession?.(fakeRequestSession({ roots: [folder] }));

/** What every tool does before it asks VS Code about a file. */
async function admit(signal: AbortSignal): Promise<void> {
  const access = await requests.getAccess('s');
  await access?.fileRequests.run(signal, async either => {
    const read = { operation: 'read', isInside: true } as const;
    await access.gate.admitFile({ ...read, requested: folder, real: folder }, either);
    await access.guard.evaluate(file, 'read');
    await access.gate.admitFile({ ...read, requested: file, real: file }, either);
  });
}

const result = Array.from({ length: LINES }, (_, at) => `src/a.ts:${at}:1: text`).join('\n');
const info = { name: 'accord', title: 'Accord', version: '0', instructions: '' };
const tool = {
  name: 'find_references',
  title: 'References',
  description: 'Finds uses.',
  inputSchema: { type: 'object' },
  isReadOnly: true,
  runsProgram: false,
  call: async (_: unknown, signal: AbortSignal) => {
    await admit(signal);
    return { text: result };
  },
};
const agent = new Agent({ keepAlive: true });

function call({ url, token }: McpEndpoint): Promise<string> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const params = { name: tool.name, arguments: { path: file } };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response: IncomingMessage) => {
      text(response).then(resolve, reject);
    });
    sent.on('error', reject);
    sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
  });
}

const server = new McpHttpServer();
const startedMs = performance.now();
const endpoint = await server.open({ info, tools: [tool] });
const startMs = performance.now() - startedMs;
const times: number[] = [];
for (let count = 0; count < WARM_UP + CALLS; count += 1) {
  const beganMs = performance.now();
  await call(endpoint);
  times.push(performance.now() - beganMs);
}
agent.destroy();
server.dispose();
await requests.close();
await removeFolder(folder);

const sorted = times.slice(WARM_UP).toSorted((one, other) => one - other);
const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
console.log(`median of a call ${at(0.5).toFixed(2)} ms, p99 ${at(0.99).toFixed(2)} ms`);
const report = new BenchReport();
report.report('start of the server', startMs, { most: START_LIMIT_MS, unit: 'ms' });
report.report('what a call adds (p95)', at(0.95), { most: CALL_LIMIT_MS, unit: 'ms' });
report.finish();
