import { describe, expect, it } from 'vitest';
import type { ChatViewState } from '../../src/core/chat/chatViewState.ts';
import {
  AnswerPermission,
  SessionChanged,
  SuggestMentions,
  SaveDraft,
  OpenLink,
  RenameSession,
  Reset,
  Send,
} from '../../src/core/chat/messages.ts';
import { toDraft, type Draft } from '../../src/core/prompt/draft.ts';
import type { Entry } from '../../src/core/session/transcript/entry.ts';
import { accessibilityViolations } from './accessibilityViolations.ts';
import type { ChatPage, PageOptions } from './chatPage.ts';
import { permissionEntry, idleSampleState, agentEntry } from './entries.ts';
import { rareView, sampleView } from './sample.ts';
import { useChatPage } from './useChatPage.ts';
import { payloads } from '../unit/webview/payloads.ts';

// The built chat view in a browser, with the test in place of the extension.

const open = useChatPage();

const viewWith = (entries: readonly Entry[], earlier = 0): ChatViewState => ({
  shell: sampleView.shell,
  session: { state: idleSampleState, entries, earlier, terminals: [] },
});

const user = (index: number, text: string): Entry => ({
  id: `u${index}`,
  turn: index,
  atMs: 0,
  kind: 'user',
  blocks: [{ type: 'text', text }],
});

const words = (text: string): Draft => [{ kind: 'text', text }];

/** The drafts that the page sends; they are accepted if `take` is set. */
function sentFrom({ host }: ChatPage, take = true): Draft[] {
  const sent: Draft[] = [];
  host.onRequest(Send, ({ draft }) => {
    sent.push(toDraft(draft));
    return { isAccepted: take };
  });
  return sent;
}

describe('a draft', () => {
  it('is sent to the extension while it is written, and immediately when it becomes empty', async () => {
    const { page, host } = await open({ view: viewWith([]) });
    const kept: string[] = [];
    host.onNotification(SaveDraft, ({ sessionId, draft }) => {
      kept.push(`${sessionId}: ${draft.text}`);
    });
    await page.getByRole('textbox', { name: 'Message' }).pressSequentially('Half a thought');
    await expect.poll(() => kept.at(-1)).toBe(`${idleSampleState.id}: Half a thought`);
    sentFrom({ page, host } as ChatPage);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => kept.at(-1)).toBe(`${idleSampleState.id}: `);
  });

  it('stored by the extension is restored, unless there is a newer one', async () => {
    const view = viewWith([]);
    const { page, host } = await open({
      view: { ...view, draft: { draft: words('From the disk'), atMs: 1 } },
    });
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.getByText('From the disk').waitFor();
    await message.pressSequentially('!');
    await host.sendNotification(Reset, { shell: view.shell });
    await message.getByText('From the disk').waitFor({ state: 'detached' });
    await host.sendNotification(Reset, { ...view, draft: { draft: words('Old'), atMs: 2 } });
    await expect.poll(() => message.innerText()).toContain('From the disk');
  });
});

