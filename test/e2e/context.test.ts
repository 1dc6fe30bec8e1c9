import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type ScriptedAgent, scriptedAgent } from '../fakes/scriptedAgent.ts';
import { step, turn } from '../fakes/step.ts';
import { sniffImage } from '../../src/core/prompt/media/sniffImage.ts';
import { accessibilityViolations } from '../page/accessibilityViolations.ts';
import { openChat, type ChatWindow } from './sharedWindow.ts';
import { sharedTemporaryFolder } from '../harness/temporaryFolder.ts';

const folder = await sharedTemporaryFolder();

interface StageWithAgent extends ChatWindow {
  readonly agent: ScriptedAgent;
}

/** Opens a window with an agent that has these prompt capabilities and answers "Seen." */
async function openChatWithFiles(
  promptCapabilities: Readonly<Record<string, boolean>>,
): Promise<StageWithAgent> {
  const agent = await scriptedAgent(folder, {
    capabilities: { promptCapabilities },
    on: [turn(step.say('Seen.'), step.stop('end_turn'))],
  });
  return { ...(await openChat(agent.launch)), agent };
}

/** Opens a session, so that the capabilities of the agent are known. */
async function begin({ window, chat }: ChatWindow): Promise<void> {
  await window.runCommand('Accord: New Session');
  await chat.getByRole('navigation', { name: 'Sessions' }).getByTitle(', idle\n').waitFor();
}

const composer = (chat: Frame) => chat.getByRole('textbox', { name: 'Message' });

/** Types a text that ends with `@` and a name, and chooses the row. Retries if the window was still loading. */
async function mention(
  chat: Frame,
  typed: string,
  row: RegExp,
  look: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const option = chat.getByRole('option', { name: row }).first();
  const tryIt = async (): Promise<boolean> => {
    // Ctrl+A is not used, because VS Code selects everything again a moment later, while the test types.
    await composer(chat).fill('');
    await composer(chat).pressSequentially(typed);
    await option.waitFor({ timeout: ROW_MS });
    await look();
    await option.click({ timeout: ROW_MS });
    return true;
  };
  await expect.poll(() => tryIt().catch(() => false), { timeout: ROW_MS * 4 }).toBe(true);
}

const ROW_MS = 5000;

/** Sends the draft and returns the blocks that the agent received. */
async function send({ chat, agent }: StageWithAgent): Promise<readonly ContentBlock[]> {
  await chat.getByRole('button', { name: 'Send' }).click();
  await chat.getByText('Seen.').waitFor();
  const [prompt] = await agent.received('session/prompt');
  const { prompt: blocks } = (prompt?.params ?? {}) as {
    readonly prompt?: readonly ContentBlock[];
  };
  return blocks ?? [];
}

