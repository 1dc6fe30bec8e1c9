import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { scriptedAgent } from '../fakes/scriptedAgent.ts';
import { step, turn } from '../fakes/step.ts';
import { sendPrompt } from './sendPrompt.ts';
import { openChat } from './sharedWindow.ts';
import { sharedTemporaryFolder } from '../harness/temporaryFolder.ts';

const folder = await sharedTemporaryFolder();

const CODE = 'Forty-two\n\n```ts src/money.ts\nexport const answer = 42;\n```\n';

/** Whether a page shows the second session. */
const asked = async (frame: Frame): Promise<boolean> =>
  (await frame.getByRole('article', { name: 'You' }).getByText('second question').count()) > 0;

/** Whether VS Code has this text in its storage. */
const KEPT = (words: string): string => `(async () => {
  for (const { name } of await indexedDB.databases()) {
    const request = indexedDB.open(name);
    const database = await new Promise(resolve => { request.onsuccess = () => resolve(request.result); });
    for (const store of database.objectStoreNames) {
      const all = database.transaction(store).objectStore(store).getAll();
      const values = await new Promise(resolve => { all.onsuccess = () => resolve(all.result); });
      if (JSON.stringify(values).includes(${JSON.stringify(words)})) {
        database.close();
        return true;
      }
    }
    database.close();
  }
  return false;
})()`;

describe('the chat in an editor tab', () => {
  it('shows its own session next to the chat view, keeps it up to date, and is restored after a reload', async () => {
    const agent = await scriptedAgent(folder, {
      capabilities: { sessionCapabilities: { resume: {} } },
      on: [turn(step.say(CODE), step.stop('end_turn'))],
    });
    const { window, chat } = await openChat(agent.launch);
    await sendPrompt(chat, 'first question');
    await chat.getByText('Forty-two').waitFor();
    await window.runCommand('Accord: Open Chat in Editor');
    await window.page.getByRole('tab', { name: 'first question' }).waitFor();
    const pages = async (): Promise<readonly Frame[]> => {
      const found: Frame[] = [];
      for (const frame of window.page.frames()) {
        const count = await frame.getByRole('textbox', { name: 'Message' }).count();
        found.push(...(count > 0 ? [frame] : []));
      }
      return found;
    };
    await expect.poll(async () => (await pages()).length).toBe(2);
    const editor = (await pages()).find(frame => frame !== chat) ?? chat;
    await editor.getByText('Forty-two').waitFor();

    const [here, there] = [chat, editor].map(page =>
      page.getByRole('textbox', { name: 'Message' }),
    );
    await there?.fill('one thought');
    await expect.poll(() => here?.textContent()).toBe('one thought');
    await here?.fill('');
    await expect.poll(() => there?.textContent()).not.toContain('one thought');

    await editor.getByRole('button', { name: 'New session' }).first().click();
    await editor.getByText('Forty-two').waitFor({ state: 'detached' });
    await sendPrompt(editor, 'second question');
    await editor.getByText('Forty-two').waitFor();
    await window.page.getByRole('tab', { name: 'second question' }).waitFor();

    const tabs = chat.getByRole('navigation', { name: 'Sessions' });
    await tabs.getByText('first question').click();
    await chat.getByRole('article', { name: 'You' }).getByText('first question').waitFor();
    expect(
      await editor.getByRole('article', { name: 'You' }).getByText('second question').count(),
    ).toBe(1);
    await window.screenshot('chat editor');

    // A command applies to the session that the user is working in.
    for (const [page, name] of [
      [editor, 'Worked on here'],
      [editor, ''],
      [chat, 'Worked on there'],
      [chat, ''],
    ] as const) {
      await page.getByRole('textbox', { name: 'Message' }).click();
      await window.runCommand('Accord: Rename Session');
      await window.page.locator('.quick-input-title').getByText('Rename Session').waitFor();
      await window.page.locator('.quick-input-widget input').first().fill(name);
      await window.page.keyboard.press('Enter');
      const shown = page.locator('.session.shown .session-title');
      const question = page === editor ? 'second question' : 'first question';
      await expect.poll(() => shown.textContent()).toBe(name || question);
    }

    await editor.getByRole('textbox', { name: 'Message' }).fill('half a thought');
    // In a browser, VS Code stores the state of webviews every few seconds; on the desktop, when it is closed.
    await expect.poll(() => window.page.evaluate(KEPT('half a thought'))).toBe(true);
    await window.page.reload();
    await window.page.getByRole('tab', { name: 'second question' }).waitFor();
    const drafts = async (): Promise<readonly (string | null)[]> => {
      const found: (string | null)[] = [];
      for (const frame of await pages()) {
        const isBack = await asked(frame);
        const field = frame.getByRole('textbox', { name: 'Message' });
        found.push(...(isBack ? [await field.textContent()] : []));
      }
      return found;
    };
    await expect.poll(() => drafts().catch(() => [])).toEqual(['half a thought']);
  });

  it('applies code to the file named by the agent after the user has seen the changes', async () => {
    const agent = await scriptedAgent(folder, {
      on: [turn(step.say(CODE), step.stop('end_turn'))],
    });
    const { window, chat } = await openChat(agent.launch);
    await sendPrompt(chat, 'the answer, please');
    await chat.getByRole('button', { name: 'Apply to file' }).click();
    await window.page.getByRole('tab', { name: 'src/money.ts (with this code)' }).waitFor();
    const asks = window.page.getByRole('dialog').filter({ hasText: 'Apply this code to' });
    await asks.waitFor();
    expect(await window.fileText('src/money.ts')).not.toContain('answer = 42');
    await window.screenshot('apply to file');
    await asks.getByRole('button', { name: 'Apply' }).click();
    await window.page.getByRole('tab', { name: 'money.ts', exact: true }).waitFor();
    await window.runCommand('File: Save All');
    await expect
      .poll(() => window.fileText('src/money.ts'))
      .toContain('export const answer = 42;\n');
  });
});
