import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { summarize, tempRepo, tempWorkspace, workspaceAt } from '../tempRepo.ts';

describe('a repository with SHA-256 object ids', () => {
  it('has snapshots, and its ignore rules apply', async () => {
    const work = await tempWorkspace();
    work.git('init', '-q', '--object-format=sha256');
    await work.write('a.txt', 'a\n');
    await work.write('sub/b.txt', 'b\n');
    work.commit();
    writeFileSync(path.join(work.root, '.git', 'info', 'exclude'), 'secret\n');
    for (const folder of ['', 'sub']) {
      const snapshots = await workspaceAt(path.join(work.root, folder), work.storage).open();
      const before = await snapshots.take();
      await work.write('sub/b.txt', `changed ${folder}\n`);
      await work.write('sub/secret', Buffer.alloc(300 * 1024)); // The file is too large only for an ignored file.
      const { after: now, changes } = await snapshots.changesSince(before);
      const at = (name: string): string => path.posix.relative(folder, name);
      expect(summarize(changes)).toEqual([
        `modified ${at('sub/b.txt')}`,
        `created ${at('sub/secret')}`,
      ]);
      expect(now.skipped).toMatchObject([{ path: at('sub/secret'), reason: 'tooLarge' }]);
      await work.remove('sub/secret');
    }
  });

  it('is treated as an ordinary folder inside another repository', async () => {
    const work = await tempRepo();
    await work.write('a.txt', 'a\n');
    work.commit();
    work.git('init', '-q', '--object-format=sha256', 'inside');
    await work.write('inside/b.txt', 'b\n');
    workspaceAt(path.join(work.root, 'inside'), '').commit();
    const snapshots = await work.open();
    const before = await snapshots.take();
    await work.write('inside/b.txt', 'c\n');
    expect(summarize((await snapshots.changesSince(before)).changes)).toEqual([
      'modified inside/b.txt',
    ]);
    expect(await snapshots.read(before, 'inside/b.txt')).toEqual(new Uint8Array([98, 10]));
  });
});

it('has snapshots even if the user’s index is damaged', async () => {
  const work = await tempRepo();
  await work.write('a.txt', 'a\n');
  work.commit();
  writeFileSync(path.join(work.root, '.git', 'index'), 'garbage');
  const snapshots = await work.open();
  const before = await snapshots.take();
  await work.write('a.txt', 'b\n');
  expect(summarize((await snapshots.changesSince(before)).changes)).toEqual(['modified a.txt']);
});

it('reads objects from an alternate that was added after others were read', async () => {
  const library = await tempRepo();
  await library.write('lib.txt', 'library\n');
  library.commit();
  const work = await tempRepo();
  await work.write('a.txt', 'a\n');
  const snapshots = await work.open();
  await snapshots.read(await snapshots.take(), 'a.txt');
  work.git('clone', '-q', library.root, 'clone');
  const now = await snapshots.take();
  expect(await snapshots.read(now, 'clone/lib.txt')).toEqual(
    new Uint8Array(Buffer.from('library\n')),
  );
});
