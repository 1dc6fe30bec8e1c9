import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { MessageConnection } from 'vscode-jsonrpc/node';
// oxlint-disable-next-line import/no-unassigned-import -- installs the library's timers for Node
import 'vscode-jsonrpc/node';
import type { ChatViewState } from '../../src/core/chat/chatViewState.ts';
import { chatPageHtml } from '../../src/core/chat/chatPageHtml.ts';
import { Ready, Reset } from '../../src/core/chat/messages.ts';
import { connectPort } from '../../src/core/chat/port.ts';
import { root } from '../harness/paths.ts';
import { type ThemeName, themes } from './themes.ts';

/** The built chat view in a browser, with the test in place of the extension. It uses no network and opens no port. */
export interface ChatPage {
  readonly page: Page;
  /** The extension's side of the connection. */
  readonly host: MessageConnection;
  /** URLs requested by the page, except its own files. */
  readonly requests: readonly string[];
  /** Errors reported by the browser. */
  readonly complaints: readonly string[];
}

export interface PageOptions {
  readonly view: ChatViewState;
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  /** Pixels of the screen per pixel of the page: 2 is a zoom of 200 %, with half the width and height. */
  readonly zoom?: number;
  readonly reducedMotion?: boolean;
  /** Translations by their English texts. */
  readonly words?: Readonly<Record<string, string>>;
  /** Runs when the page has loaded, before it gets its state. */
  readonly beforeReset?: (page: Page, host: MessageConnection) => Promise<void>;
}

const ORIGIN = 'https://accord.test';
const NONCE = 'bm9uY2U';

/** Opens the page and sends its initial state. */
export async function openChatPage(browser: Browser, options: PageOptions): Promise<ChatPage> {
  const zoom = options.zoom ?? 1;
  const viewport = {
    width: Math.round((options.width ?? 420) / zoom),
    height: Math.round((options.height ?? 900) / zoom),
  };
  const page = await browser.newPage({
    viewport,
    deviceScaleFactor: zoom,
    reducedMotion: options.reducedMotion ? 'reduce' : 'no-preference',
  });
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('console', message => {
    if (message.type() === 'error') {
      complaints.push(message.text());
    }
  });
  page.on('pageerror', error => complaints.push(String(error)));
  await page.route('**/*', async route => {
    const url = new URL(route.request().url());
    const body = url.origin === ORIGIN ? await fileFor(url.pathname, options) : undefined;
    if (body === undefined) {
      requests.push(url.href);
      await route.abort();
    } else {
      await route.fulfill({ body, contentType: typeOf(url.pathname) });
    }
  });
  const host = await connectPage(page);
  const ready = new Promise<void>(resolve => {
    host.onNotification(Ready, async () => {
      await options.beforeReset?.(page, host);
      void host.sendNotification(Reset, options.view);
      resolve();
    });
  });
  host.listen();
  await page.goto(`${ORIGIN}/`);
  await Promise.race([
    ready,
    page.waitForTimeout(20_000).then(() => {
      throw new Error(`The page did not start: ${complaints.join(' ')}`);
    }),
  ]);
  await page.locator('main').waitFor();
  return { page, host, requests, complaints };
}

/** The part of `sessionStorage` that is used here. */
interface Keeper {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
}

/** Connects the page's `postMessage` with the test. */
async function connectPage(page: Page): Promise<MessageConnection> {
  const listeners = new Set<(message: unknown) => void>();
  await page.exposeFunction('accordPost', (message: unknown) => {
    for (const hear of listeners) {
      hear(message);
    }
  });
  await page.addInitScript(() => {
    const scope = globalThis as unknown as Record<string, unknown>;
    const storage = (): Keeper => scope['sessionStorage'] as Keeper;
    scope['acquireVsCodeApi'] = () => ({
      postMessage: (message: unknown) =>
        (scope['accordPost'] as (message: unknown) => void)(structuredClone(message)),
      // VS Code keeps the state when the page is reloaded.
      getState: () => JSON.parse(storage().getItem('state') ?? 'null') as unknown,
      setState: (after: unknown) => storage().setItem('state', JSON.stringify(after)),
    });
  });
  return connectPort({
    post: message =>
      void page
        .evaluate(`window.postMessage(${JSON.stringify(message)}, '*')`)
        .catch(() => undefined /* The page has been closed. */),
    onMessage: hear => {
      listeners.add(hear);
      return { dispose: () => listeners.delete(hear) };
    },
  });
}

async function fileFor(pathname: string, options: PageOptions): Promise<string | undefined> {
  if (pathname === '/') {
    return html(options);
  }
  return /^\/dist\/[\w.]+$/.test(pathname)
    ? readFile(path.join(root, pathname), 'utf8').catch(() => undefined)
    : undefined;
}

const typeOf = (pathname: string): string =>
  pathname.endsWith('.js')
    ? 'text/javascript'
    : pathname.endsWith('.css')
      ? 'text/css'
      : 'text/html';

/** The same HTML and policy as in VS Code, with the variables and scroll bars that VS Code adds. */
function html({ view, theme = 'dark', words }: PageOptions): string {
  const { bodyClass, variables } = themes[theme];
  const css = Object.entries(variables).map(([name, value]) => `--vscode-${name}: ${value};`);
  const page = chatPageHtml({
    nonce: NONCE,
    firstScript: readFileSync(path.join(root, 'dist', 'firstScript.js'), 'utf8'),
    fieldLabel: view.shell.unavailableReason ? undefined : (words?.['Message'] ?? 'Message'),
    script: `${ORIGIN}/dist/webview.js`,
    style: `${ORIGIN}/dist/webview.css`,
    source: ORIGIN,
    language: 'en',
    strings: words,
  });
  const colors = `<style nonce="${NONCE}">
      :root { ${css.join(' ')} }
      body { background: var(--vscode-sideBar-background); }
      @layer vscode-default {
        html { scrollbar-color: var(--vscode-scrollbarSlider-background) var(--vscode-editor-background); }
        code {
          padding: 1px 3px;
          color: var(--vscode-textPreformat-foreground);
          background-color: var(--vscode-textPreformat-background);
        }
      }
    </style>`;
  return page
    .replace('</head>', `${colors}</head>`)
    .replace('<body>', `<body class="${bodyClass}">`);
}
