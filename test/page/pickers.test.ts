import { describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import type { ChatViewState } from '../../src/core/chat/chatViewState.ts';
import { ChooseAgent, NewSession, SetPicker } from '../../src/core/chat/messages.ts';
import type { Picker } from '../../src/core/session/state/picker.ts';
import { accessibilityViolations } from './accessibilityViolations.ts';
import { sampleState, sampleView } from './sample.ts';
import { useChatPage } from './useChatPage.ts';

const open = useChatPage();

const modes: Picker = {
  id: 'mode',
  name: 'Mode',
  category: 'mode',
  via: 'mode',
  kind: 'select',
  value: 'default',
  choices: [
    { value: 'default', name: 'Default', description: 'Asks before it changes anything' },
    { value: 'acceptEdits', name: 'Accept Edits', description: 'Automatically accept file edits' },
    { value: 'plan', name: 'Plan', description: 'Read-only planning' },
    { value: 'bypassPermissions', name: 'Bypass Permissions', description: 'Skips all checks' },
  ],
};
const model: Picker = {
  id: 'model',
  name: 'Model',
  category: 'model',
  via: 'config',
  kind: 'select',
  value: 'sonnet-next',
  choices: [{ value: 'opus', name: 'Opus', description: 'For hard work' }],
};
const effort: Picker = {
  id: 'effort',
  name: 'Thinking effort',
  category: 'thought_level',
  via: 'config',
  kind: 'select',
  value: 'high',
  choices: ['low', 'high'].map(value => ({ value, name: `Effort: ${value}` })),
};
const approve: Picker = {
  id: 'auto_approve',
  name: 'Auto-approve tools',
  via: 'config',
  kind: 'switch',
  value: true,
};

const viewWith = (...pickers: readonly Picker[]): ChatViewState => ({
  shell: sampleView.shell,
  session: {
    state: { ...sampleState, pickers, queue: [] },
    entries: [],
    earlier: 0,
    terminals: [],
  },
});

const picker = (page: Page, name: string): Locator =>
  page.getByRole('combobox', { name, exact: true });

describe('a picker', () => {
  it('shows each value with its description, and warns of modes that do not ask', async () => {
    const { page } = await open({ view: viewWith(modes) });
    await picker(page, 'Mode').click();
    const option = (name: string): Locator => page.getByRole('option', { name });
    await option('Plan').getByText('Read-only planning').waitFor();
    await option('Bypass').getByText('Acts without asking for permission').waitFor();
    await option('Accept Edits').getByText('Edits files without asking').waitFor();
    expect(await page.locator('.option-warning').count()).toBe(2);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('has a warning while the agent acts without asking', async () => {
    const bypass = { ...modes, value: 'bypassPermissions' } as Picker;
    const { page } = await open({ view: viewWith(bypass) });
    await picker(page, 'Mode').locator('.picker-warning').waitFor();
    expect(await picker(page, 'Mode').getAttribute('title')).toContain('without asking');
  });

  it('is operated with the keyboard, and a typed letter goes to the next value with it', async () => {
    const { page, host } = await open({ view: viewWith(modes) });
    const picked: unknown[] = [];
    host.onNotification(SetPicker, one => void picked.push(one));
    const mode = picker(page, 'Mode');
    await mode.focus();
    await page.keyboard.press('ArrowDown');
    const list = page.getByRole('listbox', { name: 'Mode' });
    await list.waitFor();
    const active = async (): Promise<string | null> => {
      const id = await mode.getAttribute('aria-activedescendant');
      return page.locator(`[id="${id}"] .option-name`).textContent();
    };
    expect(await active()).toBe('Default');
    await page.keyboard.press('End');
    expect(await active()).toBe('Bypass Permissions');
    await page.keyboard.press('Home');
    await page.keyboard.press('p');
    expect(await active()).toBe('Plan');
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    expect(await mode.evaluate(node => node === node.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.press('a');
    await list.waitFor();
    expect(await active()).toBe('Accept Edits');
    await page.keyboard.press('Enter');
    await expect.poll(() => picked).toMatchObject([{ value: 'acceptEdits' }]);
    expect(await list.count()).toBe(0);
  });

  it('does not answer a request with a digit', async () => {
    const { page, host } = await open();
    const answers: unknown[] = [];
    host.onNotification((method, params) => {
      if (/permission|answer/i.test(method)) {
        answers.push(params);
      }
    });
    await picker(page, 'Mode').focus();
    await page.keyboard.press('1');
    await page.keyboard.press('Escape');
    await picker(page, 'Mode').click();
    await page.keyboard.press('2');
    await page.keyboard.press('Escape');
    expect(answers).toEqual([]);
  });

  it('closes when the focus leaves it', async () => {
    const { page } = await open({ view: viewWith(modes) });
    await picker(page, 'Mode').click();
    await page.mouse.click(200, 300);
    await expect.poll(() => page.getByRole('listbox', { name: 'Mode' }).count()).toBe(0);
  });

  it('shows a value that is not in its list', async () => {
    const { page } = await open({ view: viewWith(model) });
    expect(await picker(page, 'Model').textContent()).toBe('sonnet-next');
  });
});

describe('the agent picker', () => {
  it('says that another agent means a new session', async () => {
    const { page, host } = await open({ view: viewWith() });
    const made: unknown[] = [];
    host.onNotification(NewSession, one => void made.push(one));
    let chosen = 0;
    host.onNotification(ChooseAgent, () => void (chosen += 1));
    await picker(page, 'Agent').click();
    await page.getByText('New session with', { exact: true }).waitFor();
    const rows = await page.getByRole('option').allTextContents();
    expect(rows).toEqual([
      'Accord Demo',
      'Claude CodeAnthropic',
      'Account and provider...',
      'More agents...',
    ]);
    await page.getByRole('option', { name: 'Accord Demo' }).click();
    await picker(page, 'Agent').click();
    const others = page.getByRole('group', { name: 'New session with' });
    expect(await accessibilityViolations(page)).toEqual([]);
    await others.getByRole('option', { name: 'Claude Code' }).click();
    await expect.poll(() => made).toEqual([{ agentId: 'claude' }]);
    await picker(page, 'Agent').click();
    await page.getByRole('option', { name: 'More agents...' }).click();
    await expect.poll(() => chosen).toBe(1);
  });
});

describe('four pickers', () => {
  it.each([240, 300, 480, 800])('stay in one line at %i px', async width => {
    const { page } = await open({ view: viewWith(modes, model, effort, approve), width });
    await picker(page, 'Mode').waitFor();
    const row = page.locator('.composer-row');
    const { height = 0 } = (await row.boundingBox()) ?? {};
    expect(height).toBeLessThan(40);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    const sticksOut = await row.evaluate(node => node.scrollWidth > node.clientWidth);
    expect(sticksOut).toBe(false);
    const more = page.getByRole('button', { name: 'More options' });
    if (width <= 300) {
      await more.locator('.picker-warning').waitFor();
      await more.click();
      const menu = page.getByRole('dialog', { name: 'More options' });
      await menu.getByRole('switch', { name: 'Auto-approve tools' }).waitFor();
      await menu.getByRole('combobox', { name: 'Thinking effort' }).click();
      await page.getByRole('option', { name: 'Effort: low' }).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
    } else if (width === 800) {
      expect(await more.count()).toBe(0);
    }
  });
});
