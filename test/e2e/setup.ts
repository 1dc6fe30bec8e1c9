import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { browserLaunch } from '../rig/browser.ts';
import { inProject, vsix } from '../rig/paths.ts';
import { installExtension } from '../rig/vscodeServer.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the one browser of this run listens. */
    readonly browserEndpoint: string;
    /** The folder into which the VSIX is installed. */
    readonly extensions: string;
  }
}

/** Once per run: installs the packaged VSIX and starts a browser; each window then has a server of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const extensions = await mkdtemp(path.join(tmpdir(), 'accord-extensions-'));
  await rm(inProject('out', 'screenshots'), { recursive: true, force: true });
  await installExtension(vsix, extensions);
  const browser = await chromium.launchServer(await browserLaunch());
  project.provide('browserEndpoint', browser.wsEndpoint());
  project.provide('extensions', extensions);
  return async () => {
    await browser.close();
    await rm(extensions, { recursive: true, force: true });
  };
}
