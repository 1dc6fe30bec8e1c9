import { describe, expect, it } from 'vitest';
import { scriptedAgent } from '../fakes/scriptedAgent.ts';
import { step, turn } from '../fakes/step.ts';
import { accessibilityViolations } from '../page/accessibilityViolations.ts';
import { sendPrompt } from './sendPrompt.ts';
import { openChat } from './sharedWindow.ts';
import { sharedTemporaryFolder } from '../harness/temporaryFolder.ts';

const folder = await sharedTemporaryFolder();

describe('a session', () => {
  it('keeps its new name, can be copied, and can be kept as the only one', async () => {
    const agent = await scriptedAgent(folder, {
      capabilities: { sessionCapabilities: { fork: {} } },
      on: [
        turn(
          step.say('Well'),
          step.update({ sessionUpdate: 'session_info_update', title: 'The agent says' }),
          step.stop('end_turn'),
        ),
      ],
    });
    const { window, chat } = await openChat(agent.launch);
    await sendPrompt(chat, 'hello');
    const tabs = chat.getByRole('navigation', { name: 'Sessions' });
    await tabs.getByText('The agent says').dblclick();
    await chat.getByRole('textbox', { name: 'Session name' }).fill('Mine');
    await chat.getByRole('textbox', { name: 'Session name' }).press('Enter');
    await tabs.getByText('Mine').waitFor();
    await sendPrompt(chat, 'again');
    await chat.getByText('Well').nth(1).waitFor();
    expect(await tabs.getByText('Mine').count()).toBe(1);

    await tabs.getByText('Mine').click({ button: 'right' });
    await window.page.getByRole('menuitem', { name: 'Fork Session' }).waitFor();
    await window.screenshot('session menu');
    await window.chooseFromMenu(tabs.getByText('Mine'), 'Fork Session');
    await agent.waitForReceived('session/fork');
    await expect.poll(() => tabs.getByRole('listitem').count()).toBe(2);
    await window.runCommand('Accord: Rename Session');
    await window.page.locator('.quick-input-widget input').first().fill('The copy');
    await window.page.keyboard.press('Enter');
    await tabs.getByText('The copy').waitFor();
    await window.screenshot('session copy');
    expect(await accessibilityViolations(chat)).toEqual([]);
    await window.runCommand('Accord: Close Other Sessions');
    await expect.poll(() => tabs.getByRole('listitem').count()).toBe(1);
    await tabs.getByText('The copy').waitFor();
  });

  it('that is closed before the first prompt passes its draft to the next one', async () => {
    const agent = await scriptedAgent(folder, { on: [turn(step.stop('end_turn'))] });
    const { chat } = await openChat(agent.launch);
    const tabs = chat.getByRole('navigation', { name: 'Sessions' });
    const field = chat.getByRole('textbox', { name: 'Message' });
    await sendPrompt(chat, 'hello');
    await tabs.getByRole('button', { name: 'New session', exact: true }).click();
    await expect.poll(() => tabs.getByRole('listitem').count()).toBe(2);
    await field.pressSequentially('half a thought');
    await tabs
      .locator('.shown')
      .getByRole('button', { name: /^Close/ })
      .click();
    await expect.poll(() => tabs.getByRole('listitem').count()).toBe(1);
    await expect.poll(() => field.innerText()).not.toContain('half a thought');
    await tabs.getByRole('button', { name: 'New session', exact: true }).click();
    await expect.poll(() => field.innerText()).toContain('half a thought');
    for (let left = 2; left > 0; left -= 1) {
      await tabs
        .getByRole('button', { name: /^Close/ })
        .first()
        .click();
      await expect.poll(() => tabs.getByRole('listitem').count()).toBe(left - 1);
    }
    await expect.poll(() => field.innerText()).toContain('half a thought');
  });
});
