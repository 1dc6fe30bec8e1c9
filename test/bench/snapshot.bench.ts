import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Checkpoints } from '../../src/agent/checkpoint/checkpoints.ts';
import { SnapshotGarbageCollector } from '../../src/agent/checkpoint/snapshotGarbageCollector.ts';
import { folderSize } from '../../src/agent/disk/folderSize.ts';
import { BlobStore } from '../../src/agent/review/blobStore.ts';
import { ChangeTracker } from '../../src/agent/review/changeTracker.ts';
import { ReviewFiles } from '../../src/agent/review/reviewFiles.ts';
import { WorkTrees } from '../../src/agent/review/workTrees.ts';
import { openSnapshotStore } from '../../src/agent/snapshot/openSnapshotStore.ts';
import { ReviewModel } from '../../src/core/review/model/reviewModel.ts';
import { editsBetween } from '../../src/core/diff/lineDiff.ts';
import { tableEncodings } from '../fakes/tableEncodings.ts';
import { createTemporaryFolder, removeFolder } from '../harness/createTemporaryFolder.ts';
import { noEditorBuffers } from '../fakes/noEditorBuffers.ts';

const FILE_COUNT = 50_000;
const ROUNDS = 20;
const TURNS = Number(process.argv[2] ?? 500);
const FILES_PER_TURN = 5;
/** The limit for the disk space that the turns use, in a repository of this many files. */
const STATED_MB = 20;

const folder = await createTemporaryFolder('bench');
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

/** The turns of one session as the review takes them: a snapshot before, a snapshot after, and occasional cleanups. */
async function manyTurns(): Promise<void> {
  const storage = path.join(folder, 'review');
  const logger = { info: () => {}, warn: fail, error: fail };
  const model = new ReviewModel();
  const blobs = new BlobStore(path.join(storage, 'blobs'));
  const files = new ReviewFiles(tableEncodings(), blobs);
  const trees = new WorkTrees(path.join(storage, 'snapshots'), logger);
  const tracker = new ChangeTracker({
    model,
    files,
    buffers: noEditorBuffers,
    trees,
    logger,
    comparer: { edits: editsBetween },
    originOf: (_, [turn]) => turn && { sessionId: 's', turnId: String(turn.turn) },
  });
  const checkpoints = new Checkpoints({
    file: path.join(storage, 'checkpoints.ndjson'),
    tracker,
    trees,
    model,
    files,
    blobs,
  });
  model.onDidRecord(event => checkpoints.recordEvent(event));
  const tidy = new SnapshotGarbageCollector({
    isOwner: () => true,
    folder: storage,
    checkpoints,
    tracker,
    trees,
    blobs,
    model,
    limitBytes: () => Infinity,
    logger,
    sessions: () => Promise.resolve(new Set(['s'])),
  });
  const tidyMs: number[] = [];
  for (let turn = 1; turn <= TURNS; turn += 1) {
    const about = { sessionId: 's', turn, roots: [work] };
    await tracker.willStart(about);
    await checkpoints.willStart(about);
    for (let at = 0; at < FILES_PER_TURN; at += 1) {
      writeFileSync(fileName((turn * 31 + at * 997) % FILE_COUNT), fileText(at, `turn ${turn}`));
    }
    await tracker.didEnd(about);
    model.accept({ kind: 'all' });
    tidyMs.push(await msOf(() => tidy.collectIfDue()));
  }
  const megabytes = (await tidy.sizeBytes()) / 1e6;
  const slowest = Math.max(...tidyMs).toFixed(0);
  console.log(
    `snapshot: ${TURNS} turns with ${checkpoints.all.length} checkpoints: ${megabytes.toFixed(1)} MB on disk (stated: under ${STATED_MB} MB), the longest tidying ${slowest} ms`,
  );
  tracker.dispose();
  if (megabytes > STATED_MB) {
    throw new Error(`${TURNS} turns take ${megabytes.toFixed(1)} MB.`);
  }
}

function fail(text: string): never {
  throw new Error(text);
}

try {
  for (let at = 0; at < FILE_COUNT; at += 1) {
    mkdirSync(path.dirname(fileName(at)), { recursive: true });
    writeFileSync(fileName(at), fileText(at, 'start'));
  }
  const stalls = monitorEventLoopDelay({ resolution: 5 });
  const storage = path.join(folder, 'outside');
  const outside = await openSnapshotStore({ root: work, storage });
  const outsideMs = await msOf(() => outside.take());
  console.log(`snapshot: ${FILE_COUNT} files, outside git, the first: ${outsideMs.toFixed(0)} ms`);
  console.log(`snapshot: outside git, warm: ${await timesOf(() => outside.take())}`);
  console.log(`snapshot: outside git, stored: ${await folderSize(storage)} bytes`);

  git('init', '-q');
  git('config', 'gc.auto', '0');
  git('add', '-A');
  git('commit', '-q', '-m', 'start');
  git('gc', '-q');
  execFileSync('sleep', ['1.1']); // Lets the next refresh trust the time stamps.
  git('status', '--porcelain');
  console.log(
    `snapshot: git status, to compare: ${await timesOf(() => git('status', '--porcelain'))}`,
  );
  const snapshots = await openSnapshotStore({ root: work, storage: path.join(folder, 'storage') });
  const firstMs = await msOf(() => snapshots.take());
  console.log(`snapshot: in git, the first: ${firstMs.toFixed(0)} ms`);
  stalls.enable();
  console.log(
    `snapshot: in git, warm: ${await timesOf(() => snapshots.take())} (the goal: 500 ms)`,
  );
  const base = await snapshots.take();
  const changed = await timesOf(async round => {
    writeFileSync(fileName(round), fileText(round, 'changed'));
    await snapshots.changesSince(base);
  });
  console.log(`snapshot: changedSince after one edit: ${changed}`);
  stalls.disable();
  const stallMs = [stalls.percentile(99), stalls.max].map(ns => (ns / 1e6).toFixed(0));
  console.log(`snapshot: stalls of the event loop: p99 ${stallMs[0]} ms, max ${stallMs[1]} ms`);
  for (let at = 0; at < 1000; at += 1) {
    writeFileSync(fileName(at * 7), fileText(at, 'many'));
  }
  const manyMs = await msOf(() => snapshots.changesSince(base));
  console.log(`snapshot: changedSince after 1000 edits: ${manyMs.toFixed(0)} ms`);

  await manyTurns();
  outside.dispose();
  snapshots.dispose();
} finally {
  await removeFolder(folder);
}
