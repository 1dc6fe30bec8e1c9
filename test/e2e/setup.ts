import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { browserLaunch } from '../rig/browser.ts';
import { fewBuiltIns } from '../rig/builtIns.ts';
import { inProject, vsix } from '../rig/paths.ts';
import { installExtension } from '../rig/vscodeServer.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the one browser of this run listens, for CDP. */
    readonly browserEndpoint: string;
    /** The folder into which the VSIX is installed. */
    readonly extensions: string;
    /** A folder with the few of VS Code's own extensions that windows have here. */
    readonly builtIns: string;
    /** For each worker the ports of its windows. */
    readonly ports: readonly (readonly number[])[];
  }
}

/** How many windows of a worker are open at a time, one of them shared. */
const WINDOWS = 2;

/** Once per run: installs the packaged VSIX and starts a browser. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const extensions = await mkdtemp(path.join(tmpdir(), 'accord-extensions-'));
  await rm(inProject('out', 'screenshots'), { recursive: true, force: true });
  await installExtension(vsix, extensions);
  const builtIns = await mkdtemp(path.join(tmpdir(), 'accord-built-ins-'));
  await fewBuiltIns(builtIns);
  const browser = await startBrowser();
  project.provide('browserEndpoint', browser.endpoint);
  project.provide('extensions', extensions);
  project.provide('builtIns', builtIns);
  const ports = await Promise.all(
    Array.from({ length: project.config.maxWorkers * WINDOWS }, freePort),
  );
  project.provide(
    'ports',
    Array.from({ length: project.config.maxWorkers }, (_, worker) =>
      ports.slice(worker * WINDOWS, (worker + 1) * WINDOWS),
    ),
  );
  return async () => {
    await browser.close();
    await rm(extensions, { recursive: true, force: true });
    await rm(builtIns, { recursive: true, force: true });
  };
}

/** A browser with a profile, without which it would forget all compiled code from one window to the next. */
async function startBrowser(): Promise<{ endpoint: string; close: () => Promise<void> }> {
  const profile = await mkdtemp(path.join(tmpdir(), 'accord-browser-'));
  const launch = await browserLaunch();
  const args = [...(launch.args ?? []), '--remote-debugging-port=0'];
  const browser = await chromium.launchPersistentContext(profile, { ...launch, args });
  const [port] = (await readFile(path.join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: async () => {
      await browser.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
