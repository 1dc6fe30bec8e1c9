import type { Frame, Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibilityViolations } from '../page/accessibilityViolations.ts';
import { openWindow, type Window } from './window.ts';

/**
 * The limits from the first display of the chat after the installation to the first reviewed hunk, with the demo at its
 * normal speed.
 */
const CLICK_LIMIT = 4;
const TIME_LIMIT_S = 30;

it('takes at most 4 clicks and 30 s from the installation to the first reviewed hunk', async () => {
  const window = await openWindow({
    settings: {
      'workbench.startupEditor': 'readme',
      'workbench.colorTheme': 'Default Dark Modern',
    },
  });
  let clicks = 0;
  const click = async (target: Locator): Promise<void> => {
    await target.click();
    clicks += 1;
  };
  // The walkthrough and the chat are open without a click.
  const chat = await window.frameWith('log', 'Conversation');
  await window.page.getByText('Get Started with Accord').first().waitFor();
  await window.page.locator('.part.auxiliarybar').getByRole('tab', { name: 'Accord' }).waitFor();
  await window.screenshot('first run');
  // A double click keeps it open, so that the test can see its steps at the end.
  await window.page.getByRole('tab', { name: 'Welcome' }).dblclick();
  const starter = chat.getByRole('button', { name: 'Edit a file, then review the hunks' });
  await expect.poll(() => isVisibleIn(chat, starter)).toBe(true);
  const startMs = performance.now(); // The time that VS Code takes to start does not count.
  await click(starter);
  const permission = chat.getByRole('group', { name: /^Permission/ });
  await click(permission.getByRole('button', { name: /^Yes, go ahead/ }));
  await click(chat.getByRole('button', { name: 'Review', exact: true }));
  await click(window.page.getByRole('button', { name: 'Accept', exact: true }).first());
  await expect
    .poll(() => chat.getByRole('region', { name: 'Pending changes' }).textContent())
    .toContain('hunk');
  const seconds = (performance.now() - startMs) / 1000;
  console.log(`${clicks} clicks, ${seconds.toFixed(1)} s to the first reviewed hunk`);
  await window.screenshot('first hunk reviewed');
  expect(clicks).toBeLessThanOrEqual(CLICK_LIMIT);
  expect(seconds).toBeLessThanOrEqual(TIME_LIMIT_S);
  expect(await accessibilityViolations(chat)).toEqual([]);
  await expectCompletedSteps(window);
});

/** Whether all of an element of the chat is visible without scrolling. */
async function isVisibleIn(chat: Frame, target: Locator): Promise<boolean> {
  const box = await target.boundingBox();
  const view = await chat.getByRole('log', { name: 'Conversation' }).boundingBox();
  return (
    box !== null && view !== null && box.y >= view.y && box.y + box.height <= view.y + view.height
  );
}

async function expectCompletedSteps({ page }: Window): Promise<void> {
  await page.getByRole('tab', { name: 'Welcome' }).click();
  const isDone = async (step: string): Promise<boolean> =>
    (await page
      .locator('.getting-started-step', { hasText: step })
      .locator('[role=checkbox][aria-checked=true]')
      .count()) > 0;
  for (const step of ['Choose an agent', 'Send a message']) {
    await expect.poll(() => isDone(step), { message: step }).toBe(true);
  }
}
