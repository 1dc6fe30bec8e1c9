import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { scriptedAgent } from '../fakes/scriptedAgent.ts';
import { step, turnFor } from '../fakes/step.ts';
import { sendPrompt } from './sendPrompt.ts';
import { openChat } from './sharedWindow.ts';
import type { Window } from './window.ts';
import { sharedTemporaryFolder } from '../harness/temporaryFolder.ts';

const folder = await sharedTemporaryFolder();

const lens = (window: Window, name: string) =>
  window.page.locator('.codelens-decoration a', { hasText: new RegExp(`^${name}$`) });

const NOTE = '// A note by the agent.';
const OTHER = '// Another line by the agent.';
const BETTER = '// A better note.';

/** The turns of the agent: two hunks, then a better first hunk after the comments; or one hunk. */
const rounds = [
  turnFor(
    '^go$',
    step.shell(`sed -i '3s|^|${NOTE}\\n|' src/settle.ts`),
    step.shell("sed -i '20d' src/settle.ts"),
    step.stop('end_turn'),
  ),
  turnFor(
    'My comments',
    step.shell(`sed -i 's|${NOTE}|${BETTER}|' src/settle.ts`),
    step.stop('end_turn'),
  ),
  turnFor('^replace$', step.shell(`sed -i '3s|.*|${OTHER}|' src/settle.ts`), step.stop('end_turn')),
];

/** Opens a window in which the agent has made two hunks in one file. */
async function afterGo() {
  const agent = await scriptedAgent(folder, { on: rounds });
  const { window, chat } = await openChat(agent.launch, {
    viewport: { width: 1400, height: 1000 },
  });
  await sendPrompt(chat, 'go');
  await chat.getByRole('region', { name: 'Pending changes' }).getByText('2 hunks').waitFor();
  return { agent, window, chat, changed: await window.fileText('src/settle.ts') };
}

/** Expands the hunks of the changed file in the bar above the composer. */
async function expandHunks(chat: Frame): Promise<void> {
  await chat
    .getByRole('region', { name: 'Pending changes' })
    .getByText(/1 file, /)
    .click();
  await chat.getByRole('button', { name: 'Hunks in src/settle.ts' }).click();
}

describe('review comments', () => {
  it('are collected with the reasons for rejections and sent as one prompt', async () => {
    const { agent, window, chat, changed } = await afterGo();
    const { page } = window;

    // A comment, in VS Code's own comment editor.
    await window.openFile('src/settle.ts');
    await page.locator('.comment-range-glyph').first().waitFor({ state: 'attached' });
    await lens(window, 'Comment').first().click();
    const box = page.locator('.comment-thread-widget, .review-widget').first();
    await box.locator('.comment-form .monaco-editor').first().click();
    await page.keyboard.type('Say what it is for.');
    await window.screenshot('feedback comment box');
    await box.getByRole('button', { name: 'Add Comment' }).click();
    const comments = chat.getByRole('region', { name: 'Comments for the agent' });
    await comments.getByText('1 unsent comment').waitFor();
    await comments.getByText('Say what it is for.').waitFor();
    await comments.getByRole('button', { name: /^Edit comment on src\/settle\.ts:3/ }).click();
    const words = comments.getByRole('textbox');
    await words.fill('Say whom it is for.');
    await comments.getByRole('button', { name: 'Save' }).click();
    await page.locator('.review-comment-contents', { hasText: 'Say whom it is for.' }).waitFor();
    expect(await page.getByRole('tab', { name: 'Comments' }).count()).toBe(0); // This is VS Code's own panel.

    // A rejection with a reason, in the chat.
    await window.setSideBarWidth(440);
    await expandHunks(chat);
    const hunk = chat.getByRole('group', { name: 'Hunk 2 of 2' });
    await hunk.getByRole('button', { name: 'Comment' }).click();
    await hunk.getByRole('textbox').fill('That brace is needed.');
    await window.screenshot('feedback reason');
    await hunk.getByRole('button', { name: 'Reject with this reason' }).click();
    await comments.getByText('2 unsent comments').waitFor();
    await chat
      .getByRole('article', { name: 'Rejected' })
      .getByText('You rejected 1 hunk')
      .waitFor();
    await expect.poll(() => window.fileText('src/settle.ts')).not.toBe(changed);
    await lens(window, 'Accept').first().click();
    await expect.poll(() => lens(window, 'Accept').count()).toBe(0);
    await window.screenshot('feedback collected');

    await comments.getByRole('button', { name: 'Submit comments' }).click();
    await comments.waitFor({ state: 'detached' });
    await expect.poll(async () => (await agent.received('session/prompt')).length).toBe(2);
    const sent = JSON.stringify((await agent.received('session/prompt'))[1]?.params);
    for (const part of [
      'src/settle.ts:3, accepted',
      `+${NOTE}`,
      'Say whom it is for.',
      'rejected: the change is not in the file any more',
      'That brace is needed.',
    ]) {
      expect(sent).toContain(part);
    }
    await expect.poll(() => page.locator('.review-comment-contents').count()).toBe(0);

    // The next hunks are compared with what was accepted.
    await expandHunks(chat);
    const next = chat.getByRole('group', { name: 'Hunk 1 of 1' });
    await next.getByText(BETTER).waitFor();
    await next.locator('.removed').getByText(NOTE).waitFor();
  });
});

