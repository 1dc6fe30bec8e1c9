import { spawnSync } from 'node:child_process';
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { LockFile } from '../../../../src/agent/disk/lockFile.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

/** The id of a process that has ended. */
const DEAD = spawnSync(process.execPath, ['--version']).pid;

it('is acquired by only one of many processes that find an abandoned lock at the same time', async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'lock');
  let inside = 0;
  let rounds = 0;
  const most: number[] = [];
  const contend = async (): Promise<void> => {
    while (rounds < 40) {
      const lock = new LockFile(file);
      if (await lock.tryAcquire()) {
        inside += 1;
        most.push(inside);
        await sleep(2);
        inside -= 1;
        rounds += 1;
        await writeFile(file, String(DEAD)); // As if the process had been killed here.
        await lock.release();
      }
    }
  };
  await Promise.all(Array.from({ length: 10 }, contend));
  expect(Math.max(...most)).toBe(1);
});

it('is acquired immediately after its holder was killed, even during a takeover', async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'lock');
  for (const name of ['lock', 'lock.clearing', 'lock.clearing.clearing']) {
    await writeFile(path.join(folder, name), `${DEAD} some-id ${hostname()}`);
  }
  const lock = new LockFile(file);
  await expect.poll(() => lock.tryAcquire(), { interval: 1 }).toBe(true);
  await lock.release();
  expect(await readdir(folder)).toEqual([]);
});

it('is not acquired while its holder updates it, however old it is, but after the updates stop', async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'lock');
  await writeFile(file, '1 some-id another-machine');
  await utimes(file, 0, 0);
  const lock = new LockFile(file);
  const looks = async (count: number): Promise<readonly boolean[]> => {
    const answers: boolean[] = [];
    for (let at = 0; at < count; at += 1) {
      answers.push(await lock.tryAcquire());
    }
    return answers;
  };
  expect(await looks(1_400)).not.toContain(true);
  await utimes(file, 2, 2);
  expect(await looks(1_400)).not.toContain(true);
  expect(await looks(200)).toContain(true);
  await lock.release();
});

it('is updated while it is held, and is not removed after another process has acquired it', async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'lock');
  const lock = new LockFile(file);
  expect(await lock.tryAcquire()).toBe(true);
  expect(await new LockFile(file).tryAcquire()).toBe(false);
  await utimes(file, 0, 0);
  await expect.poll(async () => (await stat(file)).mtimeMs, { timeout: 20_000 }).toBeGreaterThan(0);
  await writeFile(file, 'somebody else');
  await lock.release();
  expect(await readFile(file, 'utf8')).toBe('somebody else');
});
