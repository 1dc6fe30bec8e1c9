import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FolderOwnership } from '../../../../src/agent/disk/folderOwnership.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

describe('FolderOwnership', () => {
  it('belongs to the last one that acquired the folder', async () => {
    const folder = await temporaryFolder();
    const [first, second] = [new FolderOwnership(folder), new FolderOwnership(folder)];
    expect(first.owner).toBe('nobody');
    first.acquire();
    expect([first.owner, second.owner]).toEqual(['us', 'other']);
    second.acquire();
    expect([first.owner, second.owner]).toEqual(['other', 'us']);
  });

  it('belongs to no window after its owner has released it', async () => {
    const folder = await temporaryFolder();
    const [first, second] = [new FolderOwnership(folder), new FolderOwnership(folder)];
    first.acquire();
    second.release();
    expect(first.owner).toBe('us');
    first.release();
    expect(first.owner).toBe('nobody');
    expect(await readdir(folder)).toEqual([]);
  });

  it('creates the folder if it is missing', async () => {
    const ownership = new FolderOwnership(join(await temporaryFolder(), 'new'));
    ownership.acquire();
    expect(ownership.owner).toBe('us');
  });

  it.skipIf(process.getuid?.() === 0)('can be assumed if it cannot be acquired', async () => {
    const folder = await temporaryFolder();
    new FolderOwnership(folder).acquire();
    await chmod(folder, 0o500);
    onTestFinished(() => chmod(folder, 0o700));
    const ownership = new FolderOwnership(folder);
    expect(() => ownership.acquire()).toThrow();
    ownership.assume();
    expect(ownership.owner).toBe('us');
  });

  it('waits for a window that runs, until that has released the folder', async () => {
    const folder = await temporaryFolder();
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    onTestFinished(() => void other.kill());
    await once(other, 'spawn');
    await writeFile(join(folder, 'owner'), `${other.pid} token`);
    let isReleased = false;
    const released = new FolderOwnership(folder).whenReleased().then(() => (isReleased = true));
    await new Promise(resolve => setTimeout(resolve, 100));
    expect(isReleased).toBe(false);
    await rm(join(folder, 'owner'));
    await released;
  });

  it('does not wait for a window that has ended', async () => {
    const folder = await temporaryFolder();
    const other = spawn(process.execPath, ['-e', '']);
    await once(other, 'exit');
    await writeFile(join(folder, 'owner'), `${other.pid} token`);
    const startMs = Date.now();
    await new FolderOwnership(folder).whenReleased();
    expect(Date.now() - startMs).toBeLessThan(1000);
  });
});
