import { describe, expect, it } from 'vitest';
import { scriptedAgent } from '../fakes/scriptedAgent.ts';
import { step, turn } from '../fakes/step.ts';
import { sendPrompt } from './sendPrompt.ts';
import { openChat } from './sharedWindow.ts';
import { sharedTemporaryFolder } from '../harness/temporaryFolder.ts';

const folder = await sharedTemporaryFolder();

/** An agent that requests permission before it runs a command. */
const asking = (command: string) =>
  scriptedAgent(folder, {
    on: [
      turn(
        ...step.permission(
          { toolCallId: 't', title: 'Run it', kind: 'execute', rawInput: { command } },
          { allow: [step.note('answer', 'allow')], always: [step.note('answer', 'always')] },
        ),
        step.say('Finished'),
        step.stop('end_turn'),
      ),
    ],
  });

describe('a permission rule', () => {
  it('is shown before it is created from a request, answers the next one, and can be revoked', async () => {
    const agent = await asking('npm test');
    const { window, chat } = await openChat(agent.launch);
    await sendPrompt(chat, 'first');
    await chat.getByRole('button', { name: 'Always allow...' }).click();
    const rows = window.page.locator('.quick-input-widget .monaco-list-row');
    const exact = rows.filter({ hasText: 'This exact command' });
    await exact.getByText('"command":"npm test"').waitFor();
    await window.screenshot('always allow');
    await exact.click();
    await expect.poll(() => agent.noted('answer')).toEqual(['allow']);
    await chat.getByText('Finished').waitFor();
    await sendPrompt(chat, 'second');
    await expect.poll(() => agent.noted('answer')).toEqual(['allow', 'allow']);
    await expect.poll(() => chat.getByText('Finished').count()).toBe(2);
    await chat
      .getByText(/^Worked/)
      .last()
      .click();
    await chat.getByText('Allowed by your rules').waitFor();
    await window.screenshot('allowed by a rule');

    await window.runCommand('Accord: Manage Permission Rules');
    await rows.filter({ hasText: /^npm test.*allowed for/ }).waitFor();
    const rule = rows.filter({ hasText: '"command":"npm test"' });
    await rule.getByText('allow execute npm test').waitFor();
    await rule.getByText('recent decisions: 1').waitFor();
    await window.screenshot('permission rules');
    await rule.click();
    await rows.filter({ hasText: 'Revoke Rule' }).click();
    await rows.first().waitFor({ state: 'hidden' });

    await sendPrompt(chat, 'third');
    await chat.getByRole('button', { name: 'Always allow...' }).waitFor();
    expect(await agent.noted('answer')).toEqual(['allow', 'allow']);
  });

  it('that is too long for the list is shown as a whole', async () => {
    const command = `npm test ${'--option=value '.repeat(20)}--last`;
    const agent = await asking(command);
    const { window, chat } = await openChat(agent.launch);
    await sendPrompt(chat, 'first');
    await chat.getByRole('button', { name: 'Always allow...' }).click();
    const rows = window.page.locator('.quick-input-widget .monaco-list-row');
    await rows.filter({ hasText: 'This exact command' }).click();
    const dialog = window.page.getByRole('dialog', { name: /Add this to/ });
    await dialog.getByText(`"command":"${command}"`).waitFor();
    await window.screenshot('a long rule');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await agent.noted('answer')).toEqual([]);
    await chat.getByRole('button', { name: 'Always allow...' }).waitFor();
  });
});
