import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach } from 'vitest';
import {
  AgentCatalog,
  type AgentCatalogOptions,
} from '../../../../src/agent/catalog/agentCatalog.ts';
import type { InstallOptions } from '../../../../src/agent/catalog/installAgent.ts';
import { startAgent } from '../../../../src/agent/process/startAgent.ts';
import { getAgentLaunch } from '../../../../src/core/catalog/catalogEntry.ts';
import { startServer, type Answer, type TestServer } from './testServer.ts';
import { createTemporaryFolder, removeFolder } from '../../../harness/createTemporaryFolder.ts';

interface Setup {
  readonly agents?: readonly object[];
  readonly answers?: Readonly<Record<string, Answer>>;
  readonly path?: string;
  readonly variables?: Record<string, string>;
  readonly options?: Partial<AgentCatalogOptions>;
}

/** Creates a home folder and a catalog for each test of a file. */
export function useCatalogFixture(): CatalogFixture {
  const fixture = new CatalogFixture();
  beforeEach(() => fixture.open());
  afterEach(() => fixture.close());
  return fixture;
}

/** A home folder with a catalog, and the only server that it can reach. */
export class CatalogFixture {
  home = '';
  server: TestServer | undefined;

  async open(): Promise<void> {
    this.home = await createTemporaryFolder('catalog');
  }

  async close(): Promise<void> {
    await this.server?.close();
    this.server = undefined;
    await removeFolder(this.home);
  }

  async catalogWith(setup: Setup): Promise<AgentCatalog> {
    this.server = await startServer(setup.answers ?? {});
    const snapshotFile = join(this.home, 'snapshot.json');
    await writeFile(snapshotFile, JSON.stringify({ version: '1.0.0', agents: setup.agents ?? [] }));
    return new AgentCatalog({
      storageFolder: this.storage(),
      snapshotFile,
      settings: () => ({}),
      environment: async () => ({ PATH: setup.path ?? '', HOME: this.home, ...setup.variables }),
      workspaceRoots: () => [],
      fetch: this.server.fetch,
      registryUrl: 'https://registry.example/registry.json',
      ...setup.options,
    });
  }

  /** The output of an installed agent. */
  async output(catalog: AgentCatalog, id: string): Promise<string> {
    const launch = getAgentLaunch(await catalog.entry(id));
    if (launch?.kind !== 'command') {
      throw new Error(`${id} is not ready`);
    }
    const environment = { PATH: process.env['PATH'] ?? '' };
    const agent = await startAgent(launch, { environment, cwd: this.home });
    return text(agent.stdout);
  }

  storage(...path: string[]): string {
    return join(this.home, 'storage', ...path);
  }
}

/** Options that consent to every installation. */
export const installOptions = (over: Partial<InstallOptions> = {}): InstallOptions => ({
  signal: new AbortController().signal,
  consent: async () => true,
  confirmNode: async () => true,
  ...over,
});

/** Writes an executable shell script. */
export async function writeShellScript(path: string, body: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `#!/bin/sh\n${body}\n`);
  await chmod(path, 0o755);
}
