import type { TestProject } from 'vitest/node';
import { startSharedBrowser } from '../harness/browser/sharedBrowser.ts';

/** Once per run: starts a browser. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const browser = await startSharedBrowser();
  project.provide('browserEndpoint', browser.endpoint);
  return () => browser.close();
}
