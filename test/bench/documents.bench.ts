/**
 * Writes to documents that are open in a real VS Code: `npm run bench -- documents`.
 * 1,000 small writes with no stall over 50 ms; one write of 100,000 lines with 200 hunks in under 500 ms.
 */
import { readFile } from 'node:fs/promises';
import { buildExtension } from '../rig/extension.ts';
import { runHostSuite } from '../rig/hostSuite.ts';
import { inProject } from '../rig/paths.ts';

const STALL_LIMIT_MS = 50;
const LARGE_LIMIT_MS = 500;

const figuresFile = inProject('out', 'documents.figures.json');
process.env['ACCORD_BENCH_FIGURES'] = figuresFile;
await buildExtension();
await runHostSuite('bench of open documents', result => {
  if (result.kind === 'failed') {
    throw new Error(result.error);
  }
});
const figures = JSON.parse(await readFile(figuresFile, 'utf8')) as Readonly<Record<string, number>>;
const {
  smallWriteMs = NaN,
  longestStallMs = NaN,
  largeWriteMs = NaN,
  largeWriteCpuMs = NaN,
} = figures;
console.log(
  `documents: a small write to an open document takes ${smallWriteMs.toFixed(1)} ms; the longest stall in 1,000 of them is ${longestStallMs.toFixed(0)} ms of work (goal: ${STALL_LIMIT_MS} ms); a write of 100,000 lines with 200 hunks takes ${largeWriteMs.toFixed(0)} ms, ${largeWriteCpuMs.toFixed(0)} ms of it work of the extension host (goal: ${LARGE_LIMIT_MS} ms)`,
);
process.exitCode = longestStallMs <= STALL_LIMIT_MS && largeWriteMs <= LARGE_LIMIT_MS ? 0 : 1;
