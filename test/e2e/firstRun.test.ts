import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibilityViolations } from '../page/accessibilityViolations.ts';
import { openWindow } from './window.ts';

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
  const startMs = performance.now(); // The time that VS Code takes to start does not count.
  await click(chat.getByRole('button', { name: 'Edit a file, then review the hunks' }));
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
});
