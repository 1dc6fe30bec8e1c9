import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { nodeFileSystem, type FileSystem } from '../../../../src/agent/disk/fileSystem.ts';
import { FaultyDisk } from '../../../fakes/faultyDisk.ts';
import { createAgentFiles } from './createAgentFiles.ts';
import { createPathGuard } from './createPathGuard.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

const OLD = 'the old content\n';
const NEW = 'the new content, which is longer\n'.repeat(1_000);
const CODES = ['ENOSPC', 'EIO', 'EBUSY'];

let folder = '';
let path = '';

beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'file.txt');
});

const contentOf = (): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined);

/** Writes with this disk below the guard and the file code. Returns whether it succeeded. */
async function writeWith(disk: FileSystem): Promise<boolean> {
  const files = await createAgentFiles(folder, { guard: await createPathGuard([folder]), disk });
  return files.write({ path, content: NEW }).then(
    () => true,
    () => false,
  );
}

/** The number of calls of a write without faults. */
async function stepsOfOneWrite(): Promise<number> {
  const disk = new FaultyDisk(nodeFileSystem);
  expect(await writeWith(disk.disk)).toBe(true);
  return disk.steps;
}

async function reset(existing: boolean): Promise<void> {
  await rm(folder, { recursive: true });
  await nodeFileSystem.mkdir(folder);
  if (existing) {
    await writeFile(path, OLD);
  }
}

describe.each([true, false])('a write to an existing file: %s', existing => {
  it.each(CODES)('leaves the old or the new content when any step fails with %s', async code => {
    await reset(existing);
    const steps = await stepsOfOneWrite();
    for (let at = 1; at <= steps; at += 1) {
      await reset(existing);
      const disk = new FaultyDisk(nodeFileSystem, { at, code });
      const isWritten = await writeWith(disk.disk);
      const content = await contentOf();
      expect([existing ? OLD : undefined, NEW], `step ${at}`).toContain(content);
      if (isWritten) {
        expect(content, `step ${at}`).toBe(NEW);
      }
      const names = await readdir(folder);
      expect(
        names.filter(name => name !== 'file.txt'),
        `step ${at}`,
      ).toEqual([]);
    }
  });

  it('leaves the old or the new content when the process stops at any step', async () => {
    await reset(existing);
    const steps = await stepsOfOneWrite();
    for (let at = 1; at <= steps; at += 1) {
      await reset(existing);
      await writeWith(new FaultyDisk(nodeFileSystem, { at, code: 'EIO', isForEver: true }).disk);
      expect([existing ? OLD : undefined, NEW], `step ${at}`).toContain(await contentOf());
    }
  });
});

it('tells the agent why the text could not be written', async () => {
  await writeFile(path, OLD);
  const disk = new FaultyDisk(nodeFileSystem, { at: 'writeFile', code: 'ENOSPC' });
  const files = await createAgentFiles(folder, { disk: disk.disk });
  await expect(files.write({ path, content: NEW })).rejects.toMatchObject({
    code: -32_603,
    message: `${path} was not written: the disk is full.`,
    data: { path, code: 'ENOSPC' },
  });
});
