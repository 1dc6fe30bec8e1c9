/**
 * File requests without an editor: `npm run bench -- files`. Compares a read of 1 MB through the guard, the file code
 * and one JSON round trip with `readGuardedFile` and one JSON round trip, and measures a write of 100,000 lines with
 * 200 hunks. The figures are medians of wall times. Fails if a read takes more than twice as long or a write more than
 * 500 ms.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AgentFiles } from '../../src/agent/files/agentFiles.ts';
import { getAgentQuirks } from '../../src/core/catalog/agentQuirks.ts';
import { PathGuard } from '../../src/agent/files/pathGuard.ts';
import { MemoryDocuments } from '../fakes/memoryDocuments.ts';
import { tableEncodings } from '../fakes/tableEncodings.ts';
import { createTemporaryFolder, removeFolder } from '../harness/createTemporaryFolder.ts';
import { median } from './rounds.ts';

const READ_BYTES = 1024 * 1024;
const READ_ROUNDS = 60;
const READ_LIMIT = 2;
const WRITE_LINES = 100_000;
const WRITE_HUNKS = 200;
const WRITE_ROUNDS = 9;
const WRITE_LIMIT_MS = 500;

const folder = await createTemporaryFolder('bench');
const guard = await PathGuard.create({ roots: [folder], consent: { ask: async () => 'deny' } });
const files = new AgentFiles({
  guard,
  documents: new MemoryDocuments(),
  encodings: tableEncodings(),
  quirks: getAgentQuirks(undefined),
});

try {
  const ratio = await readRatio();
  const writeMs = await writeTime();
  console.log(
    `files: a read of 1 MB takes ${ratio.toFixed(2)}x of readFile and a JSON round trip (goal: ${READ_LIMIT}x); a write of ${WRITE_LINES} lines with ${WRITE_HUNKS} hunks takes ${writeMs.toFixed(0)} ms (goal: ${WRITE_LIMIT_MS} ms)`,
  );
  process.exitCode = ratio <= READ_LIMIT && writeMs <= WRITE_LIMIT_MS ? 0 : 1;
} finally {
  await removeFolder(folder);
}

async function readRatio(): Promise<number> {
  const file = path.join(folder, 'read.txt');
  const line = `${'0123456789'.repeat(6)}abc\n`;
  await writeFile(file, line.repeat(READ_BYTES / line.length));
  const plain: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round < READ_ROUNDS; round += 1) {
    plain.push(await timed(async () => roundTrip({ content: await readFile(file, 'utf8') })));
    ours.push(await timed(async () => roundTrip(await files.read({ path: file }))));
  }
  return median(ours) / median(plain);
}

async function writeTime(): Promise<number> {
  const file = path.join(folder, 'write.txt');
  const lines = Array.from({ length: WRITE_LINES }, (_, n) => `const value${n} = ${n};\n`);
  const times: number[] = [];
  for (let round = 0; round < WRITE_ROUNDS; round += 1) {
    await writeFile(file, lines.join(''));
    await files.read({ path: file });
    // The user changed a line in the meantime, so that the write has to be merged.
    await writeFile(file, lines.with(50_001, 'by the user\n').join(''));
    const content = lines
      .map((text, n) => (n % (WRITE_LINES / WRITE_HUNKS) === 7 ? `round ${round} ${text}` : text))
      .join('');
    times.push(await timed(() => files.write({ path: file, content })));
  }
  return median(times);
}

function roundTrip(result: unknown): unknown {
  return JSON.parse(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
}

async function timed(task: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await task();
  return performance.now() - startMs;
}
