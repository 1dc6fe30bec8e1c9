/**
 * Reviewing 500 hunks in a file of 100,000 lines, in a real VS Code: `npm run bench -- reviewBig`. Fails if a hunk
 * takes 100 ms or more from the decision until the editor shows it, or if anything keeps the extension host busy for
 * more than 50 ms at a time. The file is plain text, because a language server would process 100,000 lines after each
 * change on the same processor. An edit and a save of such a file without a review are measured alternately, for
 * comparison.
 */
import { writeFileSync } from 'node:fs';
import { step } from '../fakes/step.ts';
import { BenchReport } from './benchReport.ts';
import type { Decision } from './review.host.ts';
import { nextAppearance } from './appearance.ts';
import { LENS, p95, reportStalls, ReviewBenchWindow, STATUS, textOf } from './reviewBenchWindow.ts';

const LINES = 100_000;
const HUNKS = 500;
const TURNS = 4;
const PER_TURN = 10;
const LIMIT = { most: 100, unit: 'ms' };

const marks = new BenchReport();
const benchWindow = await ReviewBenchWindow.open();
const { window } = benchWindow;
const file = benchWindow.at('big.txt');
const bareFile = benchWindow.at('bare.txt');
try {
  [file, bareFile].forEach(name => writeFileSync(name, textOf(LINES, HUNKS, 0)));
  benchWindow.commit();
  await benchWindow.stallOf('500 hunks, not open', marks, () => writtenToDisk(1));
  await window.call('show', file);
  await window.page.locator(LENS).first().waitFor();
  await decide('Accept');
  await decide('Reject');
  await benchWindow.stallOf('undo', marks, () => window.call('command', 'accord.undoReview'));
  await benchWindow.stallOf('accept all', marks, () => window.call('command', 'accord.acceptAll'));
  await benchWindow.stallOf('500 hunks, open', marks, () => writtenToDisk(2));
  await benchWindow.stallOf('reject all', marks, () => window.call('command', 'accord.rejectAll'));
  await benchWindow.stallOf('500 hunks through the protocol', marks, async () => {
    const seen = await nextAppearance(window.page, STATUS, `1 file, ${HUNKS} hunks`);
    await benchWindow.duringTurn([step.writeText(file, textOf(LINES, HUNKS, 3))], async () => {
      await seen.atMs();
    });
  });
} finally {
  await window.close();
}
marks.finish();

async function writtenToDisk(round: number): Promise<void> {
  await benchWindow.duringTurn([], async () => {
    const seen = await nextAppearance(window.page, STATUS, `1 file, ${HUNKS} hunks`);
    writeFileSync(file, textOf(LINES, HUNKS, round));
    await seen.atMs();
  });
}

/** Waits until VS Code has rendered earlier changes, as it has when a user has read the next hunk. */
async function idle(): Promise<void> {
  await window.page.evaluate(
    `new Promise(done => requestIdleCallback(() => requestIdleCallback(() => done())))`,
  );
}

/**
 * Makes several decisions while the window is idle, alternating with edits of an equally large file that is not under
 * review.
 */
async function decide(title: 'Accept' | 'Reject'): Promise<void> {
  const ours: Decision[] = [];
  const bare: Decision[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    if (title === 'Reject') {
      bare.push(...(await bareEdits()));
    }
    await window.call('show', file);
    await window.call('readLenses', file, title);
    await window.page.locator(`${LENS}:visible`).first().waitFor();
    for (let round = 0; round < PER_TURN; round += 1) {
      await idle();
      ours.push(await window.call('decide', file, 100 + turn * 50 + round * 3));
    }
  }
  const { ms, median } = p95(ours.map(one => one.ms));
  marks.report(`${title} one hunk among ${HUNKS} in ${LINES} lines: ${median}`, ms, LIMIT);
  tell(
    `${title}, with all that follows`,
    ours.map(one => one.wholeMs),
  );
  if (bare.length > 0) {
    tell(
      'A bare edit of such a file',
      bare.map(one => one.ms),
    );
    tell(
      'A bare edit, with its save',
      bare.map(one => one.wholeMs),
    );
  }
  reportStalls(
    title,
    marks,
    ours.map(one => one.stall),
  );
}

async function bareEdits(): Promise<readonly Decision[]> {
  await window.call('show', bareFile);
  const times: Decision[] = [];
  for (let round = 0; round < PER_TURN; round += 1) {
    await idle();
    times.push(await window.call('bareEdit', bareFile, 100 + round * 1000));
  }
  return times;
}

function tell(what: string, timesMs: readonly number[]): void {
  const { ms, median } = p95(timesMs);
  console.log(`${what}: ${median} ${ms.toFixed(0)} ms`);
}
