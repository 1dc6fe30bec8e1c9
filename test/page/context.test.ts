import { describe, expect, it } from 'vitest';
import {
  Attach,
  ChooseMention,
  ImplicitContextChanged,
  type MentionSuggestion,
  SuggestMentions,
} from '../../src/core/chat/messages.ts';
import { accessibilityViolations } from './accessibilityViolations.ts';
import { png, sampleState, sampleView } from './sample.ts';
import { useChatPage } from './useChatPage.ts';
import { transfer } from './dataTransfer.ts';

// How context is offered: the paper clip, the start of the @ menu, the active editor, images.

const openPage = useChatPage();

const overview: readonly MentionSuggestion[] = [
  { label: 'Files', icon: 'file', group: 'Add Context', query: 'file:' },
  { label: 'Git', icon: 'git-branch', group: 'Add Context', query: 'git:' },
  { label: 'Web page...', icon: 'globe', group: 'Add Context', choose: 'url' },
  {
    label: 'a.ts',
    icon: 'file',
    group: 'A recent file',
    mention: { kind: 'file', uri: 'file:///w/a.ts' },
  },
];
const staged: MentionSuggestion = {
  label: 'Staged changes',
  icon: 'git-compare',
  mention: { kind: 'gitDiff', diff: { kind: 'staged' } },
};

async function open() {
  const state = { ...sampleState, status: { kind: 'idle' }, queue: [] } as const;
  const session = { state, entries: [], earlier: 0, terminals: [] };
  const chat = await openPage({ view: { shell: sampleView.shell, session } });
  const queries: string[] = [];
  const choices: string[] = [];
  chat.host.onRequest(SuggestMentions, ({ query }) => {
    queries.push(query);
    return { found: query === '' ? overview : [staged], indexing: false };
  });
  chat.host.onRequest(ChooseMention, ({ choose }) => {
    choices.push(choose);
    return { mentions: [{ kind: 'url' as const, url: 'https://example.com/' }] };
  });
  const field = chat.page.getByRole('textbox', { name: 'Message' });
  return { ...chat, field, queries, choices };
}

describe('the paper clip', () => {
  it('opens a menu of categories, which is operated with the keyboard', async () => {
    const { page, queries } = await open();
    const clip = page.getByRole('button', { name: 'Add context' });
    await clip.click();
    const menu = page.getByRole('menu', { name: 'Add context' });
    expect(await menu.getByRole('menuitem').allTextContents()).toEqual([
      'Files',
      'Git',
      'Web page...',
    ]);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => menu.count()).toBe(0);
    await page.locator('.cm-placeholder').waitFor(); // Nothing was typed.
    await clip.click();
    await menu.waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Staged changes' }).click();
    await page.getByRole('button', { name: 'Remove Staged changes' }).waitFor();
    expect(queries).toContain('git:');
  });

  it('runs the further step of an item', async () => {
    const { page, choices } = await open();
    await page.getByRole('button', { name: 'Add context' }).click();
    await page.getByRole('menuitem', { name: 'Web page...' }).click();
    await page.getByRole('button', { name: 'Remove https://example.com/' }).waitFor();
    expect(choices).toEqual(['url']);
  });
});

describe('the @ menu', () => {
  it('starts with the categories, in the given order, and opens one', async () => {
    const { page, field, queries } = await open();
    await field.pressSequentially('see @');
    const list = page.getByRole('listbox', { name: 'Mentions' });
    await expect.poll(() => list.getByRole('option').count()).toBe(4);
    expect(await list.locator('completion-section').allTextContents()).toEqual([
      'Add Context',
      'A recent file',
    ]);
    await list.getByRole('option', { name: 'Git' }).click();
    await page.getByRole('option', { name: 'Staged changes' }).click();
    await page.getByRole('button', { name: 'Remove Staged changes' }).waitFor();
    expect(queries.at(-1)).toBe('git:');
    expect((await field.textContent())?.replaceAll('\u200b', '')).toMatch(/^see \S*Staged changes/);
  });
});

describe('the active editor', () => {
  it('is shown as suggested or as attached', async () => {
    const { page, host } = await open();
    const mention = { kind: 'file', uri: 'file:///w/group.ts' } as const;
    await host.sendNotification(ImplicitContextChanged, { mention, follows: false });
    const chip = page.getByRole('button', { name: 'Add group.ts' });
    await chip.waitFor();
    expect(await chip.getAttribute('title')).toContain('click to attach group.ts');
    expect(await accessibilityViolations(page)).toEqual([]);
    await host.sendNotification(ImplicitContextChanged, { mention, follows: true });
    const attached = page.locator('.suggestion.attached');
    await expect.poll(() => attached.textContent()).toBe('group.tsattached');
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.getByRole('switch', { name: /Attach the active file/ }).isChecked()).toBe(
      true,
    );
  });
});

describe('a pasted image', () => {
  it('has a thumbnail on its chip', async () => {
    const { page, host } = await open();
    host.onRequest(Attach, () => ({
      mentions: [{ kind: 'image' as const, name: 'shot.png', capture: 'c1' }],
      refused: [],
    }));
    await transfer(page, 'paste', {
      files: [{ name: 'shot.png', type: 'image/png', base64: png }],
    });
    const image = page.locator('.composer-field .chip .chip-image');
    await image.waitFor();
    const width = () => image.evaluate(node => (node as HTMLImageElement).naturalWidth);
    expect(await width()).toBe(16);

    // It is there after a reload.
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem('state')))
      .toContain('data:image/png');
    await page.reload();
    await image.waitFor();
    await expect.poll(width).toBe(16);
  });
});
