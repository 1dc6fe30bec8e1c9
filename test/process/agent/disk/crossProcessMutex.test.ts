import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { CrossProcessMutex } from '../../../../src/agent/disk/crossProcessMutex.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

it('fails immediately where no lock file can be created', async () => {
  const folder = await temporaryFolder();
  const lock = new CrossProcessMutex(path.join(folder, 'gone', 'lock'));
  await expect(lock.run(() => Promise.resolve())).rejects.toThrow('ENOENT');
});

it('runs one task after the other, and leaves no file behind if one fails', async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'lock');
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`${name} in`);
    await rm(path.join(folder, 'none'), { force: true });
    seen.push(`${name} out`);
    if (name === 'b') {
      throw new Error('b failed');
    }
  };
  const [a, b, c] = [
    new CrossProcessMutex(file),
    new CrossProcessMutex(file),
    new CrossProcessMutex(file),
  ];
  const runs = [a.run(work('a')), b.run(work('b')), c.run(work('c'))];
  await expect(runs[1]).rejects.toThrow('b failed');
  await Promise.allSettled(runs);
  expect(seen).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
  expect(await readdir(folder)).toEqual([]);
});
