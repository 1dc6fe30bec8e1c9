import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Git } from '../../../../src/agent/git/git.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

let folder = '';

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(async () => {
  vi.unstubAllEnvs();
});

describe('Git', () => {
  it('runs even if the user has no home folder', async () => {
    vi.stubEnv('HOME', '/no/such/home');
    const { text } = await new Git().run({ folder, args: ['--version'] });
    expect(text).toMatch(/^git version/);
  });
});