describe('mentions', () => {
  it('are inserted from the @ menu and sent to the agent with the text of the file', async () => {
    const on = await openChatWithFiles({ embeddedContext: true });
    let faults: unknown;
    await mention(on.chat, 'Explain @money', /money\.ts/, async () => {
      await on.chat.getByRole('listbox', { name: 'Mentions' }).waitFor({ timeout: ROW_MS });
      faults = await accessibilityViolations(on.chat);
    });
    expect(faults).toEqual([]);
    await on.chat.getByRole('button', { name: 'Remove money.ts' }).waitFor();
    await composer(on.chat).pressSequentially('please');
    const blocks = await send(on);
    expect(blocks.map(block => block.type)).toEqual(['text', 'text', 'resource', 'text']);
    expect(blocks[1]).toEqual({
      type: 'text',
      text: `[@money.ts](file://${on.window.folder}/src/money.ts)`,
    });
    expect(blocks[2]).toEqual({
      type: 'resource',
      resource: {
        uri: `file://${on.window.folder}/src/money.ts`,
        mimeType: 'text/typescript',
        text: await on.window.fileText('src/money.ts'),
      },
    });
  });

  it('show on their chip what is sent and why', async () => {
    const on = await openChatWithFiles({});
    await begin(on);
    await mention(on.chat, '@money', /money\.ts/);
    await on.chat
      .locator(`.chip[title="Link: this agent doesn't support embedded content"]`)
      .waitFor();
    const blocks = await send(on);
    expect(blocks).toMatchObject([{ type: 'resource_link', name: 'money.ts' }]);
  });

  it('can contain uncommitted changes and a staged file', async () => {
    const on = await openChatWithFiles({ embeddedContext: true });
    await writeFile(path.join(on.window.folder, 'new.ts'), 'export const fresh = 1;\n');
    await mention(on.chat, '@uncommitted', /Uncommitted changes/);
    const blocks = await send(on);
    expect(blocks).toMatchObject([
      {
        type: 'text',
        text: '[@Uncommitted changes](vscode://accord-acp.accord/git-diff?scope=working-tree)',
      },
      {
        type: 'resource',
        resource: {
          uri: 'vscode://accord-acp.accord/git-diff?scope=working-tree',
          mimeType: 'text/x-diff',
        },
      },
    ]);
    expect(JSON.stringify(blocks)).toContain('+export const fresh = 1;');
  });
});

/** Pastes an image of this width into the composer, as a browser does. */
const pastePicture = (chat: Frame, width: number): Promise<unknown> =>
  chat.evaluate(`(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: ${width}, height: 40 });
    canvas.getContext('2d').fillRect(0, 0, ${width}, 20);
    const blob = await new Promise(resolve => canvas.toBlob(resolve));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([blob], 'shot.png', { type: 'image/png' }));
    const field = document.querySelector('[aria-label="Message"]');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  })()`);

describe('images', () => {
  it('are sent to an agent that supports them, scaled down if they are large', async () => {
    const on = await openChatWithFiles({ image: true });
    await pastePicture(on.chat, 3000);
    await on.chat.getByRole('button', { name: 'Remove shot.png' }).waitFor();
    const [block] = await send(on);
    expect(block).toMatchObject({ type: 'image', mimeType: 'image/png' });
    const data = block?.type === 'image' ? block.data : '';
    expect(sniffImage(Buffer.from(data, 'base64'))).toMatchObject({ width: 2000, height: 27 });
    await on.chat.getByText(/reduced from 3000 × 40 pixels/).waitFor();
  });

  it('are refused with a reason if the agent does not support them', async () => {
    const on = await openChatWithFiles({});
    await begin(on);
    await pastePicture(on.chat, 30);
    await expect
      .poll(() => on.chat.getByRole('alert').allInnerTexts())
      .toContainEqual(expect.stringContaining("This agent doesn't support images."));
  });
});