describe('a rejected change', () => {
  it('stays in the transcript with its reason after a reload, and can be restored while it still applies', async () => {
    const { window, chat: before, changed } = await afterGo();
    const { page } = window;
    await expandHunks(before);
    const asked = before.getByRole('group', { name: 'Hunk 2 of 2' });
    await asked.getByRole('button', { name: 'Comment' }).click();
    await asked.getByRole('textbox').fill('That brace is needed.');
    await asked.getByRole('button', { name: 'Reject with this reason' }).click();
    await before.getByRole('article', { name: 'Rejected' }).waitFor();
    await expect.poll(() => window.fileText('src/settle.ts')).not.toBe(changed);

    // The next window shows pending changes without the chat.
    await window.hideChat();
    await page.reload();
    await page.getByRole('button', { name: /^1 file, 1 hunk\..*1 comment$/ }).waitFor(); // One item says both.
    const chat = await window.chat();
    const comments = chat.getByRole('region', { name: 'Comments for the agent' });
    await comments.getByText('That brace is needed.').waitFor();
    await comments.getByRole('button', { name: /^Remove comment/ }).click();
    await comments.waitFor({ state: 'detached' });
    const rejected = chat.getByRole('article', { name: 'Rejected' });
    const second = chat.getByRole('group', { name: 'Hunk 2 of 2' });
    await expandHunks(chat);
    await rejected.getByText('You rejected 1 hunk').click();
    await rejected.getByRole('button', { name: 'Restore' }).click();
    await rejected.waitFor({ state: 'detached' });
    await expect.poll(() => window.fileText('src/settle.ts')).toBe(changed);
    await second.waitFor();
    await window.useTheme('light');
    await window.screenshot('feedback brought back');

    // Undo also reverts a rejection, and the transcript shows it.
    const first = chat.getByRole('group', { name: 'Hunk 1 of 2' });
    await first.getByRole('button', { name: 'Reject hunk' }).click();
    await rejected.getByText('You rejected 1 hunk').waitFor();
    await window.runCommand('Accord: Undo Last Accept or Reject');
    await rejected.waitFor({ state: 'detached' });
    await window.runCommand('Accord: Redo Last Accept or Reject');
    await rejected.getByText('You rejected 1 hunk').click();

    await expect.poll(() => window.fileText('src/settle.ts')).not.toContain(NOTE);
    await writeFile(path.join(window.folder, 'src/settle.ts'), '// All new.\n');
    await window.openFile('src/settle.ts');
    await expect.poll(() => window.editorText()).toMatch(/^\/\/ All new/);
    await rejected.getByRole('button', { name: 'Restore' }).click();
    await page
      .locator('.notification-toast')
      .filter({ hasText: "Can't restore this in src/settle.ts" })
      .getByRole('button', { name: 'Copy Text' })
      .waitFor();
  });

  it('whose line was edited since is shown when the rejection is undone', async () => {
    const agent = await scriptedAgent(folder, { on: rounds });
    const { window, chat } = await openChat(agent.launch);
    const file = path.join(window.folder, 'src/settle.ts');
    const original = await window.fileText('src/settle.ts');
    await sendPrompt(chat, 'replace');
    await chat.getByRole('region', { name: 'Pending changes' }).getByText('1 hunk').waitFor();
    await window.openFile('src/settle.ts');
    await lens(window, 'Reject').first().click();
    await expect.poll(() => window.fileText('src/settle.ts')).toBe(original);

    await writeFile(file, original.split('\n').with(2, '// Mine.').join('\n'));
    await expect.poll(() => window.editorText()).toContain('// Mine.');
    await window.runCommand('Accord: Undo Last Accept or Reject');
    const toast = window.page
      .locator('.notification-toast')
      .filter({ hasText: 'Some lines in src/settle.ts were kept' });
    await toast.getByRole('button', { name: 'Show Lines' }).waitFor();
    await window.screenshot('lines that undo could not restore');
    await toast.getByRole('button', { name: 'Show Lines' }).click();
    await expect.poll(() => window.editorText()).toContain(OTHER);
    expect(await window.fileText('src/settle.ts')).toContain('// Mine.');
  });
});
