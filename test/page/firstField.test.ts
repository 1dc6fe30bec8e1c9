import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { Send } from '../../src/core/chat/messages.ts';
import type { ChatPage } from './chatPage.ts';
import { sampleState, sampleView } from './sample.ts';
import { useChatPage } from './useChatPage.ts';

// What the user types before the page has its state.

const openPage = useChatPage();
let chat: ChatPage;

const { shell } = sampleView;
const state = { ...sampleState, status: { kind: 'idle' }, queue: [] } as const;
const session = { state, entries: [], earlier: 0, terminals: [] };

const message = (page = chat.page) => page.getByRole('textbox', { name: 'Message' });
const firstField = (page = chat.page) => page.locator('.first-field textarea');
const text = async (): Promise<string> =>
  (await message().locator('.cm-line').allTextContents()).join('\n');

async function open(
  beforeReset: (page: Page) => Promise<void>,
  view = { shell, session },
): Promise<readonly string[]> {
  const sent: string[] = [];
  chat = await openPage({
    view,
    beforeReset: async (page, host) => {
      host.onRequest(Send, ({ draft }) => {
        sent.push(draft.text);
        return { isAccepted: true };
      });
      await beforeReset(page);
    },
  });
  return sent;
}

const boxOf = async (page: Page, selector: string) => page.locator(selector).boundingBox();

const ime = async (page: Page, method: string, params: object): Promise<void> => {
  const debug = await page.context().newCDPSession(page);
  await debug.send(method as 'Input.insertText', params as { readonly text: string });
  await debug.detach();
};

describe('the first field', () => {
  it('is at the place of the composer, which gets its text, cursor and focus', async () => {
    let firstBox: Awaited<ReturnType<typeof boxOf>> | undefined;
    await open(async page => {
      firstBox = await boxOf(page, '.first-field');
      await message(page).pressSequentially('Hello wrld');
      await message(page).press('ArrowLeft');
      await message(page).press('ArrowLeft');
      await message(page).press('ArrowLeft');
    });
    await chat.page.keyboard.insertText('o');
    expect(await text()).toBe('Hello world');
    expect(await firstField().count()).toBe(0);
    const box = await boxOf(chat.page, '.composer');
    expect([box?.x, box?.width]).toEqual([firstBox?.x, firstBox?.width]);
    expect(Math.abs((box?.y ?? 0) - (firstBox?.y ?? 0))).toBeLessThan(16);
    expect(chat.complaints).toEqual([]);
  });

  it('sends what was entered before, and keeps what was typed after', async () => {
    const sent = await open(async page => {
      await message(page).pressSequentially('First');
      await message(page).press('Enter');
      await message(page).pressSequentially('and then');
    });
    await expect.poll(() => sent).toEqual(['First']);
    expect(await text()).toBe('and then');
  });

  it('inserts a line where Enter does not send', async () => {
    const preferences = { ...shell.preferences, enterSends: false };
    const sent = await open(
      async page => {
        await message(page).pressSequentially('one');
        await message(page).press('Enter');
        await message(page).pressSequentially('two');
      },
      { shell: { ...shell, preferences }, session },
    );
    await expect.poll(text).toBe('one\ntwo');
    expect(sent).toEqual([]);
  });

  it('adds its text to the stored draft', async () => {
    const draft = { draft: [{ kind: 'text', text: 'Stored' }] as const, atMs: Date.now() };
    await open(async page => message(page).pressSequentially('typed'), {
      shell,
      session,
      draft,
    } as Parameters<typeof open>[1]);
    await expect.poll(text).toBe('Stored\ntyped');
  });

  it('does not interrupt an input method', async () => {
    await open(async page => {
      await message(page).focus();
      const params = { text: 'に', selectionStart: 1, selectionEnd: 1 };
      await ime(page, 'Input.imeSetComposition', params);
    });
    await firstField().waitFor();
    expect(await firstField().inputValue()).toBe('に');
    await ime(chat.page, 'Input.insertText', { text: '日' });
    await firstField().waitFor({ state: 'detached' });
    expect(await text()).toBe('日');
  });
});
