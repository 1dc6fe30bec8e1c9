import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import {
  createMessageConnection,
  ParameterStructures,
  SocketMessageReader,
  SocketMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node';
import { installBenchExtension } from '../../harness/bench/benchExtension.ts';
import { browserLaunch } from '../../harness/browser/browserLaunch.ts';
import { createTemporaryFolder, removeFolder } from '../../harness/createTemporaryFolder.ts';
import { inProject, vsix } from '../../harness/paths.ts';
import { linkBuiltInExtensions } from '../../harness/vscode/builtInExtensions.ts';
import {
  installExtension,
  startVSCode,
  type VSCodeServer,
} from '../../harness/vscode/vscodeServer.ts';
import { openWorkbench, windowAddress } from '../../harness/vscode/workbench.ts';
import { AgentControl } from './agentControl.ts';
import type * as inside from './insideWindow.ts';

type Inside = typeof inside;

/** Drawing takes more time than everything else. */
const VIEWPORT = { width: 420, height: 300 };

/** A busy machine needs long to start an extension host. */
const CONNECT_MS = 180_000;

/** VS Code does not restart an extension host that has crashed so often in five minutes. The user reloads the window then. */
const CRASH_LIMIT = 3;

/** VS Code backs up unsaved text a second after the last edit. What was typed since is lost when the page is loaded again. */
const BACKUP_MS = 2_500;

export const AGENTS = ['One', 'Two'] as const;

/** A VS Code window with the packaged extension, in which scripts are played one after the other. */
export class RandomWindow {
  readonly folder: string;
  readonly agents = new AgentControl();
  readonly #parts: Parts;
  #connection: MessageConnection | undefined;
  #journal: string | undefined;
  #kills = 0;
  readonly #settings = new Map<string, unknown>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.folder = parts.folder;
    parts.agentServer.on('connection', socket => this.agents.handleConnection(socket));
    parts.hostServer.on('connection', socket => this.#connect(socket));
  }

  /** Calls a function of `insideWindow.ts` in the extension host. */
  async call<K extends keyof Inside>(
    name: K,
    ...args: Parameters<Inside[K]>
  ): Promise<Awaited<ReturnType<Inside[K]>>> {
    if (!this.#connection) {
      throw new Error('The extension host is not connected.');
    }
    return this.#connection.sendRequest<Awaited<ReturnType<Inside[K]>>>(
      name,
      ParameterStructures.byPosition,
      ...args,
    );
  }

  /** Changes settings, except those that have these values already: each takes a fifth of a second. */
  async configure(settings: Readonly<Record<string, unknown>>): Promise<void> {
    const changed = Object.entries(settings).filter(
      ([name, value]) => !this.#settings.has(name) || this.#settings.get(name) !== value,
    );
    await this.call('configure', Object.fromEntries(changed));
    changed.forEach(([name, value]) => this.#settings.set(name, value));
  }

  /** Ends the extension host at once, or loads the window again. Resolves when the new extension host answers. */
  async restart(how: 'kill' | 'reload'): Promise<void> {
    const isUnsaved = (await this.call('documents')).some(({ isDirty }) => isDirty);
    if (isUnsaved && (how === 'reload' || this.#kills + 1 === CRASH_LIMIT)) {
      await sleep(BACKUP_MS);
    }
    const connected = this.connected();
    if (how === 'kill') {
      process.kill(await this.call('processId'), 'SIGKILL');
      this.#kills += 1;
    }
    if (how === 'reload' || this.#kills === CRASH_LIMIT) {
      this.#kills = 0;
      await this.#parts.page.reload();
    }
    await connected;
    await this.call('registerFormatter');
  }

  connected(): Promise<unknown> {
    return once(this.#parts.hostServer, 'connection', { signal: AbortSignal.timeout(CONNECT_MS) });
  }

  /** The file in which the review is recorded. */
  get journal(): string | undefined {
    return (this.#journal ??= this.#findJournal());
  }

  #findJournal(): string | undefined {
    const [found] = globSync('data/User/workspaceStorage/*/accord-acp.accord/review/review.jsonl', {
      cwd: this.#parts.server.data,
    });
    return found === undefined ? undefined : path.join(this.#parts.server.data, found);
  }

  /** What the extension has logged. */
  log(): Promise<string> {
    return this.#read('data/logs/**/Accord.log');
  }

  /** What the extension has kept of the conversations. */
  sessions(): Promise<string> {
    return this.#read('data/User/globalStorage/accord-acp.accord/sessions/*/*.ndjson');
  }

  async #read(pattern: string): Promise<string> {
    const files = globSync(pattern, { cwd: this.#parts.server.data });
    const texts = files.map(file => readFile(path.join(this.#parts.server.data, file), 'utf8'));
    return (await Promise.all(texts)).join('');
  }

  async close(): Promise<void> {
    this.#connection?.end();
    await this.#parts.close();
  }

  #connect(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    const connection = createMessageConnection(
      new SocketMessageReader(socket),
      new SocketMessageWriter(socket),
    );
    connection.onError(() => {
      // The extension host was killed.
    });
    connection.listen();
    this.#connection = connection;
  }
}

interface Parts {
  readonly folder: string;
  readonly server: VSCodeServer;
  readonly page: Page;
  readonly hostServer: Server;
  readonly agentServer: Server;
  close(): Promise<void>;
}

/** The extensions that every window of a run has. */
export interface InstalledExtensions {
  readonly extensions: string;
  readonly builtIns: string;
}

/** Installs the packaged extension, and beside it the one through which the test acts in the window. */
export async function installExtensions(): Promise<InstalledExtensions> {
  const extensions = await createTemporaryFolder('extensions');
  await installExtension(vsix, extensions);
  await installBenchExtension('test/random/window/insideWindow.ts', extensions);
  const builtIns = await createTemporaryFolder('built-ins');
  await linkBuiltInExtensions(builtIns);
  return { extensions, builtIns };
}

export async function openRandomWindow(installed: InstalledExtensions): Promise<RandomWindow> {
  const folder = await createRepository();
  const [hostServer, agentServer] = await Promise.all([listen(), listen()]);
  const agentPort = String((agentServer.address() as AddressInfo).port);
  const launch = (name: string) => ({
    command: process.execPath,
    args: [inProject('test/random/window/agent.mjs'), name, agentPort],
  });
  const server = await startVSCode({
    extensions: installed.extensions,
    builtInExtensions: installed.builtIns,
    settings: {
      'accord.agents': Object.fromEntries(AGENTS.map(name => [name, launch(name)])),
      'git.autofetch': false,
      'editor.cursorBlinking': 'solid',
      'editor.minimap.enabled': false,
      'workbench.reduceMotion': 'on',
    },
    env: { ACCORD_BENCH_PORT: String((hostServer.address() as AddressInfo).port) },
  });
  const browser = await chromium.launch(await browserLaunch());
  const page = await browser.newPage({ viewport: VIEWPORT });
  const close = async (): Promise<void> => {
    await browser.close();
    await server.stop();
    hostServer.close();
    agentServer.close();
    await removeFolder(path.dirname(folder));
  };
  const window = new RandomWindow({ folder, server, page, hostServer, agentServer, close });
  try {
    await Promise.all([window.connected(), openWorkbench(page, windowAddress(server, folder))]);
    await window.call('registerFormatter');
    return window;
  } catch (error) {
    await close();
    throw new Error(`${String(error)}\n${server.output()}`, { cause: error });
  }
}

async function listen(): Promise<Server> {
  const server = createServer().listen(0, '127.0.0.1').unref(); // If no window opens, the run ends nevertheless.
  await once(server, 'listening');
  return server;
}

/** A repository with one commit, to which every run returns. */
async function createRepository(): Promise<string> {
  const folder = path.join(await createTemporaryFolder('random'), 'work');
  await promisify(execFile)('git', ['init', '--quiet', '--initial-branch=main', folder]);
  const git = (...args: string[]) => promisify(execFile)('git', args, { cwd: folder });
  await git('config', 'user.name', 'Test');
  await git('config', 'user.email', 'test@example.com');
  await git('config', 'gc.auto', '0');
  await writeFile(path.join(folder, '.gitignore'), '*.ignored\nnode_modules/\n');
  await writeFile(path.join(folder, 'unrelated.txt'), 'unrelated\n');
  await git('add', '-A');
  await git('commit', '--quiet', '-m', 'start');
  await git('tag', 'start');
  return folder;
}
