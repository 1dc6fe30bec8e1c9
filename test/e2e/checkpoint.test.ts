import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scriptedAgent } from '../fakes/scriptedAgent.ts';
import { step, turn } from '../fakes/step.ts';
import { openWindow } from './window.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'accord-checkpoint-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a checkpoint', () => {
  it('brings files and conversation back to before a message, and can be undone', async () => {
    const agent = await scriptedAgent(folder, {
      on: [
        turn(
          step.writeFile('${cwd}/src/money.ts', '// all gone\n'),
          step.writeFile('${cwd}/made.ts', '// made\n'),
          step.say('I changed some files.'),
          step.stop('end_turn'),
        ),
      ],
    });
    const window = await openWindow({ settings: { 'accord.agents': { Scripted: agent.launch } } });
    const { page } = window;
    const before = await window.fileText('src/money.ts');
    const chat = await window.chat();
    await chat.getByRole('textbox', { name: 'Message' }).fill('Make a mess');
    await chat.getByRole('button', { name: 'Send' }).click();
    await chat.getByText('I changed some files.').waitFor();
    await chat.getByRole('button', { name: 'Send' }).waitFor();
    expect(await window.fileText('src/money.ts')).toBe('// all gone\n');

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
    await chat.getByRole('textbox', { name: 'Message' }).getByText('Make a mess').waitFor();
    await window.screenshot('checkpoint restored');

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => window.fileText('src/money.ts')).toBe('// all gone\n');
    expect(await window.fileText('made.ts')).toBe('// made\n');
  });
});
