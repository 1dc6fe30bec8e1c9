import { globSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser, type Frame, type Locator, type Page } from 'playwright-core';
import { expect, inject, onTestFinished, type TestContext } from 'vitest';
import { inProject } from '../harness/paths.ts';
import type { VSCodeServer } from '../harness/vscode/vscodeServer.ts';
import { openWorkbench, windowAddress } from '../harness/vscode/workbench.ts';
import {
  doubleWorkspace,
  sampleWorkspace,
  type Workspace,
} from '../harness/vscode/sampleWorkspace.ts';
import { leaseServer, type ServerLease } from './windowServer.ts';

const FIRST_PICK_MS = 150;
const PICK_MS = 5000;
const MENU_MS = 2000;
const FOLDERS_MS = 8000;
export const VIEWPORT = { width: 1280, height: 800 };

/** The themes in which everything is tested. */
export const themes = {
  light: 'Light Modern',
  dark: 'Dark Modern',
  highContrast: 'Default High Contrast',
  highContrastLight: 'Default High Contrast Light',
} as const;

export type Theme = keyof typeof themes;

/** VS Code's names for the kinds of themes. */
const kinds: Readonly<Record<Theme, string>> = {
  light: 'vs',
  dark: 'vs-dark',
  highContrast: 'hc-black',
  highContrastLight: 'hc-light',
};

type Settings = Readonly<Record<string, unknown>>;

export interface WindowOptions {
  /** The user's settings, of any scope. */
  readonly settings?: Settings;
  readonly theme?: Theme;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Opens the folder in Restricted Mode. */
  readonly restricted?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** Runs VS Code with its TypeScript server. */
  readonly typescriptServer?: boolean;
  /** Opens two copies of the sample project, `kitty` and `purse`, side by side. */
  readonly twoFolders?: boolean;
}

/** Opens a window for the running test. It is closed after the test, and a failure leaves a screenshot. */
export async function openWindow(options: WindowOptions = {}): Promise<Window> {
  const window = await startWindow(options);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') {
      await window.tellFailure(task);
    }
    await window.close();
  });
  return window;
}

/** Opens a window that several tests share. The caller closes it. */
export async function startWindow(options: WindowOptions = {}): Promise<Window> {
  const settings = { 'workbench.colorTheme': themes[options.theme ?? 'dark'], ...options.settings };
  const workspace = options.twoFolders ? await doubleWorkspace() : await sampleWorkspace();
  const wish = {
    env: options.env ?? {},
    restricted: options.restricted ?? false,
    typescriptServer: options.typescriptServer ?? false,
  };
  const lease = await leaseServer(wish, settings);
  try {
    return await openOn(lease, { settings, workspace, viewport: options.viewport ?? VIEWPORT });
  } catch (error) {
    await lease.end();
    throw error;
  }
}

async function openOn(
  lease: ServerLease,
  about: Pick<Parts, 'settings' | 'workspace'> & Required<Pick<WindowOptions, 'viewport'>>,
): Promise<Window> {
  const { server } = lease;
  const outputBefore = server.output().length;
  const browser = await chromium.connectOverCDP(inject('browserEndpoint'));
  const page = await newPage(browser, server);
  await page.setViewportSize(about.viewport);
  await openWorkbench(page, windowAddress(server, about.workspace.opens));
  if (about.workspace.opens !== about.workspace.folder) {
    await waitForFolders(page);
  }
  await hideSideBar(page);
  return new Window({ ...about, page, browser, lease, outputBefore });
}

/** Leaves the window to the editors and the chat. */
async function hideSideBar(page: Page): Promise<void> {
  const sideBar = page.locator('.part.sidebar');
  await sideBar.waitFor();
  await page.keyboard.press('ControlOrMeta+B');
  await sideBar.waitFor({ state: 'hidden' });
}

/**
 * VS Code may open a workspace file before it has read it, and then sometimes misses its folders. In that case the
 * window is reloaded.
 */
async function waitForFolders(page: Page): Promise<void> {
  const shown = async (): Promise<boolean> => {
    const last = page.getByRole('treeitem', { name: /^purse/ }).first();
    const isThere = await last.waitFor({ timeout: FOLDERS_MS }).then(
      () => true,
      () => false,
    );
    if (!isThere) {
      await page.reload();
    }
    return isThere;
  };
  await expect.poll(shown, { message: 'the folders are not shown', timeout: 60_000 }).toBe(true);
}

