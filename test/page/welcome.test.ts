import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  ChooseAgent,
  DismissInstallation,
  OpenLink,
  Reset,
  Send,
  ShellChanged,
} from '../../src/core/chat/messages.ts';
import { accessibilityViolations } from './accessibilityViolations.ts';
import { idleState } from '../fakes/idleState.ts';
import { sampleView } from './sample.ts';
import { useChatPage } from './useChatPage.ts';
import { failedInstallation, runningInstallation, setupView } from './welcomeSamples.ts';

// What a new user sees: agents to choose from, the demo, and installations.

const openPage = useChatPage();

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
const message = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' });

describe('the welcome page of a new user', () => {
  it('offers the agents on this machine, then the most used ones, then all, then the demo', async () => {
    const { page, host } = await openPage({ view: setupView() });
    const chosen: unknown[] = [];
    host.onNotification(ChooseAgent, choice => void chosen.push(choice));
    expect(await page.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'On this machine',
      'Most used',
      'Try the demo',
    ]);
    const popular = page.getByRole('list', { name: 'Most used' });
    expect(await popular.getByRole('listitem').count()).toBe(4);
    expect(await popular.getByRole('listitem').first().textContent()).toBe(
      'Claude AgentClaude plan or Anthropic API key · Node.js 22+ · 140 MB download',
    );
    await button(page, /^Claude Agent/).click();
    await button(page, 'All agents...').click();
    await expect.poll(() => chosen).toEqual([{ agentId: 'claude-acp' }, {}]);
  });

  it.each([240, 300, 480])('shows what an agent needs in one line of %i pixels', async width => {
    const { page } = await openPage({ view: setupView(), width });
    const needs = page.locator('.offer-needs');
    await needs.first().waitFor();
    const heights = await needs.evaluateAll(all => all.map(({ clientHeight }) => clientHeight));
    expect(heights).toHaveLength(5);
    expect(new Set(heights).size).toBe(1);
    expect(await needs.nth(1).getAttribute('title')).toBe(
      'Claude plan or Anthropic API key \u00b7 Node.js 22+ \u00b7 140 MB download',
    );
  });

  // The height of the chat in a window of 1280 by 800 pixels.
  it.each([
    ['dark', 300],
    ['light', 300],
    ['dark', 480],
    ['light', 480],
  ] as const)('shows the demo without scrolling: %s, %i px', async (theme, width) => {
    const { page } = await openPage({ view: setupView(), theme, width, height: 690 });
    const starter = button(page, 'Edit a file, then review the hunks');
    await starter.waitFor();
    const bottom = await starter.evaluate(one => one.getBoundingClientRect().bottom);
    const end = await page.getByRole('log').evaluate(one => one.getBoundingClientRect().bottom);
    await page.screenshot({ path: `out/screenshots/welcome-${theme}-${width}.png` });
    expect(bottom).toBeLessThanOrEqual(end);
  });

  it('starts the demo with a prompt that it understands', async () => {
    const { page, host } = await openPage({ view: setupView() });
    const sent: unknown[] = [];
    host.onRequest(Send, prompt => {
      sent.push(prompt);
      return { isAccepted: true };
    });
    await button(page, 'Edit a file, then review the hunks').click();
    await expect
      .poll(() => sent)
      .toEqual([{ agentId: 'demo', draft: { text: '/edit', mentions: [] } }]);
  });

  it('says that it looks for agents until they are known', async () => {
    const { agentSuggestions: _, ...shell } = setupView().shell;
    const { page, host } = await openPage({ view: { shell } });
    await page.getByText('Looking for agents').waitFor();
    await button(page, 'Edit a file, then review the hunks').waitFor();
    await host.sendNotification(ShellChanged, setupView().shell);
    await page.getByRole('list', { name: 'On this machine' }).waitFor();
    expect(await page.getByText('Looking for agents').count()).toBe(0);
  });

  it.each([
    ['dark', 240],
    ['dark', 400],
    ['light', 800],
    ['contrast', 400],
  ] as const)('has no violations: %s, %i px', async (theme, width) => {
    const view = setupView([runningInstallation, { ...failedInstallation, agentId: 'codex-acp' }]);
    const { page } = await openPage({ view, theme, width });
    expect(await accessibilityViolations(page)).toEqual([]);
    const scrolled = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(scrolled).toBeLessThanOrEqual(width);
  });

  it('can be used with the keyboard alone', async () => {
    const { page, host } = await openPage({ view: setupView() });
    const chosen: unknown[] = [];
    host.onNotification(ChooseAgent, choice => void chosen.push(choice));
    await button(page, /^Gemini CLI/).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => chosen).toEqual([{ agentId: 'claude-acp' }]);
  });
});

