import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTemporaryFolder, removeFolder } from '../../../harness/createTemporaryFolder.ts';

describe('the cache', () => {
  let home: string;
  let cached: (key: string, fill: (folder: string) => Promise<void>) => Promise<string>;

  beforeAll(async () => {
    home = await createTemporaryFolder('cache');
    vi.stubEnv('XDG_CACHE_HOME', home);
    ({ cached } = await import('../../../harness/download/cache.mjs'));
  });

  afterAll(async () => {
    vi.unstubAllEnvs();
    await removeFolder(home);
  });

  it('fills a folder once', async () => {
    let fills = 0;
    const fill = async (folder: string): Promise<void> => {
      fills += 1;
      await writeFile(path.join(folder, 'content'), 'whole');
    };
    const first = await cached('once', fill);
    expect(await cached('once', fill)).toBe(first);
    expect(fills).toBe(1);
    expect(await readFile(path.join(first, 'content'), 'utf8')).toBe('whole');
  });

  it('returns the same complete folder to two concurrent runs', async () => {
    let winner = '';
    const loser = await cached('race', async folder => {
      winner = await cached('race', into => writeFile(path.join(into, 'content'), 'early'));
      await writeFile(path.join(folder, 'content'), 'late');
    });
    expect(loser).toBe(winner);
    expect(await readFile(path.join(winner, 'content'), 'utf8')).toBe('early');
    expect(await readdir(path.join(home, 'accord-rig', 'partial'))).toEqual([]);
  });

  it('keeps nothing of a download that failed', async () => {
    const failing = cached('broken', async folder => {
      await writeFile(path.join(folder, 'content'), 'half');
      throw new Error('The line went dead.');
    });
    await expect(failing).rejects.toThrow('The line went dead.');
    const folder = await cached('broken', into => writeFile(path.join(into, 'other'), ''));
    expect(await readdir(folder)).toEqual(['other']);
  });
});
