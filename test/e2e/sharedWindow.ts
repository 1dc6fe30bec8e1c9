import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Frame } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import type { Scenario } from '../fakes/scenario.ts';
import { scriptedAgent, type ScriptedAgent } from '../fakes/scriptedAgent.ts';
import { allowClipboard } from '../harness/vscode/workbench.ts';
import { startWindow, themes, VIEWPORT, type Window, type WindowOptions } from './window.ts';

/** A window whose chat has no session, with an agent of the test. */
export interface ChatWindow {
  readonly window: Window;
  readonly chat: Frame;
  /** The name of the agent. It is unique, because the window remembers the agents of earlier tests. */
  readonly name: string;
}

const CLICK_MS = 1000;
const ACCEPT_ALL = { name: 'Accept all' };
const CLOSE = { name: /^Close/ };

/** What its server is started with. */
type ServedOptions = Pick<WindowOptions, 'env' | 'typescriptServer'>;
type StageOptions = Pick<WindowOptions, 'settings' | 'theme' | 'viewport'>;

/**
 * A window that tests use one after the other, since opening one takes longer than most tests. Each test gets it as if
 * it had just been opened: without sessions, editors and pending changes, with the original files, and with only the
 * settings of the test. Only the history of earlier tests remains.
 */
export class SharedWindow {
  private window: Window | undefined;
  private readonly options: ServedOptions;

  constructor(options: ServedOptions = {}) {
    this.options = options;
  }

  /** Gives the window to the running test. If the test fails, the window is closed after a screenshot. */
  async enter(options: StageOptions = {}): Promise<Pick<ChatWindow, 'window' | 'chat'>> {
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail') {
        await this.window?.tellFailure(task);
        await this.close();
      }
    });
    const { theme = 'dark', viewport = VIEWPORT } = options;
    this.window ??= await startWindow(this.options);
    const { window } = this;
    await window.page.bringToFront();
    await allowClipboard(window.page);
    await window.page.setViewportSize(viewport);
    const chat = await clear(window);
    await window.configureOnly({ 'workbench.colorTheme': themes[theme], ...options.settings });
    await window.themeShown(theme);
    return { window, chat };
  }

  /** Closes the window, so that the next test gets a new one. */
  async close(): Promise<void> {
    const { window } = this;
    this.window = undefined;
    await window?.close();
  }
}

/** The shared window of this worker. */
const shared = new SharedWindow();
let agentCount = 0;

/** Gives the shared window, or another one, to the running test. `agent` is the only entry of `accord.agents`. */
export async function openChat(
  agent: object,
  options: StageOptions = {},
  within = shared,
): Promise<ChatWindow> {
  const name = `Scripted ${++agentCount}`;
  const agents = { 'accord.agents': { [name]: agent }, 'accord.defaultAgent': name };
  const settings = { ...agents, ...options.settings };
  const { window, chat } = await within.enter({ ...options, settings });
  const picker = chat.getByRole('combobox', { name: 'Agent', exact: true });
  await expect.poll(() => picker.innerText(), { message: 'the settings are read' }).toBe(name);
  return { window, chat, name };
}

/** Gives the shared window to the running test, with an agent that plays the scenario. */
export async function openChatWithScenario(
  folder: string,
  scenario: Scenario,
): Promise<{ readonly chat: Frame; readonly agent: ScriptedAgent }> {
  const agent = await scriptedAgent(folder, scenario);
  const { chat } = await openChat(agent.launch);
  return { chat, agent };
}

/** Closes the shared window, so that the next test gets a new one. */
export const closeSharedWindow = (): Promise<void> => shared.close();

/** Resets the window after the previous test. */
async function clear(shown: Window): Promise<Frame> {
  await shown.page.keyboard.press('Escape');
  await closeEditors(shown);
  await hide(shown, '.part.panel', 'View: Hide Panel');
  await hide(shown, '.part.sidebar', 'View: Close Primary Side Bar');
  await hide(shown, '.notification-toast', 'Notifications: Clear All Notifications');
  await shown.chat();
  await clearChat(shown);
  const chat = await shown.frameWith('log', 'Conversation');
  await clearDraft(chat);
  await restoreFiles(shown.folder);
  return chat;
}

async function closeEditors(shown: Window): Promise<void> {
  const tabs = shown.page.locator('.part.editor .tab');
  if ((await tabs.count()) === 0) {
    return;
  }
  await shown.runCommand('View: Close All Editors');
  const forget = shown.page.getByRole('dialog').getByRole('button', { name: "Don't Save" });
  const left = async (): Promise<number> => {
    if (await forget.isVisible()) {
      await forget.click();
    }
    return tabs.count();
  };
  await expect.poll(left, { message: 'all editors are closed' }).toBe(0);
}

async function hide(shown: Window, selector: string, command: string): Promise<void> {
  const part = shown.page.locator(selector).first();
  if (await part.isVisible()) {
    await shown.runCommand(command);
    await part.waitFor({ state: 'hidden' });
  }
}

/**
 * Removes all pending changes, sessions and drafts. A click can miss its target while something else disappears, and a
 * chat editor may remain for a moment, so this is repeated until nothing is left.
 */
async function clearChat(shown: Window): Promise<void> {
  const clearOnce = async (): Promise<number> => {
    const chat = await shown.frameWith('log', 'Conversation');
    const left = [
      chat.getByRole('region', { name: 'Pending changes' }).getByRole('button', ACCEPT_ALL),
      chat.getByRole('navigation', { name: 'Sessions' }).getByRole('button', CLOSE),
    ];
    for (const button of left) {
      if ((await button.count()) > 0) {
        await button.first().click({ timeout: CLICK_MS });
      }
    }
    const counts = await Promise.all(left.map(button => button.count()));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  await expect
    .poll(() => clearOnce().catch(() => undefined), { message: 'all sessions are closed' })
    .toBe(0);
}

async function clearDraft(chat: Frame): Promise<void> {
  await chat.getByRole('textbox', { name: 'Message' }).fill('');
}

/** Restores the files on disk, as a checkout in a terminal would. */
async function restoreFiles(folder: string): Promise<void> {
  const git = (...args: string[]) => promisify(execFile)('git', args, { cwd: folder });
  await git('reset', '--quiet', '--hard', 'main');
  await git('clean', '--quiet', '-ffdx');
}