/** A page of the shared browser, which keeps only compiled code from earlier windows at the same address. */
async function newPage(browser: Browser, server: VSCodeServer): Promise<Page> {
  const [context] = browser.contexts();
  if (!context) {
    throw new Error('The browser has no profile.');
  }
  const page = await context.newPage();
  await page.emulateMedia({ reducedMotion: 'reduce' }); // Animations take time.
  const debug = await context.newCDPSession(page);
  await debug.send('Storage.clearDataForOrigin', {
    origin: `http://${server.authority}`,
    storageTypes: 'cookies,indexeddb,local_storage,service_workers,cache_storage',
  });
  await debug.detach();
  return page;
}

interface Parts {
  readonly page: Page;
  readonly browser: Browser;
  readonly lease: ServerLease;
  readonly workspace: Workspace;
  readonly settings: Settings;
  /** The length of the server's output before this window was opened. */
  readonly outputBefore: number;
}

/** A VS Code window with the packaged extension, on a fresh copy of the sample project. */
export class Window {
  page: Page;
  /** The open folder. */
  readonly folder: string;
  private readonly parts: Parts;
  private settings: Settings;

  constructor(parts: Parts) {
    this.parts = parts;
    this.page = parts.page;
    this.folder = parts.workspace.folder;
    this.settings = parts.settings;
  }

  /** Runs a command by its title, such as "Accord: New Session". */
  async runCommand(title: string): Promise<void> {
    await this.pick('F1', `>${title}`, title);
  }

  /** Opens a file of the workspace, at a line (from 1) if one is named. */
  async openFile(file: string, line?: number): Promise<void> {
    const name = path.basename(file);
    await this.pick('ControlOrMeta+P', line === undefined ? file : `${file}:${line}`, name);
    await this.page.getByRole('tab', { name, selected: true }).waitFor();
  }

  /** Chooses an item in the context menu of an element. A menu that has just opened ignores clicks. */
  async chooseFromMenu(target: Locator, name: string): Promise<void> {
    const item = this.page.getByRole('menuitem', { name });
    let clicked = false;
    const choose = async (): Promise<boolean> => {
      if (await item.isVisible()) {
        await item.click({ timeout: MENU_MS });
        clicked = true;
        await item.waitFor({ state: 'detached', timeout: MENU_MS });
      } else if (!clicked) {
        await target.click({ button: 'right' });
        await item.waitFor({ timeout: MENU_MS });
      }
      return clicked;
    };
    await expect
      .poll(() => choose().catch(() => false), { message: `the menu offers no "${name}"` })
      .toBe(true);
  }

  /** The visible lines of the active editor. */
  async editorText(): Promise<string> {
    return this.page.evaluate<string>(linesOnScreen);
  }

  /** The content of a workspace file on disk. */
  fileText(file: string): Promise<string> {
    return readFile(path.join(this.folder, file), 'utf8');
  }

  /** Shows the chat and returns its frame. */
  async chat(): Promise<Frame> {
    await this.runCommand('Accord: Focus on Chat View');
    return this.frameWith('log', 'Conversation');
  }

  /** Waits for the webview that contains an element with this role and name. */
  async frameWith(role: 'log' | 'textbox' | 'button', name: string): Promise<Frame> {
    const find = async (): Promise<Frame | undefined> => {
      for (const frame of this.page.frames()) {
        const count = await frame
          .getByRole(role, { name })
          .count()
          .catch(() => 0);
        if (frame !== this.page.mainFrame() && count > 0) {
          return frame;
        }
      }
      return undefined;
    };
    await expect.poll(find, { message: `no webview shows a ${role} "${name}"` }).toBeDefined();
    const frame = await find();
    if (!frame) {
      throw new Error(`The webview with the ${role} "${name}" went away.`);
    }
    return frame;
  }

  /** Changes settings while the window is open. */
  async configure(settings: Settings): Promise<void> {
    this.settings = { ...this.settings, ...settings };
    await this.parts.lease.server.configure(this.settings);
  }

  /** Replaces all settings. */
  async configureOnly(settings: Settings): Promise<void> {
    this.settings = {};
    await this.configure(settings);
  }

  async useTheme(theme: Theme): Promise<void> {
    await this.configure({ 'workbench.colorTheme': themes[theme] });
    await this.themeShown(theme);
  }