describe('accessibility', () => {
  const views: readonly (readonly [string, Partial<PageOptions>])[] = [
    ['dark', { theme: 'dark' }],
    ['light', { theme: 'light' }],
    ['high contrast', { theme: 'contrast' }],
    ['200 pixels wide', { width: 200 }],
    ['the rarer things', { view: rareView }],
    ['the rarer things in light', { view: rareView, theme: 'light' }],
    ['the first page', { view: { shell: { ...sampleView.shell, sessions: [] } } }],
    [
      'an untrusted folder',
      { view: { shell: { ...sampleView.shell, unavailableReason: { kind: 'untrusted' } } } },
    ],
    [
      'signing in',
      {
        view: {
          shell: sampleView.shell,
          session: {
            state: {
              ...idleSampleState,
              status: {
                kind: 'signIn',
                methods: [{ id: 'm', name: 'Browser', description: 'Opens a page' }],
                message: 'Enter the code WXYZ-1234',
              },
            },
            entries: [],
            earlier: 0,
            terminals: [],
          },
        },
      },
    ],
  ];

  it.each(views)('has no violations: %s', async (_, options) => {
    const { page } = await open(options);
    if ((await page.locator('.diff-row').count()) > 0) {
      await page.locator('.diff-row .hl-keyword').first().waitFor({ state: 'attached' });
    }
    expect(await accessibilityViolations(page)).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(options.width ?? 420);
  });

  it('allows renaming a session with the keyboard', async () => {
    const { page, host } = await open();
    const names: unknown[] = [];
    host.onNotification(RenameSession, name => void names.push(name));
    const tab = page.getByRole('button', { name: 'Write the docs' }).first();
    await tab.focus();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Session name' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.type('Manual');
    await page.keyboard.press('Enter');
    await expect.poll(() => names).toEqual([{ sessionId: 's2', name: 'Manual' }]);
    await page.keyboard.press('F2');
    await page.keyboard.type('Something else');
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Session name' }).waitFor({ state: 'detached' });
    expect(names).toHaveLength(1);
  });

  it.each(['Close Write the docs', 'New session', 'Remove from queue', 'Send now'])(
    'writes on after "%s": the keyboard is not lost with what goes',
    async name => {
      const { page } = await open();
      const button = page.getByRole('button', { name, exact: true }).first();
      await page.getByRole('button', { name: 'Write the docs' }).first().focus();
      await button.focus();
      await page.keyboard.press('Enter');
      const focused = (): Promise<unknown> =>
        page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
      await expect.poll(focused).toBe('Message');
    },
  );

  it('has no violations in popups', async () => {
    const { page, host } = await open();
    host.onRequest(SuggestMentions, () => ({
      found: [
        {
          mention: { kind: 'file' as const, uri: 'file:///w/a.ts' },
          label: 'a.ts',
          detail: 'src',
          icon: 'file',
          group: 'Files',
        },
      ],
      indexing: false,
    }));
    await page.getByRole('combobox', { name: 'Model' }).click();
    await page.getByRole('option', { name: 'Model 7' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Message' }).pressSequentially('@a');
    await page.getByRole('listbox', { name: 'Mentions' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});

describe('the composer', () => {
  it('sends with Enter, inserts a line break with Shift+Enter, and is empty afterwards', async () => {
    const chat = await open({ view: viewWith([]) });
    const sent = sentFrom(chat);
    const field = chat.page.getByRole('textbox', { name: 'Message' });
    await field.pressSequentially('one');
    await field.press('Shift+Enter');
    await field.pressSequentially('two');
    await field.press('Enter');
    await expect.poll(() => sent).toEqual([[{ kind: 'text', text: 'one\ntwo' }]]);
    expect(await field.locator('.cm-placeholder').count()).toBe(1);
  });

  it('restores the text if the prompt was not accepted', async () => {
    const chat = await open({ view: viewWith([]) });
    sentFrom(chat, false);
    const field = chat.page.getByRole('textbox', { name: 'Message' });
    await field.fill('precious');
    await chat.page.getByRole('button', { name: 'Send' }).click();
    await chat.page.getByRole('alert').waitFor();
    expect(await field.textContent()).toBe('precious');
  });

  it('turns a selected mention into a chip that can be removed and restored with undo', async () => {
    const chat = await open({ view: viewWith([]) });
    const sent = sentFrom(chat);
    const queries: string[] = [];
    const mention = { kind: 'file', uri: 'file:///w/src/a.ts' } as const;
    chat.host.onRequest(SuggestMentions, ({ query }) => {
      queries.push(query);
      return {
        found: [{ mention, label: 'a.ts', icon: 'file' }],
        indexing: false,
      };
    });
    const { page } = chat;
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.pressSequentially('see @a.t');
    await page
      .getByRole('listbox', { name: 'Mentions' })
      .getByRole('option', { name: 'a.ts' })
      .click();
    const remove = page.getByRole('button', { name: 'Remove a.ts' });
    await remove.click();
    expect(await remove.count()).toBe(0);
    await field.press('Control+z');
    await remove.waitFor();
    await field.press('End');
    await field.pressSequentially('please');
    await field.press('Enter');
    await expect
      .poll(() => sent)
      .toEqual([
        [
          { kind: 'text', text: 'see ' },
          { kind: 'mention', mention },
          { kind: 'text', text: ' please' },
        ],
      ]);
    expect(queries.at(-1)).toBe('a.t');
  });

  it('offers the commands of the agent', async () => {
    const { page } = await open({ view: viewWith([]) });
    await page.getByRole('textbox', { name: 'Message' }).pressSequentially('/ex');
    const options = page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
    await options.first().waitFor();
    expect(await options.allTextContents()).toEqual(['/explainExplain a file (which file)']);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Message' }).textContent())
      .toBe('/explain ');
  });

  it('navigates through earlier prompts', async () => {
    const { page } = await open({ view: viewWith([user(1, 'first'), user(2, 'second')]) });
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.press('ArrowUp');
    expect(await field.textContent()).toBe('second');
    await field.press('ArrowUp');
    expect(await field.textContent()).toBe('first');
    await field.press('ArrowDown');
    await field.press('ArrowDown');
    expect(await field.locator('.cm-placeholder').count()).toBe(1);
  });
});

describe('a permission request', () => {
  it('ignores clicks in its first half second, and held keys', async () => {
    const { page, host } = await open({ view: viewWith([]) });
    const answers: unknown[] = [];
    host.onNotification(AnswerPermission, answer => void answers.push(answer.optionId));
    const entry = permissionEntry('make');
    void host.sendNotification(SessionChanged, {
      sessionId: 's1',
      patches: [{ kind: 'added', entry }],
    });
    const allow = page.getByRole('button', { name: 'Allow once' });
    await allow.waitFor();
    await allow.dispatchEvent('click');
    await page.keyboard.press('1');
    expect(answers).toEqual([]);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    await allow.click();
    await expect.poll(() => answers).toEqual(['yes']);
  });

  it('keeps its buttons and both ends of the command visible', async () => {
    const command = `echo start ${'x '.repeat(100_000)}${'\n'.repeat(5_000)}; rm -rf / # end`;
    const { page } = await open({ view: viewWith([permissionEntry(command)]), height: 500 });
    const card = page.getByRole('group', { name: 'Permission: Run it' });
    await card.getByRole('button', { name: 'Allow once' }).click({ trial: true });
    const box = await card.boundingBox();
    expect(box?.height).toBeLessThan(500);
    const text = await card.textContent();
    expect(text).toContain('echo start');
    expect(text).toContain('rm -rf / # end');
    expect(text).toContain('5000 line breaks');
    expect(text).toMatch(/\d+ characters not shown/);
  });

  it('can be rejected with a reason', async () => {
    const { page, host } = await open({ view: viewWith([permissionEntry('make')]) });
    const answers: unknown[] = [];
    host.onNotification(AnswerPermission, answer => void answers.push(answer));
    await page.getByRole('button', { name: 'Reject with reason' }).click();
    await page.keyboard.type('use ninja');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => answers)
      .toEqual([{ sessionId: 's1', entryId: 'p1', optionId: 'no', reason: 'use ninja' }]);
  });
});

describe('safety', () => {
  it('asks the extension to open a link and does not navigate', async () => {
    const text =
      '[file](src/a.ts#L3) and [page](https://example.com/x) and [no](javascript:alert(1))';
    const { page, host, requests } = await open({ view: viewWith([agentEntry(1, text)]) });
    const opened: string[] = [];
    host.onNotification(OpenLink, ({ href }) => void opened.push(href));
    await page.getByRole('link', { name: 'file' }).click();
    await page.getByRole('link', { name: 'page' }).press('Enter');
    await page.getByText('no', { exact: false }).last().click();
    await expect.poll(() => opened).toEqual(['src/a.ts#L3', 'https://example.com/x']);
    expect(page.url()).toBe('https://accord.test/');
    expect(requests).toEqual([]);
  });

  it('runs and loads nothing, whatever the agent writes', async () => {
    const entries = payloads.flatMap((payload, index): Entry[] => [
      agentEntry(index * 3, `${payload}\n\n- ${payload}\n\n[x](${payload}) ![x](${payload})`),
      {
        ...permissionEntry(payload, `p${index}`),
        turn: index * 3 + 1,
        title: payload,
        answer: { kind: 'cancelled' },
      },
      {
        id: `n${index}`,
        turn: index * 3 + 2,
        atMs: 0,
        kind: 'notice',
        severity: 'error',
        title: payload,
        detail: payload,
        actions: [],
        times: 1,
      },
    ]);
    const { page, requests, complaints } = await open({ view: viewWith(entries) });
    const dialogs: string[] = [];
    page.on('dialog', dialog => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.getByRole('article', { name: 'Notice' }).last().waitFor();
    await page.evaluate(() => {
      document
        .querySelectorAll<HTMLElement>('[aria-expanded=false]')
        .forEach(closed => closed.click());
    });
    await page.waitForTimeout(500); // By then, anything that loads or runs would have done so.
    expect(dialogs).toEqual([]);
    expect(requests).toEqual([]);
    expect(complaints).toEqual([]);
    expect(page.url()).toBe('https://accord.test/');
  });
});