describe('a prompt without an agent', () => {
  it('stays in the composer until an agent is chosen, and is gone when it was sent', async () => {
    const { page, host } = await openPage({ view: setupView() });
    const prompts: unknown[] = [];
    let choose: ((answer: { isAccepted: boolean }) => void) | undefined;
    host.onRequest(Send, prompt => {
      prompts.push(prompt);
      return new Promise<{ isAccepted: boolean }>(resolve => {
        choose = resolve;
      });
    });
    await message(page).pressSequentially('fix the bug');
    await message(page).press('Enter');
    await expect.poll(() => prompts).toEqual([{ draft: { text: 'fix the bug', mentions: [] } }]);
    await message(page).press('Enter');
    expect(await message(page).textContent()).toBe('fix the bug');
    const session = { state: { ...idleState, id: 'new' }, entries: [], earlier: 0, terminals: [] };
    await host.sendNotification(Reset, { shell: sampleView.shell, session });
    choose?.({ isAccepted: true });
    await expect.poll(() => message(page).locator('.cm-placeholder').count()).toBe(1);
    expect(prompts).toHaveLength(1);
  });

  it('stays in the composer if no agent is chosen, and can be sent again', async () => {
    const { page, host } = await openPage({ view: setupView() });
    let asked = 0;
    host.onRequest(Send, () => {
      asked += 1;
      return { isAccepted: false };
    });
    await message(page).pressSequentially('fix the bug');
    await message(page).press('Enter');
    await expect.poll(() => asked).toBe(1);
    await message(page).press('Enter');
    await expect.poll(() => asked).toBe(2);
    expect(await message(page).textContent()).toBe('fix the bug');
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('is not promised to an agent by the composer', async () => {
    const { page } = await openPage({ view: setupView() });
    expect(await page.locator('.cm-placeholder').textContent()).toBe(
      'Ask an agent. Type @ for context',
    );
    const picker = page.getByRole('combobox', { name: 'Agent' });
    expect(await picker.textContent()).toBe('Agent');
  });
});

describe('an installation', () => {
  it('shows its progress and can be canceled', async () => {
    const { page, host } = await openPage({ view: setupView([runningInstallation]) });
    const dismissed: unknown[] = [];
    host.onNotification(DismissInstallation, one => void dismissed.push(one));
    const region = page.getByRole('region', { name: 'Installing Claude Agent' });
    await region.getByText('12 of 140 MB').waitFor();
    expect(await region.getByRole('progressbar').getAttribute('value')).toBe('0.08');
    await region.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => dismissed).toEqual([{ agentId: 'claude-acp' }]);
  });

  it('that failed says why and offers the next steps', async () => {
    const { page, host } = await openPage({ view: setupView([failedInstallation]) });
    const done: unknown[] = [];
    for (const type of [ChooseAgent, DismissInstallation, OpenLink]) {
      host.onNotification(type.method, (one: unknown) => void done.push(one));
    }
    const region = page.getByRole('region', { name: "Claude Agent isn't installed" });
    await region.getByText('needs Node.js >=22').waitFor();
    for (const name of ['Open nodejs.org', 'Try again', 'Choose another agent', 'Dismiss']) {
      await region.getByRole('button', { name }).click();
    }
    await expect
      .poll(() => done)
      .toEqual([
        { sessionId: '', href: 'https://nodejs.org' },
        { agentId: 'claude-acp' },
        {},
        { agentId: 'claude-acp' },
      ]);
  });
});

describe('the welcome page of the demo', () => {
  it('suggests only what the demo can do', async () => {
    const state = { ...idleState, id: 'demo', agentId: 'demo', agentName: 'Accord Demo' };
    const session = { state, entries: [], earlier: 0, terminals: [] };
    const { page } = await openPage({ view: { shell: sampleView.shell, session } });
    const list = page.getByRole('list', { name: 'Suggestions' });
    expect(await list.getByRole('button').allTextContents()).toEqual([
      'Edit a file, then review the hunks',
      'Explain a file in this project',
      'Run a command',
    ]);
    await list.getByRole('button').first().click();
    expect(await message(page).textContent()).toBe('/edit');
  });
});
