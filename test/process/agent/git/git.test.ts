import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Git } from '../../../../src/agent/git/git.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'accord-git-'));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

describe('git', () => {
  it('runs also where the user has no home', async () => {
    vi.stubEnv('HOME', '/no/such/home');
    const { text } = await new Git().run({ folder, args: ['--version'] });
    expect(text).toMatch(/^git version/);
  });
});
