import { describe, expect, it } from 'vitest';
import type { ChatViewState } from '../../src/core/chat/chatViewState.ts';
import {
  SessionChanged,
  RenameSession,
  SetFavorite,
  SetPicker,
} from '../../src/core/chat/messages.ts';
import type { Picker } from '../../src/core/session/state/picker.ts';
import type { ChatPage } from './chatPage.ts';
import { sampleState, sampleView } from './sample.ts';
import { useChatPage } from './useChatPage.ts';

// Keys and pickers, with late messages and input methods.

const openPage = useChatPage();
let chat: ChatPage;

const models: Picker = {
  id: 'many',
  name: 'Many',
  via: 'config',
  kind: 'select',
  value: 'm0',
  choices: Array.from({ length: 20 }, (_, at) => ({ value: `m${at}`, name: `Model ${at}` })),
};

const viewWith = (state: object, shell: object = {}): ChatViewState => ({
  shell: { ...sampleView.shell, ...shell },
  session: {
    state: { ...sampleState, status: { kind: 'idle' }, queue: [], ...state },
    entries: [],
    earlier: 0,
    terminals: [],
  },
});

const field = () => chat.page.getByRole('textbox', { name: 'Message' });

/** A key press that belongs to the input method. */
const composingKey = (selector: string, key: string): Promise<unknown> =>
  chat.page
    .locator(selector)
    .first()
    .evaluate(
      (element, pressed) =>
        element.dispatchEvent(
          new KeyboardEvent('keydown', {
            key: pressed,
            isComposing: true,
            bubbles: true,
            cancelable: true,
          }),
        ),
      key,
    );

describe('the commands of the agent', () => {
  it('are offered even if they arrive after the slash was typed', async () => {
    chat = await openPage({ view: viewWith({ commands: [] }) });
    await field().pressSequentially('/');
    const state = { ...sampleState, status: { kind: 'idle' }, queue: [] } as const;
    const tell = (name: string): Promise<void> =>
      chat.host.sendNotification(SessionChanged, {
        sessionId: sampleState.id,
        patches: [],
        state: { ...state, commands: [{ name, description: '' }] },
      });
    await tell('review');
    const options = chat.page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
    await expect.poll(() => options.allTextContents()).toEqual(['/review']);
    await tell('explain');
    await expect.poll(() => options.allTextContents()).toEqual(['/explain']);
  });
});

describe('a key of an input method', () => {
  it('neither accepts nor cancels a new name', async () => {
    chat = await openPage();
    const names: unknown[] = [];
    chat.host.onNotification(RenameSession, one => void names.push(one));
    await chat.page
      .getByRole('button', { name: /Write the docs/ })
      .first()
      .dblclick();
    const name = chat.page.getByRole('textbox', { name: 'Session name' });
    await name.fill('かな');
    await composingKey('.session-field', 'Escape');
    await composingKey('.session-field', 'Enter');
    expect(await name.inputValue()).toBe('かな');
    await name.press('Enter');
    await expect.poll(() => names).toMatchObject([{ name: 'かな' }]);
  });

  it('does not close the form for a reason', async () => {
    chat = await openPage();
    await chat.page.getByRole('button', { name: 'Reject with reason' }).click();
    const why = chat.page.getByRole('textbox', { name: 'What should the agent do instead?' });
    await why.fill('かな');
    await composingKey('.comment-form textarea', 'Escape');
    expect(await why.inputValue()).toBe('かな');
  });

  it('selects nothing in a long list', async () => {
    chat = await openPage({ view: viewWith({ pickers: [models] }) });
    const picked: unknown[] = [];
    chat.host.onNotification(SetPicker, one => void picked.push(one));
    await chat.page.getByRole('combobox', { name: 'Many' }).click();
    await composingKey('.picker-list input', 'Enter');
    await chat.page.getByRole('searchbox').press('Escape');
    await expect.poll(() => chat.page.getByRole('searchbox').count()).toBe(0);
    expect(picked).toEqual([]);
  });
});

describe('a picker', () => {
  it('of agents shows the agent of an old session that is no longer installed', async () => {
    chat = await openPage({ view: viewWith({ agentId: 'gone', agentName: 'Gone' }) });
    const agent = chat.page.getByRole('combobox', { name: 'Agent' });
    expect(await agent.textContent()).toBe('Gone');
  });

  it('that is a switch shows the confirmed value, not the clicked one', async () => {
    chat = await openPage();
    const picked: unknown[] = [];
    chat.host.onNotification(SetPicker, one => void picked.push(one));
    const web = chat.page.getByRole('switch', { name: 'Web search' });
    expect(await web.isChecked()).toBe(true);
    await web.click();
    await expect.poll(() => picked).toMatchObject([{ pickerId: 'web', value: false }]);
    expect(await web.isChecked()).toBe(true);
    const pickers = sampleState.pickers.map(picker =>
      picker.id === 'web' && picker.kind === 'switch' ? { ...picker, value: false } : picker,
    );
    await chat.host.sendNotification(SessionChanged, {
      sessionId: sampleState.id,
      patches: [],
      state: { ...sampleState, pickers },
    });
    await expect.poll(() => web.isChecked()).toBe(false);
  });

  it('stays at a value that becomes a favorite and moves', async () => {
    const view = viewWith({ pickers: [models] });
    chat = await openPage({ view });
    const { host, page } = chat;
    host.onNotification(SetFavorite, ({ picker, value, liked }) => {
      const favorites = { [picker]: liked ? [value] : [] };
      void host.sendNotification('chat/shellChanged', { ...view.shell, favorites });
    });
    const picked: unknown[] = [];
    host.onNotification(SetPicker, one => void picked.push(one));
    await page.getByRole('combobox', { name: 'Many' }).click();
    const search = page.getByRole('searchbox');
    for (let step = 0; step < 5; step += 1) {
      await search.press('ArrowDown');
    }
    await search.press('Control+d');
    await page.getByRole('group', { name: 'Favorites' }).waitFor();
    await search.press('Enter');
    await expect.poll(() => picked).toMatchObject([{ value: 'm5' }]);
  });
});
