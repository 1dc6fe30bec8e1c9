import { execFile } from 'node:child_process';
import { appendFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Frame, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ScriptedAgent, scriptedAgent } from '../fakes/scriptedAgent.ts';
import { step, turn } from '../fakes/step.ts';
import { closeSharedWindow, openChat } from './sharedWindow.ts';
import { openWindow, type Window } from './window.ts';
import { createTemporaryFolder, removeFolder } from '../harness/createTemporaryFolder.ts';

const CLICK_MS = 5000;

/** Chooses Add to Agent in the context menu of a row in the Source Control view. */
async function addFromSourceControl(window: Window, name: RegExp): Promise<void> {
  const row = window.page.locator('.scm-view').getByRole('treeitem', { name }).first();
  await window.runCommand('Source Control: Focus on Changes View');
  await window.chooseFromMenu(row, 'Add to Agent');
}

/** Types after `@` and chooses a row of the menu. Retries if the list was still changing during the click. */
async function mention(chat: Frame, typed: string, row: string | RegExp): Promise<void> {
  const message = chat.getByRole('textbox', { name: 'Message' });
  const chips = chat.locator('.composer-field .chip');
  const before = await chips.count();
  const choose = async (): Promise<boolean> => {
    await message.press('Control+End');
    await message.pressSequentially(`@${typed}`);
    await chat.getByRole('option', { name: row }).first().click({ timeout: CLICK_MS });
    await chips.nth(before).waitFor({ timeout: CLICK_MS });
    return true;
  };
  const again = async (): Promise<boolean> => {
    for (let letter = 0; letter <= typed.length; letter++) {
      await message.press('Backspace');
    }
    return false;
  };
  await expect.poll(() => choose().catch(again), { timeout: CLICK_MS * 8 }).toBe(true);
}

