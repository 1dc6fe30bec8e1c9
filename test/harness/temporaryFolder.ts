import { afterAll, onTestFinished } from 'vitest';
import { createTemporaryFolder, removeFolder } from './createTemporaryFolder.ts';

/** Creates a folder for the running test; call it in a test or in `beforeEach`. It is removed after the test. */
export async function temporaryFolder(name?: string): Promise<string> {
  const folder = await createTemporaryFolder(name);
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/** Creates a folder for all tests of a file or suite; call it outside of tests. It is removed after the last one. */
export async function sharedTemporaryFolder(name?: string): Promise<string> {
  const folder = await createTemporaryFolder(name);
  afterAll(() => removeFolder(folder));
  return folder;
}
