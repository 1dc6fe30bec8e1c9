/**
 * An agent changes 1,000 files, in a real VS Code: `npm run bench -- reviewMany`. Most of the time is VS Code's, which reports
 * 1,000 file events and lists the files in its own git view. So the time until all are listed for review is compared with
 * the time after which VS Code's git extension knows them, in the same round. Fails if it is more than twice as long, or if the
 * extension host is busy for more than 50 ms at a time. The files are plain text, so that no language server reads them at the
 * same time.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BenchReport } from './benchReport.ts';
import { nextAppearance } from './appearance.ts';
import { reportStalls, ReviewBenchWindow, STATUS, textOf } from './reviewBenchWindow.ts';
import type { LongestStall } from './stalls.ts';

const FILES = 1_000;
const LINES = 100;
const ROUNDS = 5;
const LIMIT = { most: 2, unit: 'ms' };

const marks = new BenchReport();
const benchWindow = await ReviewBenchWindow.open();
const { window } = benchWindow;
const names = Array.from({ length: FILES }, (_, at) =>
  benchWindow.at(`many/folder${at % 20}/file${at}.txt`),
);
const listed: number[] = [];
const knownToGit: number[] = [];
const stalls: LongestStall[] = [];
try {
  names.forEach(name => mkdirSync(path.dirname(name), { recursive: true }));
  writeAll(0);
  benchWindow.commit();
  await window.call('command', 'workbench.view.scm');
  for (let round = 1; round <= ROUNDS; round += 1) {
    await benchWindow.duringTurn([], () => changeAll(round));
    await window.call('command', 'accord.acceptAll');
    benchWindow.commit();
    await window.call('whenGitKnows', 0);
  }
} finally {
  await window.close();
}
const compared = { ours: listed, baseline: knownToGit };
marks.reportRatio(`${FILES} changed files listed, against git's own list`, compared, LIMIT);
marks.reportRounds(`${FILES} changed files listed`, listed, { most: Infinity, unit: 'ms' });
reportStalls(`${FILES} changed files`, marks, stalls);
marks.finish();

async function changeAll(round: number): Promise<void> {
  const seen = await nextAppearance(window.page, STATUS, `${FILES} files, ${FILES} hunks`);
  const known = window.call('whenGitKnows', FILES);
  await window.call('watchStalls');
  writeAll(round);
  const wroteMs = Date.now();
  listed.push((await seen.atMs()) - wroteMs);
  knownToGit.push((await known) - wroteMs);
  stalls.push(await window.call('longestStall'));
}

function writeAll(round: number): void {
  for (const name of names) {
    writeFileSync(name, textOf(LINES, 1, round));
  }
}
