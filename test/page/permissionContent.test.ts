import { describe, expect, it } from 'vitest';
import type {
  Entry,
  PermissionEntry,
  ToolContent,
} from '../../src/core/session/transcript/entry.ts';
import type { ChatPage } from './chatPage.ts';
import { permissionEntry, idleSampleState } from './entries.ts';
import { png, sampleView } from './sample.ts';
import { useChatPage } from './useChatPage.ts';

// What an agent says in a permission request or a notice cannot mislead the user.

const openPage = useChatPage();
let chat: ChatPage;

const show = async (entry: Entry): Promise<void> => {
  chat = await openPage({
    view: {
      shell: sampleView.shell,
      session: { state: idleSampleState, entries: [entry], earlier: 0, terminals: [] },
    },
  });
};

const request = () => chat.page.getByRole('group', { name: /^Permission: / });
const textPart = (text: string): ToolContent => ({ kind: 'block', block: { type: 'text', text } });
const requestWith = (
  content: readonly ToolContent[],
  more: Partial<PermissionEntry> = {},
): PermissionEntry => ({ ...permissionEntry('ls'), content, ...more });

describe('the content of a permission request', () => {
  it('is shown as plain text: a link definition and an image stay visible as they are written', async () => {
    const text =
      '# Safe\n\n[docs]: https://evil.example\n![ok](https://evil.example/x.png)\n<b>bold</b>';
    await show(requestWith([textPart(text)]));
    await request().getByText('[docs]: https://evil.example').waitFor();
    expect(await request().textContent()).toContain(text);
    expect(await request().locator('h1, img, a, b').count()).toBe(0);
  });

  it('marks invisible characters and direction marks', async () => {
    await show(requestWith([textPart('allow \u202Eevil\u202C and\u200Bmore')]));
    await request().getByText('Unusual characters:').waitFor();
    const marks = await request().locator('.revealed-escaped').allTextContents();
    expect(marks).toEqual(['<U+202E>', '<U+202C>', '<U+200B>']);
  });

  it('shows neither images nor the title of a link instead of its address', async () => {
    await show(
      requestWith([
        { kind: 'block', block: { type: 'image', mimeType: 'image/png', data: png } },
        {
          kind: 'block',
          block: { type: 'resource_link', name: 'Harmless', uri: 'https://evil.example/x' },
        },
      ]),
    );
    await request().getByText('Not shown: image/png').waitFor();
    expect(await request().locator('img').count()).toBe(0);
    expect(await request().textContent()).toContain('https://evil.example/x');
  });

  it('says that a diff is what the agent claims, unless it is ours', async () => {
    const diff = { kind: 'diff', path: '/w/a.ts', oldText: 'a', newText: 'b' } as const;
    const claim = 'Change as described by the agent';
    await show(requestWith([diff]));
    await request().getByText(claim).waitFor();
    await show(requestWith([diff], { source: 'client' }));
    await request().locator('.diff').waitFor();
    expect(await request().getByText(claim).count()).toBe(0);
  });

  it('marks hidden characters in the labels of the agent', async () => {
    const choices = [{ optionId: 'yes', name: 'Yes\u202Eon', kind: 'allow_once' }] as const;
    await show(requestWith([], { choices }));
    await expect.poll(() => request().getByText('Yes<U+202E>on').count()).toBe(1);
  });
});

describe('the title of a permission request', () => {
  it.each(['npm test', '`npm test`'])('is not repeated if it is the command: %s', async title => {
    await show({ ...permissionEntry('npm test'), title });
    await request().getByText('npm test').waitFor();
    expect((await request().textContent())?.split('npm test')).toHaveLength(2);
  });
});

describe('a notice', () => {
  const notice = {
    id: 'n1',
    turn: 1,
    atMs: 0,
    kind: 'notice',
    severity: 'error',
    title: 'Accord: sign in at \u202Eevil',
    detail: '> quoted',
    actions: [],
    times: 1,
  } as const;

  it('of the agent says so, and its hidden characters are marked', async () => {
    await show({ ...notice, source: 'agent' });
    const shown = chat.page.getByRole('article', { name: 'Notice from the agent' });
    await shown.locator('.revealed-escaped', { hasText: '<U+202E>' }).waitFor();
    expect(await shown.textContent()).toContain('> quoted');
    expect(await shown.getAttribute('class')).toContain('from-agent');
  });

  it('of ours does not', async () => {
    await show(notice);
    await chat.page.getByRole('article', { name: 'Notice', exact: true }).waitFor();
    expect(await chat.page.locator('.from-agent').count()).toBe(0);
  });

  it('shows a long text on demand, after its first line', async () => {
    const stack = Array.from({ length: 12 }, (_, at) => `    at call${at} (/x.js:1:1)`).join('\n');
    await show({ ...notice, title: 'It failed: overloaded', detail: stack });
    const shown = chat.page.getByRole('article', { name: 'Notice', exact: true });
    await shown.getByText('It failed: overloaded').waitFor();
    expect(await shown.getByText('at call0').isVisible()).toBe(false);
    await shown.getByText('Details').click();
    await shown.getByText('at call0').waitFor();
  });

  it('cuts off a long first line, which is shown on demand', async () => {
    const title = 'long '.repeat(200);
    await show({ ...notice, title });
    const shown = chat.page.getByRole('article', { name: 'Notice', exact: true });
    await shown.getByText('Details').click();
    expect(await shown.locator('.notice-detail').first().textContent()).toContain(title.trim());
  });
});
