/**
 * From an agent's write to lenses on screen, in a file of 5,000 lines in a real VS Code: `npm run bench -- reviewLenses`.
 * Fails if that takes 300 ms or more at p95, or if the extension host is busy for more than 50 ms at a time.
 * The file is plain text, so that no language server works at the same time. VS Code itself waits 250 ms after a text has
 * changed before it asks for lenses; and it sees that a file has changed on disk some 100 ms later.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { step } from '../fakes/step.ts';
import { Marks } from './marks.ts';
import { nextSight } from './nextSight.ts';
import { LENS, p95, reportStalls, ReviewScene, textOf } from './reviewScene.ts';
import type { LongestStall } from './stalls.ts';

const ROUNDS = 40;
const LINES = 5_000;
const HUNKS = 10;
const OURS = 'Hunk 1 of';
const LIMIT = { most: 300, unit: 'ms' };

const marks = new Marks();
const scene = await ReviewScene.open();
const { window } = scene;
try {
  await measure('through the protocol');
  await measure('straight to disk');
} finally {
  await window.close();
}
marks.finish();

async function measure(way: 'through the protocol' | 'straight to disk'): Promise<void> {
  const file = scene.at(`${way}.txt`);
  const signal = (round: number): string => path.join(scene.scratch, `${way}-${round}`);
  const write = way === 'straight to disk' ? step.writeFile : step.writeText;
  const rounds = Array.from({ length: ROUNDS }, (_, at) => at + 1);
  const steps = rounds.flatMap(round => [
    step.waitForFile(signal(round)),
    step.note(`write ${round}`),
    write(file, textOf(LINES, HUNKS, round)),
  ]);
  writeFileSync(file, textOf(LINES, HUNKS, 0));
  scene.commit();
  await window.call('show', file);
  const times: number[] = [];
  const stalls: LongestStall[] = [];
  await scene.duringTurn(steps, async agent => {
    for (const round of rounds) {
      const seen = await nextSight(window.page, LENS, OURS);
      await window.call('watchStalls');
      writeFileSync(signal(round), '');
      const wrote = await agent.waitFor(
        entry => entry.kind === 'note' && entry.name === `write ${round}`,
      );
      times.push((await seen.atMs()) - wrote.atMs);
      stalls.push(await window.call('longestStall'));
      await window.call('command', 'accord.acceptAll');
      await window.page.locator(LENS, { hasText: OURS }).first().waitFor({ state: 'detached' });
    }
  });
  const { ms, median } = p95(times);
  marks.report(`from a write ${way} to lenses on screen, ${LINES} lines: ${median}`, ms, LIMIT);
  reportStalls(`a write ${way}`, marks, stalls);
  await window.call('command', 'workbench.action.closeAllEditors');
}
