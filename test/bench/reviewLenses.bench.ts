/**
 * The time from an agent's write to visible lenses, in a file of 5,000 lines in a real VS Code: `npm run bench --
 * reviewLenses`. Fails if it is 300 ms or more at p95, or if the extension host is busy for more than 50 ms at a time.
 * The file is plain text, so that no language server runs at the same time. VS Code waits 250 ms after a text change
 * before it requests lenses, and notices a change on disk about 100 ms late. Therefore a provider that only puts one
 * lens above a line is measured alternately, in a file that is not under review: if it takes more than 300 ms, ours may
 * take 15 % longer.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { step } from '../fakes/step.ts';
import { BenchReport } from './benchReport.ts';
import { nextAppearance } from './appearance.ts';
import { LENS, p95, reportStalls, ReviewBenchWindow, textOf } from './reviewBenchWindow.ts';
import type { LongestStall } from './stalls.ts';

type Way = 'through the protocol' | 'straight to disk';

const TURNS = 4;
const ROUNDS_PER_TURN = 10;
const LINES = 5_000;
const HUNKS = 10;
const OURS = 'Hunk 1 of';
const BARE = 'Bare 1 of';
const LIMIT_MS = 300;
const OVER_BARE = 1.15;

const marks = new BenchReport();
const benchWindow = await ReviewBenchWindow.open();
const { window } = benchWindow;
try {
  await window.call('registerBareLenses');
  await measure('through the protocol');
  await measure('straight to disk');
} finally {
  await window.close();
}
marks.finish();

async function measure(way: Way): Promise<void> {
  const file = benchWindow.at(`${way}.txt`);
  const bareFile = benchWindow.at(`bare ${way}.txt`);
  [file, bareFile].forEach(name => writeFileSync(name, textOf(LINES, HUNKS, 0)));
  benchWindow.commit();
  const times: number[] = [];
  const bareTimes: number[] = [];
  const stalls: LongestStall[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    await bareRounds(way, bareFile, bareTimes);
    await agentRounds(way, file, turn, { times, stalls });
  }
  const bare = p95(bareTimes);
  const ours = p95(times);
  console.log(`${way}, a bare provider: ${bare.median} ${bare.ms.toFixed(1)} ms`);
  const most = bare.ms > LIMIT_MS ? bare.ms * OVER_BARE : LIMIT_MS;
  const words = `from a write ${way} to lenses on screen, ${LINES} lines: ${ours.median}`;
  marks.report(words, ours.ms, { most, unit: 'ms' });
  reportStalls(`a write ${way}`, marks, stalls);
}

/** Measures VS Code alone, while no agent works. */
async function bareRounds(way: Way, file: string, times: number[]): Promise<void> {
  const write = async (text: string): Promise<number> => {
    if (way === 'through the protocol') {
      return window.call('writeBare', file, text);
    }
    const startMs = Date.now();
    writeFileSync(file, text);
    return startMs;
  };
  await window.call('show', file);
  for (let round = 1; round <= ROUNDS_PER_TURN; round += 1) {
    const seen = await nextAppearance(window.page, LENS, BARE);
    await window.call('watchStalls');
    const startMs = await write(textOf(LINES, HUNKS, round));
    times.push((await seen.atMs()) - startMs);
    await window.call('longestStall');
    await write(textOf(LINES, HUNKS, 0));
    await window.page.locator(LENS, { hasText: BARE }).first().waitFor({ state: 'detached' });
  }
}

async function agentRounds(
  way: Way,
  file: string,
  turn: number,
  to: { readonly times: number[]; readonly stalls: LongestStall[] },
): Promise<void> {
  const signal = (round: number): string => path.join(benchWindow.scratch, `${way}-${round}`);
  const write = way === 'straight to disk' ? step.writeFile : step.writeText;
  const rounds = Array.from(
    { length: ROUNDS_PER_TURN },
    (_, at) => turn * ROUNDS_PER_TURN + at + 1,
  );
  const steps = rounds.flatMap(round => [
    step.waitForFile(signal(round)),
    step.note(`write ${round}`),
    write(file, textOf(LINES, HUNKS, round)),
  ]);
  await window.call('show', file);
  await benchWindow.duringTurn(steps, async agent => {
    for (const round of rounds) {
      const seen = await nextAppearance(window.page, LENS, OURS);
      await window.call('watchStalls');
      writeFileSync(signal(round), '');
      const wrote = await agent.waitFor(
        entry => entry.kind === 'note' && entry.name === `write ${round}`,
      );
      to.times.push((await seen.atMs()) - wrote.atMs);
      to.stalls.push(await window.call('longestStall'));
      await window.call('command', 'accord.acceptAll');
      await window.page.locator(LENS, { hasText: OURS }).first().waitFor({ state: 'detached' });
    }
  });
}
