import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { chmod, lstat, mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { UserFiles } from '../../../../src/agent/files/userFiles.ts';
import { BlobStore } from '../../../../src/agent/review/blobStore.ts';
import { ReviewFiles } from '../../../../src/agent/review/reviewFiles.ts';
import { tableEncodings } from '../../../fakes/tableEncodings.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';
import { filesIn } from '../snapshot/tempRepo.ts';

const TRIES = Number(process.env['ACCORD_SWAP_TRIES'] ?? 200);

let top = '';
let work = '';
let away = '';
let files: UserFiles;

beforeEach(async () => {
  top = await temporaryFolder();
  work = join(top, 'work');
  away = join(top, 'away');
  mkdirSync(join(work, 'folder', 'empty'), { recursive: true });
  mkdirSync(join(away, 'empty'), { recursive: true });
  writeFileSync(join(work, 'folder', 'file.txt'), 'inside');
  writeFileSync(join(work, 'other.txt'), 'other');
  writeFileSync(join(away, 'file.txt'), 'outside the workspace', { mode: 0o644 });
  files = new UserFiles(() => work);
});

it('keeps the hard links of a file that it writes', async () => {
  linkSync(at('folder', 'file.txt'), at('linked.txt'));
  await files.put(at('folder', 'file.txt'), Buffer.from('in'), 0o100600);
  expect(readFileSync(at('linked.txt'), 'utf8')).toBe('in');
  const [one, other] = [await lstat(at('folder', 'file.txt')), await lstat(at('linked.txt'))];
  expect([one.ino, one.mode & 0o777, one.nlink]).toEqual([other.ino, 0o600, 2]);
});

const at = (...names: readonly string[]): string => join(work, ...names);

/** An agent replaces the folder by a link that leads out of the workspace. */
function replaceFolder(): void {
  renameSync(at('folder'), at('moved'));
  symlinkSync(away, at('folder'));
}

type Change = (on: UserFiles) => Promise<void>;

const CHANGES: Readonly<Record<string, Change>> = {
  'a write': on => on.put(at('folder', 'file.txt'), Buffer.from('x'), 0o100755),
  'a write of a new file': on => on.put(at('folder', 'new.txt'), Buffer.from('x')),
  'a write into a new folder': on => on.put(at('folder', 'new', 'a.txt'), Buffer.from('x')),
  'a deletion': on => on.delete(at('folder', 'file.txt')),
  'a rename out of it': on => on.move(at('folder', 'file.txt'), at('taken.txt')),
  'a rename into it': on => on.move(at('other.txt'), at('folder', 'file.txt')),
  'a change of permissions': on => on.setMode(at('folder', 'file.txt'), 0o100777),
  'a new modification time': on => on.touch(at('folder', 'file.txt')),
  'the preparation of a move': on => on.prepareMove(at('folder', 'new', 'a.txt')),
  'a check': on => on.assertNoLinks(at('folder', 'file.txt')),
};

describe('if a folder was replaced by a link', () => {
  it.each(Object.keys(CHANGES))('%s is refused', async name => {
    replaceFolder();
    const before = [filesIn(away), filesIn(work), lstatSync(join(away, 'file.txt')).mtimeMs];
    await expect(CHANGES[name]?.(files)).rejects.toThrow(/replaced by a link or a file/);
    const after = [filesIn(away), filesIn(work), lstatSync(join(away, 'file.txt')).mtimeMs];
    expect(after).toEqual(before);
    expect(await readdir(away)).toEqual(['empty', 'file.txt']);
  });

  it('empty folders behind it stay', async () => {
    replaceFolder();
    await files.removeEmptyParents(at('folder', 'empty', 'gone.txt'), work);
    expect(await readdir(away)).toEqual(['empty', 'file.txt']);
  });

  it('a rejection is refused, too', async () => {
    replaceFolder();
    const review = new ReviewFiles(tableEncodings(), new BlobStore(join(top, 'blobs')), () => work);
    const file = at('folder', 'file.txt');
    const refused = /replaced by a link or a file/;
    await expect(review.write(file, { kind: 'text', text: 'x' })).rejects.toThrow(refused);
    await expect(review.write(file, { kind: 'absent' })).rejects.toThrow(refused);
    await expect(review.remove(file, work)).rejects.toThrow(refused);
    await expect(review.rename(file, at('a.txt'))).rejects.toThrow(refused);
    await expect(review.setMode(file, 0o777)).rejects.toThrow(refused);
    expect(readFileSync(join(away, 'file.txt'), 'utf8')).toBe('outside the workspace');
  });
});

it('does all of that in a folder, also if a link leads to the root', async () => {
  const link = join(top, 'link');
  await symlink(work, link);
  const linked = new UserFiles(() => link);
  const file = join(link, 'folder', 'file.txt');
  await linked.put(file, Buffer.from('one'), 0o100600);
  await linked.setMode(file, 0o100640);
  expect((await lstat(file)).mode & 0o777).toBe(0o640);
  await linked.move(file, join(link, 'new', 'deep', 'b.txt'));
  expect(readFileSync(at('new', 'deep', 'b.txt'), 'utf8')).toBe('one');
  await linked.delete(join(link, 'new', 'deep', 'b.txt'));
  await linked.removeEmptyParents(join(link, 'new', 'deep', 'b.txt'), link);
  expect(await readdir(work)).toEqual(['folder', 'other.txt']);
});

it('changes no file behind a link, and can change one that nobody may read', async () => {
  await symlink(join(away, 'file.txt'), at('link.txt'));
  await files.setMode(at('link.txt'), 0o100777);
  await files.put(at('link.txt'), Buffer.from('x'));
  expect((await lstat(join(away, 'file.txt'))).mode & 0o777).toBe(0o644);
  expect(readFileSync(join(away, 'file.txt'), 'utf8')).toBe('outside the workspace');
  await chmod(at('other.txt'), 0);
  await files.setMode(at('other.txt'), 0o100644);
  expect((await lstat(at('other.txt'))).mode & 0o777).toBe(0o644);
});

it('changes nothing outside while another process replaces the folder by a link', async () => {
  await symlink(away, at('trap'));
  const swapper = fork(join(import.meta.dirname, 'swapper.mjs'), [work], { stdio: 'ignore' });
  onTestFinished(() => void swapper.kill('SIGKILL'));
  await once(swapper, 'message');
  const outcomes: string[] = [];
  for (let n = 0; n < TRIES; n += 1) {
    const file = at('folder', 'file.txt');
    const changes = [
      files.put(file, Buffer.from('x'), 0o100700),
      files.setMode(file, 0o100777),
      files.delete(at('folder', 'new.txt')),
      files.move(at('other.txt'), at('folder', 'new.txt')),
    ];
    outcomes.push(...(await Promise.allSettled(changes)).map(({ status }) => status));
    await rm(at('other.txt'), { force: true });
    await mkdir(work, { recursive: true });
    writeFileSync(at('other.txt'), 'other');
  }
  expect(Object.keys(filesIn(away))).toEqual(['file.txt']);
  expect(filesIn(away)['file.txt']).toMatch(/^644 /);
  expect(readFileSync(join(away, 'file.txt'), 'utf8')).toBe('outside the workspace');
  expect(new Set(outcomes)).toEqual(new Set(['fulfilled', 'rejected']));
});
