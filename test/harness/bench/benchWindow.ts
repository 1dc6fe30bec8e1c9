import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import {
  createMessageConnection,
  ParameterStructures,
  SocketMessageReader,
  SocketMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node';
import { installBenchExtension } from './benchExtension.ts';
import { browserLaunch } from '../browser/browserLaunch.ts';
import { packageExtension } from '../packageExtension.ts';
import { hostEnvironment } from '../vscode/hostSuite.ts';
import { vsix } from '../paths.ts';
import { startPlainBrowser } from '../browser/plainBrowser.ts';
import { installExtension, startVSCode } from '../vscode/vscodeServer.ts';
import { isolateWebviews, openWorkbench, windowAddress } from '../vscode/workbench.ts';
import { sampleWorkspace } from '../vscode/sampleWorkspace.ts';
import { createTemporaryFolder, removeFolder } from '../createTemporaryFolder.ts';

const VIEWPORT = { width: 1280, height: 1000 };
const CONNECT_TIMEOUT_MS = 60_000;

/** The functions of a file in the extension host that its benchmark calls. Arguments and results are passed as JSON. */
type Calls<T> = { readonly [K in keyof T]: (...args: never[]) => unknown };

/**
 * A real VS Code window with the packaged extension. A benchmark drives its page and calls functions in its extension
 * host.
 */
export interface BenchWindow<T extends Calls<T>> {
  /** What is on screen. */
  readonly page: Page;
  /**
   * Disconnects Playwright, which cannot handle a webview that crashes, runs something, and returns the reconnected
   * page.
   */
  pageAfter(run: () => Promise<unknown>): Promise<Page>;
  /** The open folder: a fresh copy of the sample project. */
  readonly folder: string;
  /** Where the server keeps the data of extensions. */
  readonly data: string;
  /** Loads the window again, with a new extension host. */
  reload(): Promise<void>;
  /** Calls an exported function of the file in the extension host. */
  call<K extends keyof T & string>(
    name: K,
    ...args: Parameters<T[K]>
  ): Promise<Awaited<ReturnType<T[K]>>>;
  close(): Promise<void>;
}

export interface BenchWindowOptions {
  /** The extension to measure; ours by default, which is packaged first. */
  readonly vsix?: string;
  /** User settings in addition to the defaults of the harness. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Gives webviews a process of their own, as on the desktop. */
  readonly isolateWebviews?: boolean;
  /** Lets a webview crash: see `pageAfter`. */
  readonly mayCrash?: boolean;
  /** Adds files to the folder before it is opened. */
  readonly prepare?: (folder: string) => Promise<void>;
}

/**
 * Opens a window with the installed VSIX, not in development mode, in which VS Code is slower. Its extension host also
 * loads `inside`, a file of the project that can use the whole `vscode` API and whose exports are called by name.
 */
export async function openBenchWindow<T extends Calls<T>>(
  inside: string,
  options: BenchWindowOptions = {},
): Promise<BenchWindow<T>> {
  if (options.vsix === undefined) {
    await packageExtension();
  }
  const extensions = await createTemporaryFolder('extensions');
  await installExtension(options.vsix ?? vsix, extensions);
  await installBenchExtension(inside, extensions);
  const line = createServer().listen(0, '127.0.0.1');
  await once(line, 'listening');
  const workspace = await sampleWorkspace();
  await options.prepare?.(workspace.folder);
  const server = await startVSCode({
    extensions,
    settings: options.settings ?? {},
    env: {
      ...hostEnvironment(''),
      ACCORD_BENCH_PORT: String((line.address() as AddressInfo).port),
    },
  });
  // The default of the headless browser is one process.
  const isolation = options.isolateWebviews ? ['--site-per-process'] : [];
  const { context, pageAfter, closeBrowser } = await (options.mayCrash ? openApart : openOwn)(
    isolation,
  );
  const close = async (): Promise<void> => {
    await closeBrowser();
    await server.stop();
    line.close();
    await workspace.remove();
    await removeFolder(extensions);
  };
  try {
    const address = windowAddress(server, workspace.folder);
    if (options.isolateWebviews) {
      await isolateWebviews(context, server);
    }
    const page = await context.newPage();
    await page.setViewportSize(VIEWPORT);
    const load = async (): Promise<MessageConnection> => {
      const [loaded] = await Promise.all([connected(line), openWorkbench(page, address)]);
      return loaded;
    };
    let connection = await load();
    return {
      page,
      pageAfter,
      folder: workspace.folder,
      data: server.data,
      reload: async () => {
        connection.end();
        connection = await load();
      },
      call: (name, ...args) =>
        connection.sendRequest(name, ParameterStructures.byPosition, ...args),
      close: async () => {
        connection.end();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw new Error(`${String(error)}\n${server.output()}`, { cause: error });
  }
}

interface OpenBrowser {
  readonly context: BrowserContext;
  readonly pageAfter: BenchWindow<object>['pageAfter'];
  readonly closeBrowser: () => Promise<void>;
}

async function openOwn(more: readonly string[]): Promise<OpenBrowser> {
  const launch = await browserLaunch();
  const browser = await chromium.launch({ ...launch, args: [...(launch.args ?? []), ...more] });
  return {
    context: await browser.newContext(),
    pageAfter: () => Promise.reject(new Error('This browser has one connection only.')),
    closeBrowser: () => browser.close(),
  };
}

async function openApart(more: readonly string[]): Promise<OpenBrowser> {
  // A permission would be forgotten when its connection ends: see `isolateWebviews`.
  const shared = await startPlainBrowser([...more, '--disable-features=LocalNetworkAccessChecks']);
  let browser = await chromium.connectOverCDP(shared.endpoint);
  const context = (): BrowserContext => {
    const [one] = browser.contexts();
    if (!one) {
      throw new Error('The browser has no profile.');
    }
    return one;
  };
  return {
    context: context(),
    pageAfter: async run => {
      await browser.close();
      await run();
      browser = await chromium.connectOverCDP(shared.endpoint);
      const page = context()
        .pages()
        .find(one => one.url().includes('folder='));
      if (!page) {
        throw new Error('The window is gone.');
      }
      return page;
    },
    closeBrowser: () => shared.close(),
  };
}

async function connected(line: Server): Promise<MessageConnection> {
  const signal = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
  const [socket] = (await once(line, 'connection', { signal })) as [Socket];
  const connection = createMessageConnection(
    new SocketMessageReader(socket),
    new SocketMessageWriter(socket),
  );
  connection.listen();
  return connection;
}
