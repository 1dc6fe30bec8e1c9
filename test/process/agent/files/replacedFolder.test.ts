import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { nodeFileSystem } from '../../../../src/agent/disk/fileSystem.ts';
import { createAgentFiles } from './createAgentFiles.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

/** More attempts take longer and find no more on most machines. */
const TRIES = Number(process.env['ACCORD_SWAP_TRIES'] ?? 200);
const CANARY = 'outside the workspace';

let work = '';
let away = '';

beforeEach(async () => {
  const top = await temporaryFolder();
  work = join(top, 'work');
  away = join(top, 'away');
  await mkdir(join(work, 'folder'), { recursive: true });
  await mkdir(away);
  await writeFile(join(work, 'folder', 'file.txt'), 'inside');
  await writeFile(join(away, 'file.txt'), CANARY);
});

it(
  'never reads or writes outside while another process replaces the folder by a link',
  { timeout: 300_000 },
  async () => {
    await symlink(away, join(work, 'trap'));
    const swapper = fork(join(import.meta.dirname, 'swapper.mjs'), [work], { stdio: 'ignore' });
    onTestFinished(() => void swapper.kill('SIGKILL'));
    await once(swapper, 'message');
    const files = await createAgentFiles(work);
    const path = join(work, 'folder', 'file.txt');
    let served = 0;
    let refused = 0;
    for (let n = 0; n < TRIES; n += 1) {
      const outcomes = await Promise.allSettled([
        files.read({ path }),
        files.write({ path, content: `inside ${n}` }),
        files.write({ path: join(work, 'folder', 'new', `${n % 10}.txt`), content: 'inside' }),
      ]);
      const [read] = outcomes;
      expect(read.status === 'fulfilled' && read.value.content === CANARY).toBe(false);
      served += outcomes.filter(({ status }) => status === 'fulfilled').length;
      refused += outcomes.filter(({ status }) => status === 'rejected').length;
    }
    expect(await readdir(away)).toEqual(['file.txt']);
    expect(await readFile(join(away, 'file.txt'), 'utf8')).toBe(CANARY);
    // Otherwise the folder was never swapped, or no request was served, and the test proves nothing.
    expect(served).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
  },
);

it.each(existsSync('/proc/self/fd') ? (['descriptor', 'verify'] as const) : (['verify'] as const))(
  'fails if the folder is replaced just before the file is opened (%s)',
  async pinning => {
    const folder = join(work, 'folder');
    const open: typeof nodeFileSystem.open = async (path, ...more) => {
      if (String(path).endsWith('file.txt') || String(path).endsWith('.tmp')) {
        await rename(folder, join(work, 'moved')).catch(() => undefined); // Succeeds only the first time.
        await symlink(away, folder).catch(() => undefined);
      }
      return nodeFileSystem.open(path, ...more);
    };
    const files = await createAgentFiles(work, { disk: { ...nodeFileSystem, open }, pinning });
    const path = join(folder, 'file.txt');
    const read = await files.read({ path }).catch(() => undefined);
    expect(read?.content).not.toBe(CANARY);
    await files.write({ path, content: 'x' }).catch(() => undefined);
    expect(await readdir(away)).toEqual(['file.txt']);
    expect(await readFile(join(away, 'file.txt'), 'utf8')).toBe(CANARY);
  },
);
