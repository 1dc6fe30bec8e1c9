import { rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { linkBuiltInExtensions, TYPESCRIPT_SERVER } from '../harness/vscode/builtInExtensions.ts';
import { inProject, vsix } from '../harness/paths.ts';
import { startSharedBrowser } from '../harness/browser/sharedBrowser.ts';
import { installExtension } from '../harness/vscode/vscodeServer.ts';
import { createTemporaryFolder, removeFolder } from '../harness/createTemporaryFolder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder into which the VSIX is installed. */
    readonly extensions: string;
    /** A folder with the few built-in extensions that the windows use. */
    readonly builtIns: string;
    /** The same with the TypeScript server. */
    readonly builtInsWithServer: string;
    /** The ports of the windows of each worker. */
    readonly ports: readonly (readonly number[])[];
  }
}

/** The number of windows that a worker opens at a time; one of them is shared. */
const WINDOWS = 2;

/** Installs the packaged VSIX and starts a browser, once per run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const extensions = await createTemporaryFolder('extensions');
  await rm(inProject('out', 'screenshots'), { recursive: true, force: true });
  await installExtension(vsix, extensions);
  const builtIns = await createTemporaryFolder('built-ins');
  await linkBuiltInExtensions(builtIns);
  const builtInsWithServer = await createTemporaryFolder('built-ins');
  await linkBuiltInExtensions(builtInsWithServer, TYPESCRIPT_SERVER);
  const browser = await startSharedBrowser();
  project.provide('browserEndpoint', browser.endpoint);
  project.provide('extensions', extensions);
  project.provide('builtIns', builtIns);
  project.provide('builtInsWithServer', builtInsWithServer);
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
    await removeFolder(extensions);
    await removeFolder(builtIns);
    await removeFolder(builtInsWithServer);
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
