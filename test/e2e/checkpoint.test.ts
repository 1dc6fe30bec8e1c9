import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { scriptedAgent } from '../fakes/scriptedAgent.ts';
import { step, turn } from '../fakes/step.ts';
import { sendPrompt } from './sendPrompt.ts';
import { openChat } from './sharedWindow.ts';
import type { Window } from './window.ts';
import { sharedTemporaryFolder } from '../harness/temporaryFolder.ts';

const folder = await sharedTemporaryFolder();

async function ask(chat: Frame, text: string, answer: string): Promise<void> {
  await sendPrompt(chat, text);
  await chat.getByText(answer).waitFor();
  await chat.getByRole('button', { name: 'Send' }).waitFor();
}

/** Twelve lines, some of them replaced. */
const lines = (replaced: Readonly<Record<number, string>>): string =>
  Array.from({ length: 12 }, (_, line) => `${replaced[line] ?? `line ${line}`}\n`).join('');

const rows = ({ page }: Window) => page.locator('.quick-input-widget .monaco-list-row');

describe('a checkpoint', () => {
  it('restores files and conversation to before a message, can be undone, and lets the message be sent again', async () => {
    const agent = await scriptedAgent(folder, {
      on: [
        {
          ...turn(
            step.writeFile('${cwd}/gentle.ts', '// gentle\n'),
            step.say('That was gentle.'),
            step.stop('end_turn'),
          ),
          when: 'gently',
        },
        turn(
          step.writeFile('${cwd}/src/money.ts', '// all gone\n'),
          step.writeFile('${cwd}/made.ts', '// made\n'),
          step.say('I changed some files.'),
          step.stop('end_turn'),
        ),
      ],
    });
    const { window, chat } = await openChat(agent.launch);
    const { page } = window;
    const before = await window.fileText('src/money.ts');
    await ask(chat, 'Make a mess', 'I changed some files.');
    expect(await window.fileText('src/money.ts')).toBe('// all gone\n');
    const pending = chat.getByRole('region', { name: 'Pending changes' });
    await pending.waitFor();
    // The changes may belong to a session that is not shown; then the name of that session follows.
    const totals = async (): Promise<string | undefined> =>
      (await pending.innerText()).split('\n')[0];
    const waiting = await totals();

    await chat.getByRole('button', { name: 'Restore checkpoint' }).focus();
    await window.screenshot('restore button');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('delete made.ts').waitFor();
    await window.screenshot('restore checkpoint');
    await dialog.getByRole('button', { name: 'Files and Conversation' }).click();
    await expect.poll(() => window.fileText('src/money.ts')).toBe(before);
    expect(existsSync(path.join(window.folder, 'made.ts'))).toBe(false);
    await chat.getByText('I changed some files.').waitFor({ state: 'detached' });
    const message = chat.getByRole('textbox', { name: 'Message' });
    await message.getByText('Make a mess').waitFor();
    await pending.waitFor({ state: 'detached' });
    await window.screenshot('checkpoint restored');

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => window.fileText('src/money.ts')).toBe('// all gone\n');
    expect(await window.fileText('made.ts')).toBe('// made\n');
    await expect.poll(totals).toBe(waiting);
    await window.screenshot('restore undone');

    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(() => window.fileText('src/money.ts')).toBe(before);
    await message.press('End');
    await message.pressSequentially(', but gently');
    await chat.getByRole('button', { name: 'Send' }).click();
    await chat.getByText('That was gentle.').waitFor();
    expect((await agent.received('session/prompt')).at(-1)?.params).toMatchObject({
      prompt: [{ text: 'Make a mess, but gently' }],
    });
    expect(await window.fileText('src/money.ts')).toBe(before);
    expect(await window.fileText('gentle.ts')).toBe('// gentle\n');
  });

  it('keeps lines that the user saved, and can be undone after a reload', async () => {
    const agent = await scriptedAgent(folder, {
      on: [
        turn(
          step.writeFile('${cwd}/shared.txt', lines({ 2: 'agent' })),
          step.say('I changed a line.'),
          step.stop('end_turn'),
        ),
      ],
    });
    const { window, chat } = await openChat(agent.launch);
    const { page } = window;
    const file = path.join(window.folder, 'shared.txt');
    writeFileSync(file, lines({}));
    await ask(chat, 'Change a line', 'I changed a line.');
    writeFileSync(file, lines({ 2: 'agent', 9: 'user' }));

    await chat.getByRole('button', { name: 'Restore checkpoint' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('restore shared.txt and keep your edits').waitFor();
    await dialog.getByRole('button', { name: 'Files', exact: true }).click();
    await expect.poll(() => window.fileText('shared.txt')).toBe(lines({ 9: 'user' }));

    await page.reload();
    await window.runCommand('Accord: Undo Restore Checkpoint');
    await dialog.getByText('shared.txt').waitFor();
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => window.fileText('shared.txt')).toBe(lines({ 2: 'agent', 9: 'user' }));
  });

  it('can be compared with another one or with the current state; the storage used is shown and can be cleared', async () => {
    const agent = await scriptedAgent(folder, {
      on: [
        {
          ...turn(
            step.writeFile('${cwd}/src/summary.ts', '// a summary of the second\n'),
            step.say('Second done.'),
            step.stop('end_turn'),
          ),
          when: 'second',
        },
        turn(
          step.writeFile('${cwd}/src/money.ts', '// money of the first\n'),
          step.writeFile('${cwd}/made.ts', '// made\n'),
          step.say('First done.'),
          step.stop('end_turn'),
        ),
      ],
    });
    const { window, chat } = await openChat(agent.launch);
    const { page } = window;
    await ask(chat, 'The first', 'First done.');
    await ask(chat, 'The second', 'Second done.');

    const now = rows(window).filter({ has: page.getByText('Current files', { exact: true }) });
    await window.runCommand('Accord: Compare Checkpoints');
    await rows(window).filter({ hasText: 'The second' }).waitFor();
    await window.screenshot('compare which');
    await rows(window)
      .filter({ hasText: /The first.*files changed: 2/s })
      .click();
    await now.waitFor();
    await rows(window)
      .filter({ hasText: /The second.*files changed: 1/s })
      .click();
    const tab = page.getByRole('tab', { name: /The first ↔ The second/ });
    await tab.waitFor();
    const compared = page.locator('.multiDiffEntry');
    await compared.filter({ hasText: 'made.ts' }).waitFor();
    await compared.filter({ hasText: 'money.ts' }).waitFor();
    await expect.poll(() => page.getByText('// money of the first').count()).toBeGreaterThan(0);
    expect(await compared.filter({ hasText: 'summary.ts' }).count()).toBe(0);
    await window.screenshot('compare checkpoints');

    await window.runCommand('Accord: Compare Checkpoints');
    await rows(window)
      .filter({ hasText: /The second.*files changed: 1/s })
      .click();
    await now.click();
    await page.getByRole('tab', { name: /The second ↔ Current files/ }).waitFor();
    await compared.filter({ hasText: 'summary.ts' }).waitFor();
    await expect
      .poll(() => page.getByText('// a summary of the second').count())
      .toBeGreaterThan(0);
    expect(await compared.filter({ hasText: 'made.ts' }).count()).toBe(0);

    await window.runCommand('Accord: Manage Storage');
    const stored = page.getByRole('dialog').getByText(/^Sessions in this workspace: [1-9]\d* \(/);
    await stored.getByText(/ Checkpoints: [1-9]\d* KB\.$/).waitFor();
    const sessions = /^[^(]+/.exec(await stored.innerText())?.[0] ?? '';
    await window.screenshot('storage');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Checkpoints' }).click();
    await page.getByText(`Deleted. ${sessions}(`).first().waitFor();
    await window.runCommand('Accord: Compare Checkpoints');
    await page.getByText('No checkpoints yet.').first().waitFor();
    await chat.getByRole('region', { name: 'Pending changes' }).waitFor();
  });
});