describe('Add to Agent', () => {
  it('inserts the selection of an unsaved editor into the composer and focuses it', async () => {
    const on = await openChatWithFiles({ embeddedContext: true });
    const { page } = on.window;
    await on.window.openFile('README.md', 1);
    await page.locator('.monaco-editor.focused').getByText('# Kitty').waitFor();
    await page.keyboard.press('ControlOrMeta+Shift+Enter');
    await page.keyboard.type('unsaved');
    await expect.poll(() => on.window.editorText()).toMatch(/^unsaved$/m);
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await on.chat.getByRole('button', { name: 'Add README.md:1' }).waitFor();
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.press('A');
    await on.chat.getByRole('button', { name: 'Remove README.md:1', exact: true }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type(' yet');
    await expect.poll(() => on.window.editorText()).toMatch(/^unsaved yet$/m);
    const blocks = await send(on);
    expect(blocks).toMatchObject([
      { type: 'text', text: `[@README.md:1](file://${on.window.folder}/README.md#L1:1)` },
      {
        type: 'resource',
        resource: { uri: `file://${on.window.folder}/README.md#L1:1`, text: 'unsaved' },
      },
    ]);
  });

  it('adds a file from the context menu of the explorer', async () => {
    const on = await openChatWithFiles({});
    const { page } = on.window;
    await on.window.runCommand('File: Focus on Files Explorer');
    const file = page.getByRole('treeitem', { name: /README\.md/ });
    await on.window.chooseFromMenu(file, 'Add to Agent');
    const chat = await on.window.frameWith('log', 'Conversation');
    const chip = chat.getByRole('button', { name: 'Remove README.md' });
    await expect.poll(() => chip.count()).toBe(1);
  });

  it('adds git changes by command', async () => {
    const on = await openChatWithFiles({});
    await on.window.runCommand('Accord: Attach Git Diff');
    await on.window.page
      .locator('.quick-input-widget .monaco-list-row')
      .filter({ hasText: 'Commit...' })
      .click();
    await on.window.page
      .locator('.quick-input-widget .monaco-list-row')
      .filter({ hasText: 'Print a summary' })
      .click();
    await on.chat.getByRole('button', { name: /^Remove Commit / }).waitFor();
    const [block] = await send(on);
    expect(block).toMatchObject({ type: 'text' });
    expect(JSON.stringify(block)).toContain('Print a summary');
  });
});

describe('the palette', () => {
  it('runs Add to Agent when its title is typed', async () => {
    const on = await openChatWithFiles({});
    const { page } = on.window;
    await on.window.openFile('src/money.ts');
    await page.keyboard.press('F1');
    await page.keyboard.type('Accord: Add to Agent');
    const first = page.locator('.quick-input-widget .monaco-list-row').first();
    await expect.poll(() => first.textContent()).toContain('Accord: Add to Agent');
    await page.keyboard.press('Enter');
    const chip = on.chat.getByRole('button', { name: 'Remove money.ts' });
    await expect.poll(() => chip.count()).toBe(1);
  });
});

describe('the menus of the chat', () => {
  it('offer context, settings, sign-in and undo', async () => {
    const on = await openChatWithFiles({});
    await on.chat.getByRole('button', { name: 'Add context' }).click();
    await on.chat.getByRole('menuitem', { name: 'Git' }).click();
    await on.chat.getByRole('option', { name: 'Staged changes' }).first().click();
    await on.chat.getByRole('button', { name: 'Remove Staged changes' }).waitFor();
    await on.chat.getByRole('combobox', { name: 'Agent' }).click();
    await on.window.screenshot('agent menu');
    expect(await on.chat.getByRole('option', { name: 'More agents...' }).count()).toBe(1);
    await on.window.page.keyboard.press('Escape');
    const more = on.window.page.getByRole('button', { name: 'More Actions...', exact: true });
    const names = ['Open Settings', 'Sign In', 'Undo Last Accept or Reject'];
    for (const name of names) {
      const item = on.window.page.getByRole('menuitem', { name });
      await expect
        .poll(async () => (await item.count()) || more.click({ timeout: 1000 }).then(() => 0))
        .toBe(1);
    }
    await on.window.screenshot('view menu');
    await on.window.page.keyboard.press('Escape');
  });
});

describe('the active editor', () => {
  it('is offered next to the message and sent when it is switched on', async () => {
    const on = await openChatWithFiles({ embeddedContext: true });
    await on.window.openFile('src/settle.ts');
    await on.chat.getByRole('button', { name: 'Add settle.ts' }).waitFor();
    await on.chat.getByRole('switch', { name: /Attach the active file/ }).click();
    await on.chat.getByRole('switch', { name: /Attach the active file/, checked: true }).waitFor();
    await mention(on.chat, '@money', /money\.ts/);
    expect(await on.chat.locator('.prompt-size').count()).toBe(0); // Only a warning is shown.
    await on.window.screenshot('context in the composer');
    await composer(on.chat).fill('What is this?');
    const blocks = await send(on);
    expect(blocks.map(block => block.type)).toEqual(['text', 'text', 'resource']);
  });
});