/** These tests run in order in one window: a later one sends what an earlier one has added. */
describe('Add to Agent', () => {
  let folder: string;
  let agent: ScriptedAgent;
  let window: Window;
  let someFailed = false;

  beforeAll(async () => {
    folder = await createTemporaryFolder('add');
    agent = await scriptedAgent(folder, {
      capabilities: { promptCapabilities: { embeddedContext: true } },
      on: [turn(step.say('Seen.'), step.stop('end_turn'))],
    });
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') {
      someFailed = true;
      await window.screenshot(`failed ${task.name}`);
    }
  });

  afterAll(async () => {
    if (someFailed) {
      await closeSharedWindow();
    }
    await removeFolder(folder);
  });

  const chat = (): Promise<Frame> => window.frameWith('log', 'Conversation');
  const chip = async (name: string | RegExp): Promise<Locator> => {
    const button = (await chat()).getByRole('button', { name }).first();
    await button.waitFor();
    return button;
  };

  it('adds all files selected in the explorer with its keyboard shortcut', async () => {
    const settings = {
      'terminal.integrated.gpuAcceleration': 'off', // Renders the terminal as text in the page.
      'explorer.autoReveal': false, // A file that opens late would change the selection.
    };
    ({ window } = await openChat(agent.launch, { settings }));
    const { page } = window;
    await window.runCommand('File: Focus on Files Explorer');
    await page.getByRole('treeitem', { name: 'README.md' }).click();
    await page.getByRole('tab', { name: 'README.md' }).waitFor();
    await page.getByRole('treeitem', { name: 'package.json' }).click({ modifiers: ['Control'] });
    await page.getByRole('treeitem', { name: 'package.json', selected: true }).waitFor();
    await page.getByRole('treeitem', { name: 'README.md', selected: true }).waitFor();
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.press('A');
    expect(await (await chip('Remove README.md')).isVisible()).toBe(true);
    expect(await (await chip('Remove package.json')).isVisible()).toBe(true);
  });

  it('adds a single change and a group of changes from the source control view', async () => {
    await appendFile(path.join(window.folder, 'src/money.ts'), '// changed\n');
    await writeFile(path.join(window.folder, 'staged.ts'), 'export {};\n');
    await promisify(execFile)('git', ['add', 'staged.ts'], { cwd: window.folder });
    await addFromSourceControl(window, /money\.ts/);
    await chip('Remove Changes in money.ts');
    await addFromSourceControl(window, /^Staged Changes/);
    await chip('Remove Staged changes');
    await addFromSourceControl(window, /^Changes/);
    expect(await (await chip('Remove Uncommitted changes')).isVisible()).toBe(true);
  });

  it('adds the selection in a terminal and the last command', async () => {
    const { page } = window;
    await window.runCommand('Terminal: Create New Terminal');
    const screen = page.locator('.terminal-wrapper.active .xterm-rows');
    await expect.poll(() => screen.innerText()).toMatch(/[$#]/);
    await page.keyboard.type('echo "six times seven is $((6 * 7))"\n');
    await expect.poll(() => screen.innerText()).toMatch(/^six times seven is 42/m);
    await window.runCommand('Terminal: Select All');
    await page.locator('.terminal-wrapper.active .xterm-helper-textarea').focus();
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.press('A');
    await chip(/^Remove Terminal \w+$/);
    await mention(await chat(), 'last', /Last command/);
    await chip(/^Remove Terminal: echo "six times/);
    await window.screenshot('added from everywhere');
  });

  it('sends each of them as a separate content block', async () => {
    const frame = await chat();
    await frame.getByRole('button', { name: 'Send' }).click();
    await frame.getByText('Seen.').waitFor();
    const [prompt] = await agent.received('session/prompt');
    const sent = JSON.stringify(prompt?.params);
    const offsets = [
      `file://${window.folder}/README.md`,
      `file://${window.folder}/package.json`,
      '+// changed',
      '+++ b/staged.ts',
      String.raw`six times seven is 42\n[exit code 0]`,
    ].map(piece => sent.indexOf(piece));
    expect(offsets).not.toContain(-1);
    expect(offsets).toEqual(offsets.toSorted((one, other) => one - other));
  });

  it('pastes copied lines as a mention, and as text with Ctrl+Shift+V', async () => {
    const { page } = window;
    await window.openFile('src/main.ts', 1);
    await page.locator('.monaco-editor.focused').waitFor();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await (await chat()).getByRole('button', { name: 'Add main.ts:1-2' }).waitFor();
    await page.keyboard.press('ControlOrMeta+C');
    const message = (await chat()).getByRole('textbox', { name: 'Message' });
    await message.click();
    await page.keyboard.press('ControlOrMeta+V');
    const added = await chip('Remove main.ts:1-2');
    await page.keyboard.press('ControlOrMeta+Shift+V');
    const [first = ''] = (await window.fileText('src/main.ts')).split('\n');
    await expect.poll(() => message.innerText()).toContain(first);
    // The chip shows that its content has changed.
    const text = await window.fileText('src/main.ts');
    await writeFile(path.join(window.folder, 'src/main.ts'), `// new\n${text}`);
    await expect
      .poll(() => added.locator('xpath=..').getAttribute('title'))
      .toMatch(/changed since/);
    await window.screenshot('a stale chip');
    await message.press('ControlOrMeta+A');
    await message.press('Delete');
  });

  it('opens the mention named by an external link without sending anything', async () => {
    const { page } = window;
    const link = 'vscode://accord-acp.accord/git-diff?base=main';
    const open = async (): Promise<boolean> => {
      await window.runCommand('Developer: Open URL');
      await page.locator('.quick-input-widget input').first().fill(link);
      await page.keyboard.press('Enter');
      const allow = page.getByRole('dialog').getByRole('button', { name: 'Open' });
      await allow.click({ timeout: CLICK_MS });
      return true;
    };
    await expect.poll(() => open().catch(() => false), { timeout: CLICK_MS * 8 }).toBe(true);
    await page.getByRole('tab', { name: /Changes since main\.diff/ }).waitFor();
    await expect.poll(() => window.editorText()).toContain('+// changed');
    expect(await agent.received('session/prompt')).toHaveLength(1);
    const message = (await chat()).getByRole('textbox', { name: 'Message' });
    expect(await message.locator('.chip').count()).toBe(0);
  });
});

describe('a multi-root workspace', () => {
  it('lists the files of all folders and shows the folder of each', async () => {
    const window = await openWindow({ twoFolders: true });
    const chat = await window.chat();
    await mention(chat, 'money', 'money.ts kitty/src');
    await mention(chat, 'money', 'money.ts purse/src');
    await chat.getByRole('button', { name: 'Remove kitty/src/money.ts' }).waitFor();
    await chat.getByRole('button', { name: 'Remove purse/src/money.ts' }).waitFor();
    await window.screenshot('two folders');
  });
});
