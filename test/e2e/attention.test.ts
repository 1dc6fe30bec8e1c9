import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { scriptedAgent } from '../fakes/scriptedAgent.ts';
import { step, turn } from '../fakes/step.ts';
import { sendPrompt } from './sendPrompt.ts';
import { openChat } from './sharedWindow.ts';
import type { Window } from './window.ts';
import { sharedTemporaryFolder, temporaryFolder } from '../harness/temporaryFolder.ts';

const folder = await sharedTemporaryFolder();

/** Hides the chat and waits until the extension knows: it answers a command after it was notified. */
async function hideChat(window: Window): Promise<void> {
  await window.hideChat();
  await window.runCommand('Accord: Select Agent');
  const title = window.page.locator('.quick-input-title').getByText('Select Agent');
  await title.waitFor();
  await window.page.keyboard.press('Escape');
  await title.waitFor({ state: 'hidden' });
}

describe('a session whose chat is hidden', () => {
  it('notifies the user of a request, reveals the chat, and notifies when the turn is done', async () => {
    const gates = await temporaryFolder('gates');
    const [ask, end] = [path.join(gates, 'ask'), path.join(gates, 'end')];
    const agent = await scriptedAgent(folder, {
      on: [
        turn(
          step.say('Thinking about it'),
          step.waitForFile(ask),
          ...step.permission(
            { toolCallId: 'a', title: 'Erase everything', kind: 'execute' },
            { allow: [step.waitForFile(end), step.stop('end_turn')] },
          ),
        ),
      ],
    });
    const { window, chat, name } = await openChat(agent.launch);
    await sendPrompt(chat, 'clean [up](command:x)');
    await chat.getByText('Thinking about it').waitFor();

    await hideChat(window);
    await mkdir(ask);
    const calls = window.page.locator('.notification-toast');
    await calls.getByText(`${name} needs input: clean [up] (command:x)`).waitFor();
    await window.screenshot('attention');
    expect(await calls.count()).toBe(1);

    await window.page.getByRole('button', { name: /Accord: needs input/ }).click();
    let shown = await window.chat();
    await window.page.getByRole('tab', { name: /^Accord - Pending requests: 1/ }).waitFor();
    for (let times = 0; times < 3; times += 1) {
      await window.hideChat();
      shown = await window.chat();
      await shown.getByRole('group', { name: 'Permission: Erase everything' }).waitFor();
    }
    expect(await shown.getByRole('group', { name: /^Permission/ }).count()).toBe(1);
    expect(await shown.getByText('Thinking about it').count()).toBe(1);
    await window.page.waitForTimeout(600); // The buttons are disabled for the first half second.
    await shown.getByRole('button', { name: 'Allow once' }).click();
    await window.page
      .getByRole('button', { name: /Accord: needs input/ })
      .waitFor({ state: 'detached' });

    await hideChat(window);
    await mkdir(end);
    const done = calls.filter({ hasText: `${name} finished` });
    await done.getByRole('button', { name: 'Show' }).click();
    await window.frameWith('log', 'Conversation');

    // Users who turn off notifications still see the status bar.
    await Promise.all([ask, end].map(file => rm(file, { recursive: true })));
    await window.configure({ 'accord.notify': 'off' });
    await window.useTheme('light'); // By then, earlier output has been read.
    const again = await window.chat();
    await sendPrompt(again, 'once more');
    await again.getByRole('article', { name: 'You' }).nth(1).waitFor();
    await again.locator('.turn').last().getByText('Thinking about it').waitFor();
    await hideChat(window);
    await mkdir(ask);
    await window.page.getByRole('button', { name: /Accord: needs input/ }).waitFor();
    expect(await calls.count()).toBe(0);
  });
});

describe('a session in a visible chat', () => {
  it('plays a sound when it waits and when it is done, if the user wants that', async () => {
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
    const { chat } = await openChat(agent.launch, { settings: { 'accord.chat.sound': true } });
    await chat.evaluate(`
      window.notes = 0;
      window.OscillatorNode = class extends OscillatorNode {
        start(when) {
          window.notes += 1;
          super.start(when);
        }
      };
    `);
    const notes = (): Promise<number> => chat.evaluate<number>('window.notes');
    await sendPrompt(chat, 'clean up');
    const allow = chat.getByRole('button', { name: 'Allow once' });
    await allow.waitFor();
    await expect.poll(notes).toBeGreaterThan(0);
    const before = await notes();
    await expect.poll(() => allow.isEnabled()).toBe(true);
    await allow.click();
    await expect.poll(notes).toBeGreaterThan(before);
  });
});
