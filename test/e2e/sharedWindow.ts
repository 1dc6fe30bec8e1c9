import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Frame } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import type { Scenario } from '../fakes/scenario.ts';
import { scriptedAgent, type ScriptedAgent } from '../fakes/scriptedAgent.ts';
import { allowClipboard } from '../harness/vscode/workbench.ts';
import { startWindow, themes, VIEWPORT, type Window, type WindowOptions } from './window.ts';

/** A window, and in it the chat without a session, in front of an agent of the test's own. */
export interface ChatWindow {
  readonly window: Window;
  readonly chat: Frame;
  /** What the agent is called: each has a name of its own, since the window keeps those of earlier tests. */
  readonly name: string;
}

const CLICK_MS = 1000;
const ACCEPT_ALL = { name: 'Accept all' };
const CLOSE = { name: /^Close/ };

type StageOptions = Pick<WindowOptions, 'settings' | 'theme' | 'viewport'>;

/**
 * A window that tests take one after the other, since opening one takes longer than most tests. Whoever enters finds it as
 * if it had just been opened: no session, no editor, nothing to review, the files as they were, only these settings. What
 * is left from earlier tests is the history.
 */
export class SharedWindow {
  private window: Window | undefined;
  private readonly options: Pick<WindowOptions, 'env'>;

  constructor(options: Pick<WindowOptions, 'env'> = {}) {
    this.options = options;
  }

  /** Gives the running test the window. If it fails, it takes the window with it, after a picture of it was taken. */
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

  /** Has the next test get a new one. */
  async close(): Promise<void> {
    const { window } = this;
    this.window = undefined;
    await window?.close();
  }
}

/** The window of this worker that most tests take. */
const shared = new SharedWindow();
let agentCount = 0;

/** Gives the running test that window. `agent` is an entry of `accord.agents`, and the only one. */
export async function openChat(agent: object, options: StageOptions = {}): Promise<ChatWindow> {
  const name = `Scripted ${++agentCount}`;
  const agents = { 'accord.agents': { [name]: agent }, 'accord.defaultAgent': name };
  const settings = { ...agents, ...options.settings };
  const { window, chat } = await shared.enter({ ...options, settings });
  const picker = chat.getByRole('combobox', { name: 'Agent', exact: true });
  await expect.poll(() => picker.innerText(), { message: 'the settings are read' }).toBe(name);
  return { window, chat, name };
}

/** Gives the running test that window, in front of an agent that plays the scenario. */
export async function openChatWithScenario(
  folder: string,
  scenario: Scenario,
): Promise<{ readonly chat: Frame; readonly agent: ScriptedAgent }> {
  const agent = await scriptedAgent(folder, scenario);
  const { chat } = await openChat(agent.launch);
  return { chat, agent };
}

/** Has the next test get a new window. */
export const closeSharedWindow = (): Promise<void> => shared.close();

/** Takes away what the test before has left. */
async function clear(shown: Window): Promise<Frame> {
  await shown.page.keyboard.press('Escape');
  await closeEditors(shown);
  await hide(shown, '.part.panel', 'View: Hide Panel');
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
 * Leaves nothing to review, no session and no draft. Whatever is clicked away makes room for the next thing, which may miss
 * its click meanwhile, and a chat that was an editor may still be there for a moment: so it looks again until all is gone.
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

/** What the test before has done to the files is undone behind everyone's back, as a checkout in a terminal would. */
async function restoreFiles(folder: string): Promise<void> {
  const git = (...args: string[]) => promisify(execFile)('git', args, { cwd: folder });
  await git('reset', '--quiet', '--hard', 'main');
  await git('clean', '--quiet', '-ffdx');
}
