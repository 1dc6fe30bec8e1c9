import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { scriptedAgent } from '../fakes/scriptedAgent.ts';
import { step, turn } from '../fakes/step.ts';
import { sharedTemporaryFolder } from '../harness/temporaryFolder.ts';
import { openWorkbench } from '../harness/vscode/workbench.ts';
import { sendPrompt } from './sendPrompt.ts';
import { openWindow } from './window.ts';

const folder = await sharedTemporaryFolder();

it('lists each session with its state, what it waits for, and pins and archives it', async () => {
  const agent = await scriptedAgent(folder, {
    on: [
      turn(
        ...step.permission(
          { toolCallId: 'a', title: 'Erase everything', kind: 'execute' },
          {
            allow: [step.writeFile('src/attic.ts', 'export {};\n'), step.stop('end_turn')],
          },
        ),
      ),
    ],
  });
  // A window of its own, because the shared window has many sessions, and the archive below them would not be visible.
  const window = await openWindow({
    settings: { 'accord.agents': { Scripted: agent.launch }, 'accord.defaultAgent': 'Scripted' },
  });
  const chat = await window.chat();
  await sendPrompt(chat, 'tidy the attic');
  await chat.getByRole('group', { name: 'Permission: Erase everything' }).waitFor();

  await window.runCommand('Accord: Focus on Sessions View');
  const session = window.page.getByRole('treeitem', { name: /tidy the attic/ });
  await window.page
    .getByRole('treeitem', { name: /tidy the attic.*needs input: Erase everything/ })
    .waitFor();
  await window.page.getByRole('treeitem', { name: 'Active' }).waitFor();
  await window.screenshot('sessions waiting');

  const allow = chat
    .getByRole('group', { name: /^Permission/ })
    .getByRole('button')
    .first();
  await expect.poll(() => allow.isEnabled()).toBe(true);
  await allow.click();
  await window.page.getByRole('treeitem', { name: 'Recent' }).waitFor();
  await window.page.getByRole('treeitem', { name: /tidy the attic.*1 file to review/ }).waitFor();
  await session.hover();
  await session.getByRole('button', { name: 'Pin Session' }).click();
  await window.page.getByRole('treeitem', { name: 'Pinned' }).waitFor();
  await window.screenshot('sessions pinned');
  await session.hover();
  await session.getByRole('button', { name: 'Archive Session' }).click();
  await window.page.getByRole('treeitem', { name: 'Archived' }).waitFor();
  await session.waitFor({ state: 'detached' }); // The group is collapsed.
  await window.page.getByRole('treeitem', { name: 'Archived' }).click();
  await session.click();
  await chat.getByText('tidy the attic').first().waitFor();
  // Another folder, which has sessions of its own.
  await openWorkbench(window.page, `${window.page.url()}/src`);
  await window.runCommand('Accord: Focus on Sessions View');
  await expect.poll(() => session.count()).toBe(0);
  await window.runCommand('Accord: Show Sessions of All Workspaces');
  await window.page.getByRole('treeitem', { name: 'Other workspaces' }).waitFor();
  await session.waitFor();
  await window.screenshot('sessions of all workspaces');
  await window.runCommand('Accord: Show Sessions of This Workspace');
  await session.waitFor({ state: 'detached' });
});

it('is managed with the keyboard alone, and has a button for the search', async () => {
  const agent = await scriptedAgent(folder, { on: [turn(step.stop('end_turn'))] });
  const window = await openWindow({
    settings: { 'accord.agents': { Scripted: agent.launch }, 'accord.defaultAgent': 'Scripted' },
  });
  await sendPrompt(await window.chat(), 'tidy the attic');
  await window.runCommand('Accord: Focus on Sessions View');
  const session = (name: RegExp): Locator => window.page.getByRole('treeitem', { name });
  await session(/^tidy the attic/).waitFor();
  const openMenu = async (): Promise<void> => {
    await expect
      .poll(async () => {
        await window.page.keyboard.press('End');
        await window.page.keyboard.press('Shift+F10');
        return window.page.getByRole('menuitem', { name: 'Open Session' }).isVisible();
      })
      .toBe(true);
  };
  const choose = async (name: string): Promise<void> => {
    await openMenu();
    const focused = window.page.locator('.monaco-menu .action-item.focused');
    await expect
      .poll(async () => {
        await window.page.keyboard.press('ArrowDown');
        return focused.textContent();
      })
      .toContain(name);
    await window.page.keyboard.press('Enter');
  };
  await openMenu();
  expect(await window.page.locator('.monaco-menu').getByRole('menuitem').allTextContents()).toEqual(
    [
      'Open Session',
      'Pin Session',
      'Archive Session',
      'Rename Session',
      'Export Session',
      'Delete Session',
    ],
  );
  await window.screenshot('menu of a session');
  await window.page.keyboard.press('Escape');
  await choose('Rename Session');
  await window.page.locator('.quick-input-widget input').waitFor();
  await window.page.keyboard.type('sweep the cellar');
  await window.page.keyboard.press('Enter');
  await session(/^sweep the cellar/).waitFor();
  await choose('Pin Session');
  await session(/^Pinned/).waitFor();
  await choose('Delete Session');
  await session(/^sweep the cellar/).waitFor({ state: 'detached' });
  await window.page.getByRole('button', { name: 'Search Sessions' }).click();
  await window.page.getByPlaceholder('Search all sessions').waitFor();
});
