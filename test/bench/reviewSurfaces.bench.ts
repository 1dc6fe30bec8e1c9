/**
 * How long an accepted hunk remains visible in each place, in a real VS Code: `npm run bench -- reviewSurfaces`. The
 * editor and the status bar are visible, and next to them first the Source Control view, then the chat. Fails if one of
 * them still shows the hunk after 100 ms, at p95. Lenses have no limit, since most of their time is VS Code's: our
 * provider returns the new lenses at once, but VS Code waits 250 ms before it requests them, and as long again before
 * it renders them. A provider that only removes a lens is measured for comparison.
 */
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Frame } from 'playwright-core';
import { BenchReport } from './benchReport.ts';
import { nextAppearance, nextState, type Appearance } from './appearance.ts';
import { LENS, p95, ReviewBenchWindow, STATUS, textOf } from './reviewBenchWindow.ts';

const ROUNDS = 20;
const HUNKS = 70;
const EVERY = 8;
const hunksLeft = (count: number): string => `${count} hunks`;
const LENSES = 'the lenses on screen';
const BARE_LENSES = 'the lenses on screen, of a bare provider';
const ASKED_LENSES = 'the lenses, when asked for, with the way to the window and back';
const LIMIT = { most: 100, unit: 'ms' };
const FRAME_TRIES = 600;
const FRAME_PAUSE_MS = 50;

const marks = new BenchReport();
const benchWindow = await ReviewBenchWindow.open();
const { window } = benchWindow;
const { page } = window;
const file = benchWindow.at('surfaces.txt');
const times = new Map<string, number[]>();
try {
  await prepare();
  await window.call('command', 'workbench.view.scm');
  await page.locator('.scm-view', { hasText: hunksLeft(HUNKS) }).waitFor();
  for (let round = 0; round < ROUNDS; round += 1) {
    await acceptFirst(round, left => [
      ['the source control view', nextAppearance(page, '.scm-view', hunksLeft(left))],
    ]);
  }
  await window.call('command', 'accord.chat.focus');
  const chat = await chatFrame();
  for (let round = ROUNDS; round < 2 * ROUNDS; round += 1) {
    await acceptFirst(round, left => [
      ['the pending changes in the chat', nextAppearance(chat, '.pending-bar', hunksLeft(left))],
      ['the diff in the chat', nextAppearance(chat, '.hunk', `of ${left}`)],
    ]);
  }
  for (let round = 2 * ROUNDS; round < 3 * ROUNDS; round += 1) {
    note(ASKED_LENSES, await window.call('lensesAfterAccept', file));
  }
  await dropBareLenses();
} finally {
  await window.close();
}
for (const [what, all] of times) {
  const { ms, median } = p95(all);
  const words = `accepted until gone from ${what}: ${median}`;
  if ([LENSES, BARE_LENSES, ASKED_LENSES].includes(what)) {
    console.log(`${words}: ${ms.toFixed(1)} ms`);
  } else {
    marks.report(words, ms, LIMIT);
  }
}
marks.finish();

async function prepare(): Promise<void> {
  const lines = HUNKS * EVERY;
  writeFileSync(file, textOf(lines, HUNKS, 0));
  benchWindow.commit();
  await benchWindow.duringTurn([], async () => {
    const seen = await nextAppearance(page, STATUS, `1 file, ${HUNKS} hunks`);
    writeFileSync(file, textOf(lines, HUNKS, 1));
    await seen.atMs();
  });
  await window.call('show', file);
  await page.locator(LENS).first().waitFor();
}

async function acceptFirst(
  round: number,
  beside: (left: number) => readonly (readonly [string, Promise<Appearance>])[],
): Promise<void> {
  const left = HUNKS - round - 1;
  const sights = [
    ...beside(left),
    ['the marks in the text', nextState(page, isUnmarked(7 + EVERY * round))],
    ['the status bar', nextAppearance(page, STATUS, `, hunk ${round + 2} of ${HUNKS}`)],
    [LENSES, nextState(page, hasNoLens(`Hunk ${round + 1} of ${HUNKS}`))],
  ] as const;
  await Promise.all(sights.map(([, sight]) => sight)); // All observers are active from here on.
  const startMs = await window.call('acceptFirst', file);
  for (const [what, sight] of sights) {
    note(what, (await (await sight).atMs()) - startMs);
  }
}

/** Measures VS Code alone, in a file that is not under review. */
async function dropBareLenses(): Promise<void> {
  const bare = benchWindow.at('bare surfaces.txt');
  writeFileSync(bare, textOf(HUNKS * EVERY, HUNKS, 1));
  await window.call('registerBareLenses');
  await window.call('show', bare);
  await page.locator(LENS, { hasText: `Bare 1 of ${HUNKS}` }).waitFor();
  for (let left = HUNKS - 1; left >= HUNKS - ROUNDS; left -= 1) {
    const seen = await nextAppearance(page, LENS, `of ${left}`);
    const startMs = await window.call('dropBareLens');
    note(BARE_LENSES, (await seen.atMs()) - startMs);
  }
}

function note(what: string, ms: number): void {
  times.set(what, [...(times.get(what) ?? []), ms]);
}

/** Whether lenses are on screen, but not this one. Hunks keep their numbers when others are accepted. */
function hasNoLens(text: string): string {
  return `(() => {
    const lenses = [...document.querySelectorAll(${JSON.stringify(LENS)})];
    return lenses.length > 0 && !lenses.some(one => one.textContent === ${JSON.stringify(text)});
  })()`;
}

/** Whether the line is visible without decorations, which are elements of another layer at the same height. */
function isUnmarked(line: number): string {
  return `(() => {
    const text = [...document.querySelectorAll('.monaco-editor .view-line')]
      .find(one => one.textContent.includes('measure(${line},'));
    const layers = text?.closest('.monaco-editor').querySelectorAll('.view-overlays > div') ?? [];
    const marks = [...layers].find(one => one.style.top === text.style.top);
    return marks !== undefined && marks.querySelector('[class*="ced-"]') === null;
  })()`;
}

async function chatFrame(): Promise<Frame> {
  for (let tries = 0; tries < FRAME_TRIES; tries += 1) {
    for (const frame of page.frames()) {
      const count = await frame
        .locator('.pending-bar')
        .count()
        .catch(() => 0);
      if (count > 0) {
        await frame.locator('.pending-toggle').click();
        await frame.locator('.pending-line [aria-expanded]').first().click();
        await frame.locator('.hunk').first().waitFor();
        return frame;
      }
    }
    await sleep(FRAME_PAUSE_MS);
  }
  throw new Error('The chat does not show the changes.');
}
