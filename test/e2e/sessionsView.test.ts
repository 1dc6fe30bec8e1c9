import { expect, it } from 'vitest';
import { scriptedAgent } from '../fakes/scriptedAgent.ts';
import { step, turn } from '../fakes/step.ts';
import { sharedTemporaryFolder } from '../harness/temporaryFolder.ts';
import { sendPrompt } from './sendPrompt.ts';
import { openWindow } from './window.ts';

const folder = await sharedTemporaryFolder();

it('lists each session with its state, what it waits for, and pins and archives it', async () => {
  const agent = await scriptedAgent(folder, {
    on: [
      turn(
        ...step.permission(
          { toolCallId: 'a', title: 'Erase everything', kind: 'execute' },
          { allow: [step.stop('end_turn')] },
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
  await window.runCommand('Accord: Show Sessions of All Workspaces');
  await window.screenshot('sessions of all workspaces');
});
