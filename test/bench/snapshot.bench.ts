import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openSnapshots } from '../../src/agent/snapshot/openSnapshots.ts';

const FILE_COUNT = 50_000;
const ROUNDS = 20;
const TURNS = Number(process.argv[2] ?? 500);
const FILES_PER_TURN = 5;
const PRUNE_EVERY_TURNS = 50;

const folder = mkdtempSync(path.join(tmpdir(), 'accord-bench-'));
const work = path.join(folder, 'work');
const git = (...args: readonly string[]): Buffer =>
  execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@b', ...args], { cwd: work });
const fileName = (at: number): string =>
  path.join(work, `package${at % 50}`, `folder${Math.floor(at / 50) % 40}`, `file${at}.ts`);
const fileText = (at: number, note: string): string =>
  `// ${note}\n${`export const value${at} = ${at};\n`.repeat(20)}`;

async function msOf(run: () => Promise<unknown> | Buffer): Promise<number> {
  const startMs = performance.now();
  await run();
  return performance.now() - startMs;
}

async function timesOf(run: (round: number) => Promise<unknown> | Buffer): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    times.push(await msOf(() => run(round)));
  }
  times.sort((one, other) => one - other);
  const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(0);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`;
}

try {
  for (let at = 0; at < FILE_COUNT; at += 1) {
    mkdirSync(path.dirname(fileName(at)), { recursive: true });
    writeFileSync(fileName(at), fileText(at, 'start'));
  }
  const stalls = monitorEventLoopDelay({ resolution: 5 });
  const outside = await openSnapshots({ root: work, storage: path.join(folder, 'outside') });
  const outsideMs = await msOf(() => outside.take());
  console.log(`snapshot: ${FILE_COUNT} files, outside git, the first: ${outsideMs.toFixed(0)} ms`);
  console.log(`snapshot: outside git, warm: ${await timesOf(() => outside.take())}`);
  console.log(`snapshot: outside git, stored: ${await outside.sizeBytes()} bytes`);

  git('init', '-q');
  git('config', 'gc.auto', '0');
  git('add', '-A');
  git('commit', '-q', '-m', 'start');
  git('gc', '-q');
  execFileSync('sleep', ['1.1']); // So that the next refresh can trust the time stamps.
  git('status', '--porcelain');
  console.log(
    `snapshot: git status, to compare: ${await timesOf(() => git('status', '--porcelain'))}`,
  );
  const snapshots = await openSnapshots({ root: work, storage: path.join(folder, 'storage') });
  const firstMs = await msOf(() => snapshots.take());
  console.log(`snapshot: in git, the first: ${firstMs.toFixed(0)} ms`);
  stalls.enable();
  console.log(
    `snapshot: in git, warm: ${await timesOf(() => snapshots.take())} (the goal: 500 ms)`,
  );
  const base = await snapshots.take();
  const changed = await timesOf(async round => {
    writeFileSync(fileName(round), fileText(round, 'changed'));
    await snapshots.changedSince(base);
  });
  console.log(`snapshot: changedSince after one edit: ${changed}`);
  stalls.disable();
  const stallMs = [stalls.percentile(99), stalls.max].map(ns => (ns / 1e6).toFixed(0));
  console.log(`snapshot: stalls of the event loop: p99 ${stallMs[0]} ms, max ${stallMs[1]} ms`);
  for (let at = 0; at < 1000; at += 1) {
    writeFileSync(fileName(at * 7), fileText(at, 'many'));
  }
  const manyMs = await msOf(() => snapshots.changedSince(base));
  console.log(`snapshot: changedSince after 1000 edits: ${manyMs.toFixed(0)} ms`);

  const trees: string[] = [];
  const pruneMs: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (let at = 0; at < FILES_PER_TURN; at += 1) {
      writeFileSync(fileName((turn * 31 + at * 997) % FILE_COUNT), fileText(at, `turn ${turn}`));
    }
    trees.push((await snapshots.take()).tree);
    if (turn % PRUNE_EVERY_TURNS === PRUNE_EVERY_TURNS - 1) {
      pruneMs.push(await msOf(() => snapshots.prune({ trees })));
    }
  }
  const megabytes = ((await snapshots.sizeBytes()) / 1e6).toFixed(1);
  const slowest = Math.max(...pruneMs).toFixed(0);
  console.log(`snapshot: ${TURNS} turns kept: ${megabytes} MB, the longest prune ${slowest} ms`);
  outside.dispose();
  snapshots.dispose();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
