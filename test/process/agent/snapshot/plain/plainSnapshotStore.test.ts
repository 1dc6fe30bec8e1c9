import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderSize } from '../../../../../src/agent/disk/folderSize.ts';
import { CancellationError, UserError } from '../../../../../src/core/errors.ts';
import { filesIn, summarize, tempWorkspace, type Workspace } from '../tempRepo.ts';

const git = '/nowhere/git';
const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString();

describe('snapshots without git', () => {
  it('show what changed, byte for byte, and leave the folder unchanged', async () => {
    const work = await tempWorkspace();
    await work.write('.gitignore', '# notes\n*.log\n/out\ncache/\n');
    await work.write('edit.txt', 'one\r\n');
    await work.write('gone.txt', 'gone\n');
    await work.write('dir/old ö.txt', 'moved\n');
    await work.write('run.sh', '#!/bin/sh\n');
    await work.write('picture.png', Buffer.from([1, 0, 2]));
    await work.link('link', 'edit.txt');
    const files = filesIn(work.root);
    const snapshots = await work.open({ git });
    const before = await snapshots.take();
    expect(filesIn(work.root)).toEqual(files);
    await work.write('edit.txt', 'one\n');
    await work.remove('gone.txt');
    await work.remove('dir');
    await work.write('new ö.txt', 'moved\n');
    await work.chmod('run.sh', 0o755);
    await work.write('picture.png', Buffer.from([1, 0, 3]));
    for (const ignored of ['a.log', 'out/a', 'cache/a', 'node_modules/a', '.git/config']) {
      await work.write(ignored, 'ignored\n');
    }
    await work.write('src/out', 'not ignored\n');
    const { after: now, changes } = await snapshots.changesSince(before);
    expect(summarize(changes)).toEqual([
      'created a.log',
      'created cache/a',
      'modified edit.txt',
      'deleted gone.txt',
      'renamed dir/old ö.txt -> new ö.txt',
      'created out/a',
      'modified picture.png',
      'modified run.sh',
      'created src/out',
    ]);
    expect(now.skipped).toEqual([{ path: 'node_modules/', reason: 'ignored' }]);
    expect(changes[6]).toMatchObject({ binary: true });
    expect(changes[7]).toMatchObject({ before: { mode: 0o100644 }, after: { mode: 0o100755 } });
    expect(text(await snapshots.read(before, 'edit.txt'))).toBe('one\r\n');
    expect(text(await snapshots.read(now, 'link'))).toBe('edit.txt');
    expect(await snapshots.read(now, 'gone.txt')).toBeUndefined();
    const again = await work.open({ git });
    expect((await again.take()).tree).toBe(now.tree);
  });

  it('contain an edit of the same size immediately, and skip files that are too large', async () => {
    const work = await tempWorkspace();
    await work.write('a.txt', 'one');
    await work.write('large.bin', Buffer.alloc(101));
    const snapshots = await work.open({ git, limits: { newFileBytes: 100 } });
    const before = await snapshots.take();
    expect(before.skipped.map(one => one.path)).toEqual(['large.bin']);
    await work.write('a.txt', 'two');
    await work.write('large.bin', Buffer.alloc(102));
    const { changes } = await snapshots.changesSince(before);
    expect(summarize(changes)).toEqual(['modified a.txt', 'modified large.bin']);
  });

  it('skip a folder that cannot be read, and do not report its files as new', async () => {
    const work = await tempWorkspace();
    await work.write('a.txt', 'a\n');
    await work.write('shut/b.txt', 'b\n');
    await work.chmod('shut', 0o000);
    const snapshots = await work.open({ git });
    const before = await asNobody(work, () => snapshots.take());
    expect(before.skipped).toEqual([{ path: 'shut/', reason: 'unreadable' }]);
    expect(text(await snapshots.read(before, 'a.txt'))).toBe('a\n');
    await work.chmod('shut', 0o755);
    const { after: now, changes } = await snapshots.changesSince(before);
    expect(changes).toMatchObject([{ kind: 'modified', path: 'shut/b.txt' }]);
    expect(now.skipped).toEqual([]);
  });

  it('can be amended, pruned and canceled', async () => {
    const work = await tempWorkspace();
    await work.write('a.txt', 'before');
    await work.write('gone.txt', 'gone');
    const snapshots = await work.open({ git });
    await expect(snapshots.take(AbortSignal.abort())).rejects.toThrow(CancellationError);
    const before = await snapshots.take();
    await work.write('a.txt', 'after');
    const { after: now, changes } = await snapshots.changesSince(before);
    const [change] = changes;
    const blob = change?.kind === 'modified' ? (change.before.blob ?? '') : '';
    const amended = await snapshots.amend(now, [{ path: 'a.txt', blob }, { path: 'gone.txt' }]);
    expect(summarize(await snapshots.changes(before, amended))).toEqual(['deleted gone.txt']);
    const size = await folderSize(work.storage);
    await snapshots.prune({ trees: [now.tree] });
    expect(await folderSize(work.storage)).toBeLessThan(size);
    expect(text(await snapshots.read(now, 'a.txt'))).toBe('after');
    await expect(snapshots.read(before, 'a.txt')).rejects.toThrow(UserError);
  });
});

/** Root may read everything, so the test runs as another user. */
async function asNobody<T>(work: Workspace, task: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) {
    return task();
  }
  execFileSync('chmod', ['a+rx', path.dirname(work.root)]);
  execFileSync('chmod', ['-R', 'a+rwX', work.storage]);
  process.seteuid?.(65_534);
  try {
    return await task();
  } finally {
    process.seteuid?.(0);
  }
}
