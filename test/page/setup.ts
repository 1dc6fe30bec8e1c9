import type { TestProject } from 'vitest/node';
import { startSharedBrowser } from '../harness/browser/sharedBrowser.ts';

/** Starts one browser for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const browser = await startSharedBrowser();
  project.provide('browserEndpoint', browser.endpoint);
  return () => browser.close();
}
