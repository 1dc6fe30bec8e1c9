/**
 * The review of 500 hunks in a file of 100,000 lines, in a real VS Code: `npm run bench -- reviewBig`.
 * Fails if accepting or rejecting one hunk takes 100 ms or more until it stands in the editor, or if the extension host is
 * busy for more than 50 ms at a time with anything. The file is plain text: a language server would work on 100,000 lines after
 * each change, on the same processor, and that is not what is measured.
 */
import { writeFileSync } from 'node:fs';
import { step } from '../fakes/step.ts';
import { Marks } from './marks.ts';
import { nextSight } from './nextSight.ts';
import { LENS, p95, reportStalls, ReviewScene, STATUS, textOf } from './reviewScene.ts';
import type { LongestStall } from './stalls.ts';

const LINES = 100_000;
const HUNKS = 500;
const DECISIONS = 10;
const LIMIT = { most: 100, unit: 'ms' };

const marks = new Marks();
const scene = await ReviewScene.open();
const { window } = scene;
const file = scene.at('big.txt');
try {
  writeFileSync(file, textOf(LINES, HUNKS, 0));
  scene.commit();
  await scene.stallOf('500 hunks, not open', marks, () => writtenToDisk(1));
  await window.call('show', file);
  await window.page.locator(LENS).first().waitFor();
  await decide('Accept');
  await decide('Reject');
  await scene.stallOf('undo', marks, () => window.call('command', 'accord.undoReview'));
  await scene.stallOf('accept all', marks, () => window.call('command', 'accord.acceptAll'));
  await scene.stallOf('500 hunks, open', marks, () => writtenToDisk(2));
  await scene.stallOf('reject all', marks, () => window.call('command', 'accord.rejectAll'));
  await scene.stallOf('500 hunks through the protocol', marks, async () => {
    const seen = await nextSight(window.page, STATUS, `1 file, ${HUNKS} hunks`);
    await scene.duringTurn([step.writeText(file, textOf(LINES, HUNKS, 3))], async () => {
      await seen.atMs();
    });
  });
  await bareEdits();
} finally {
  await window.close();
}
marks.finish();

async function writtenToDisk(round: number): Promise<void> {
  await scene.duringTurn([], async () => {
    const seen = await nextSight(window.page, STATUS, `1 file, ${HUNKS} hunks`);
    writeFileSync(file, textOf(LINES, HUNKS, round));
    await seen.atMs();
  });
}

async function decide(title: 'Accept' | 'Reject'): Promise<void> {
  const times: number[] = [];
  const wholes: number[] = [];
  const stalls: LongestStall[] = [];
  for (let round = 0; round < DECISIONS; round += 1) {
    const { ms, wholeMs, stall } = await window.call('decide', file, title, 200 + round * 3);
    times.push(ms);
    wholes.push(wholeMs);
    stalls.push(stall);
  }
  const { ms, median } = p95(times);
  marks.report(`${title} one hunk among ${HUNKS} in ${LINES} lines: ${median}`, ms, LIMIT);
  console.log(
    `${title}, with all that follows: ${p95(wholes).median} ${p95(wholes).ms.toFixed(0)} ms`,
  );
  reportStalls(title, marks, stalls);
}

/** What VS Code itself takes for an edit of this document that nobody reviews: no rejection can be quicker. */
async function bareEdits(): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < DECISIONS; round += 1) {
    times.push(await window.call('bareEdit', file, 100 + round * 1000));
  }
  console.log(`A bare edit of that file: ${p95(times).median} ${p95(times).ms.toFixed(0)} ms`);
}
