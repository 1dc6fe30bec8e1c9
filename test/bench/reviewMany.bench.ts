/**
 * An agent changes 1,000 files, in a real VS Code: `npm run bench -- reviewMany`. Fails if it takes 1 s or more until
 * all are listed, or if the extension host is busy for more than 50 ms at a time. The files are plain text, so that no
 * language server reads them at the same time.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BenchReport } from './benchReport.ts';
import { nextAppearance } from './appearance.ts';
import { reportStalls, ReviewBenchWindow, STATUS, textOf } from './reviewBenchWindow.ts';

const FILES = 1_000;
const LINES = 100;
const LIMIT = { most: 1_000, unit: 'ms' };

const marks = new BenchReport();
const benchWindow = await ReviewBenchWindow.open();
const { window } = benchWindow;
const names = Array.from({ length: FILES }, (_, at) =>
  benchWindow.at(`many/folder${at % 20}/file${at}.txt`),
);
try {
  writeAll(0);
  benchWindow.commit();
  await window.call('command', 'workbench.view.scm');
  await benchWindow.duringTurn([], async () => {
    const seen = await nextAppearance(window.page, STATUS, `${FILES} files, ${FILES} hunks`);
    await window.call('watchStalls');
    writeAll(1);
    const wroteMs = Date.now();
    marks.report(`${FILES} changed files listed`, (await seen.atMs()) - wroteMs, LIMIT);
    reportStalls(`${FILES} changed files`, marks, [await window.call('longestStall')]);
  });
} finally {
  await window.close();
}
marks.finish();

function writeAll(round: number): void {
  for (const name of names) {
    mkdirSync(path.dirname(name), { recursive: true });
    writeFileSync(name, textOf(LINES, 1, round));
  }
}
