/**
 * Writes to documents that are open in a real VS Code: `npm run bench -- documents`. 1,000 small writes must not stall
 * the extension host for more than 50 ms, and one write of 100,000 lines with 200 hunks must take less than 500 ms.
 */
import { openBenchWindow } from '../harness/bench/benchWindow.ts';
import type * as Inside from './documents.host.ts';
import { median } from './rounds.ts';

const SMALL_WRITES = 1_000;
const STALL_LIMIT_MS = 50;
const LARGE_LINES = 100_000;
const LARGE_HUNKS = 200;
const LARGE_ROUNDS = 7;
const LARGE_LIMIT_MS = 500;

const window = await openBenchWindow<typeof Inside>('test/bench/documents.host.ts');
try {
  const small = await window.call('manySmallWrites', SMALL_WRITES);
  const large = await window.call('largeWrites', LARGE_LINES, LARGE_HUNKS, LARGE_ROUNDS);
  const wholeMs = median(large.map(write => write.wholeMs));
  const { eachMs, stall } = small;
  console.log(
    `documents: a small write to an open document takes ${eachMs.toFixed(1)} ms; the longest work in one go in ${SMALL_WRITES} of them is ${stall.workMs.toFixed(0)} ms, ${stall.wallMs.toFixed(0)} ms by the clock (goal: ${STALL_LIMIT_MS} ms)`,
  );
  console.log(
    `documents: a write of ${LARGE_LINES} lines with ${LARGE_HUNKS} hunks takes ${wholeMs.toFixed(0)} ms (goal: ${LARGE_LIMIT_MS} ms), ${median(large.map(write => write.workMs)).toFixed(0)} ms of it work of the extension host; each: ${large.map(write => write.wholeMs.toFixed(0)).join(', ')} ms`,
  );
  process.exitCode = stall.workMs <= STALL_LIMIT_MS && wholeMs <= LARGE_LIMIT_MS ? 0 : 1;
} finally {
  await window.close();
}
