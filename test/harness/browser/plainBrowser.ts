import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { browserLaunch } from './browserLaunch.ts';
import { startProgram } from '../processes/processes.ts';
import type { SharedBrowser } from './sharedBrowser.ts';
import { createTemporaryFolder, removeFolder } from '../createTemporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';

const START_TIMEOUT_MS = 30_000;

/**
 * Starts a browser without Playwright, which would attach to all its pages and fail when one of their processes
 * crashes.
 */
export async function startPlainBrowser(more: readonly string[]): Promise<SharedBrowser> {
  const { executablePath = '', args = [], env } = await browserLaunch();
  const profile = await createTemporaryFolder('browser');
  const own = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const still = ['--disable-background-timer-throttling', '--disable-renderer-backgrounding'];
  const program = startProgram(
    executablePath,
    [...args, ...own, ...still, ...more],
    env ? { env } : {},
  );
  const port = await portOf(path.join(profile, 'DevToolsActivePort'));
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: async () => {
      await program.stop();
      await removeFolder(profile);
    },
  };
}

async function portOf(file: string): Promise<string> {
  return waitUntil(async () => {
    const [port, rest] = (await readFile(file, 'utf8').catch(() => '')).split('\n');
    return rest === undefined ? undefined : port;
  }, START_TIMEOUT_MS);
}