  async themeShown(theme: Theme): Promise<void> {
    await this.page.locator(`.monaco-workbench.${kinds[theme]}`).waitFor();
  }

  /** Drags the edge of the secondary side bar, which shows the chat, to this width. */
  async setSideBarWidth(widthPx: number): Promise<void> {
    const box = await this.page.locator('.part.auxiliarybar').boundingBox();
    if (!box) {
      throw new Error('The secondary side bar is not on screen.');
    }
    const y = box.y + box.height / 2;
    await this.page.mouse.move(box.x, y);
    await this.page.mouse.down();
    await this.page.mouse.move(box.x + box.width - widthPx, y, { steps: 5 });
    await this.page.mouse.up();
  }

  /** Closes the secondary side bar. */
  async hideChat(): Promise<void> {
    await this.runCommand('View: Hide Secondary Side Bar');
    await this.page.locator('.part.auxiliarybar').waitFor({ state: 'hidden' });
  }

  /** Saves a screenshot to out/screenshots and returns its path. */
  async screenshot(name: string): Promise<string> {
    const file = inProject('out', 'screenshots', `${name.replaceAll(/[^\w.-]+/g, '-')}.png`);
    await mkdir(path.dirname(file), { recursive: true });
    await this.page.screenshot({ path: file });
    return file;
  }

  /** Saves a screenshot, and prints the error and the server's output, since a retry may succeed. */
  async tellFailure({ name, result }: TestContext['task']): Promise<void> {
    await this.screenshot(`failed ${name}`);
    console.log(result?.errors?.map(({ stack }) => stack).join('\n'));
    console.log(this.parts.lease.server.output().slice(this.parts.outputBefore));
  }

  /** The folder of the user's files, such as `settings.json`. */
  get userFolder(): string {
    return path.join(this.parts.lease.server.data, 'data/User');
  }

  /** A file in the extension's global storage, such as `sessions/NAME/owner`. */
  async storedFile(name: string): Promise<string> {
    const storage = path.join(this.userFolder, 'globalStorage/accord-acp.accord');
    const [found] = globSync(name, { cwd: storage });
    return found === undefined ? '' : readFile(path.join(storage, found), 'utf8');
  }

  /** Kills the extension host immediately. */
  async killExtensionHost(): Promise<void> {
    process.kill(Number.parseInt(await this.storedFile('sessions/*/owner'), 10), 'SIGKILL');
  }

  /** Opens the window again in a browser without any state, so that everything it shows was on disk. */
  async reopen(): Promise<void> {
    const { browser, lease } = this.parts;
    const viewport = this.page.viewportSize();
    await this.page.close();
    this.page = await newPage(browser, lease.server);
    if (viewport) {
      await this.page.setViewportSize(viewport);
    }
    await openWorkbench(this.page, windowAddress(lease.server, this.folder));
  }

  async close(): Promise<void> {
    await this.page.close();
    await this.parts.browser.close();
    await this.parts.lease.end();
    await this.parts.workspace.remove();
  }

  /** Picks an item in VS Code's quick input. Retries while the provider of the item is still starting. */
  private async pick(key: string, query: string, label: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget input').first();
    const row = this.page
      .locator('.quick-input-widget .monaco-list-row')
      .filter({ has: this.page.getByText(label, { exact: true }) })
      .first();
    let timeout = FIRST_PICK_MS;
    const ask = async (): Promise<boolean> => {
      timeout *= 2;
      await this.page.keyboard.press('Escape');
      await this.page.keyboard.press(key);
      await input.fill(query, { timeout });
      await row.waitFor({ timeout });
      // Clicks only once: a click that succeeded but was reported too late must not be repeated.
      await row.click({ timeout: PICK_MS });
      return true;
    };
    await expect
      .poll(() => ask().catch(() => false), { message: `"${label}" is not offered` })
      .toBe(true);
  }
}

/** VS Code does not keep the lines of an editor in order. */
const linesOnScreen = `
  [...document.querySelectorAll('.editor-group-container.active .view-line')]
    .map(line => ({ top: line.getBoundingClientRect().top, text: line.textContent }))
    .sort((a, b) => a.top - b.top)
    .map(line => line.text.replaceAll('\\u00a0', ' '))
    .join('\\n')`;
