import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { browserLaunch } from './browserLaunch.ts';
import { createTemporaryFolder, removeFolder } from '../createTemporaryFolder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The CDP address of the one browser of this run. */
    readonly browserEndpoint: string;
  }
}

/** A browser for all tests of a run. */
export interface SharedBrowser {
  readonly endpoint: string;
  close(): Promise<void>;
}

/** Starts the browser with a profile, which keeps compiled code from one window to the next. */
export async function startSharedBrowser(): Promise<SharedBrowser> {
  const profile = await createTemporaryFolder('browser');
  const launch = await browserLaunch();
  const args = [...(launch.args ?? []), '--remote-debugging-port=0'];
  const browser = await chromium.launchPersistentContext(profile, { ...launch, args });
  const [port] = (await readFile(path.join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: async () => {
      await browser.close();
      await removeFolder(profile);
    },
  };
}
