import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../../../src/core/errors.ts';
import { filesIn, summarize, sha256, tempRepo, tempWorkspace } from '../tempRepo.ts';

describe('a snapshot of a git work tree', () => {
  it('shows what was created, modified, deleted and renamed since', async () => {
    const work = await tempRepo();
    await work.write('same.txt', 'same\n');
    await work.write('edit.txt', 'one\ntwo\n');
    await work.write('gone.txt', 'gone\n');
    await work.write('old name.txt', 'a long enough text\nto be known again\n');
    work.commit();
    const snapshots = await work.open();
    const before = await snapshots.take();
    await work.write('edit.txt', 'one\nTWO\n');
    await work.remove('gone.txt');
    await work.write('new.txt', 'new\n');
    work.git('mv', 'old name.txt', 'neu-ö\n.txt');
    const { after: now, changes } = await snapshots.changesSince(before);
    expect(summarize(changes)).toEqual([
      'modified edit.txt',
      'deleted gone.txt',
      'renamed old name.txt -> neu-ö\n.txt',
      'created new.txt',
    ]);
    expect((await snapshots.changes(before, now))[0]).toMatchObject({
      before: { sizeBytes: 8 },
      after: { sizeBytes: 8 },
      binary: false,
    });
    expect(summarize(await snapshots.changes(now, before))).toContain(
      'renamed neu-ö\n.txt -> old name.txt',
    );
    expect(Buffer.from((await snapshots.read(now, 'neu-ö\n.txt')) ?? []).toString()).toBe(
      'a long enough text\nto be known again\n',
    );
    expect(await snapshots.read(now, 'gone.txt')).toBeUndefined();
    expect(await snapshots.read(now, 'not\nthere')).toBeUndefined();
  });

  it('contains staged, unstaged and untracked files as they are on disk, and leaves the index unchanged', async () => {
    const work = await tempRepo();
    await work.write('a.txt', 'committed\n');
    work.commit();
    await work.write('a.txt', 'staged\n');
    await work.write('staged.txt', 'only staged\n');
    work.git('add', '-A');
    await work.write('a.txt', 'on disk\n');
    await work.write('untracked.txt', 'untracked\n');
    const [status, staged] = [work.git('status', '--porcelain'), work.git('diff', '--cached')];
    const git = filesIn(path.join(work.root, '.git'), []);
    const snapshots = await work.open();
    const before = await snapshots.take();
    const names = ['a.txt', 'staged.txt', 'untracked.txt', 'none'];
    const read = await Promise.all(names.map(name => snapshots.read(before, name)));
    expect(read.map(bytes => bytes && Buffer.from(bytes).toString())).toEqual([
      'on disk\n',
      'only staged\n',
      'untracked\n',
      undefined,
    ]);
    expect(filesIn(path.join(work.root, '.git'), [])).toEqual(git);
    expect(work.git('status', '--porcelain')).toBe(status);
    expect(work.git('diff', '--cached')).toBe(staged);
  });

  it('contains modes, links and binaries, and a file that becomes a folder', async () => {
    const work = await tempRepo();
    await work.write('run.sh', '#!/bin/sh\n');
    await work.write('image.png', Buffer.from([0, 1, 2, 255, 0, 13, 10]));
    await work.write('thing', 'a file\n');
    await work.link('link', 'run.sh');
    work.commit();
    const snapshots = await work.open();
    const before = await snapshots.take();
    await work.chmod('run.sh', 0o755);
    await work.write('image.png', Buffer.from([0, 1, 2, 254, 0, 13, 10]));
    await work.remove('thing');
    await work.write('thing/inside.txt', 'now a folder\n');
    await work.remove('link');
    await work.link('link', 'image.png');
    const { after: now, changes } = await snapshots.changesSince(before);
    expect(summarize(changes)).toHaveLength(5);
    expect(await snapshots.changes(before, now)).toMatchObject([
      { kind: 'modified', path: 'image.png', binary: true },
      { kind: 'modified', path: 'link', before: { mode: 0o120000 }, after: { mode: 0o120000 } },
      { kind: 'modified', path: 'run.sh', before: { mode: 0o100644 }, after: { mode: 0o100755 } },
      { kind: 'deleted', path: 'thing' },
      { kind: 'created', path: 'thing/inside.txt' },
    ]);
    expect(Buffer.from((await snapshots.read(now, 'link')) ?? []).toString()).toBe('image.png');
    expect(await snapshots.read(before, 'image.png')).toEqual(
      new Uint8Array([0, 1, 2, 255, 0, 13, 10]),
    );
  });

  it('has the same tree for the same files, without dependencies', async () => {
    const work = await tempRepo();
    await work.write('.gitignore', 'node_modules/\n');
    await work.write('a.txt', 'a\n');
    work.commit();
    const snapshots = await work.open();
    const first = await snapshots.take();
    await work.write('node_modules/x/index.js', 'x');
    await work.write('a.txt', 'a\n');
    expect((await snapshots.take()).tree).toBe(first.tree);
  });

  it('contains an edit of the same size in the second in which the index was written', async () => {
    const work = await tempRepo();
    const snapshots = await work.open();
    for (let round = 0; round < 4; round += 1) {
      await work.write('a.txt', `round ${round} one\n`);
      work.git('add', '-A');
      const before = await snapshots.take();
      await work.write('a.txt', `round ${round} two\n`);
      expect(summarize((await snapshots.changesSince(before)).changes)).toEqual(['modified a.txt']);
    }
  });

  it('follows a branch switch and a stash', async () => {
    const work = await tempRepo();
    await work.write('a.txt', 'main\n');
    work.commit();
    work.git('checkout', '-q', '-b', 'other');
    await work.write('a.txt', 'other\n');
    await work.write('b.txt', 'only here\n');
    work.commit();
    const snapshots = await work.open();
    const onOther = await snapshots.take();
    work.git('checkout', '-q', 'main');
    const onMain = await snapshots.changesSince(onOther);
    expect(summarize(onMain.changes)).toEqual(['modified a.txt', 'deleted b.txt']);
    await work.write('a.txt', 'work\n');
    const working = await snapshots.take();
    work.git('stash', '-q');
    expect((await snapshots.take()).tree).toBe(onMain.after.tree);
    work.git('stash', 'pop', '-q');
    expect((await snapshots.take()).tree).toBe(working.tree);
    expect(sha256((await snapshots.read(onOther, 'a.txt')) ?? new Uint8Array())).toBe(
      sha256(Buffer.from('other\n')),
    );
  });
});

describe('a snapshot outside git', () => {
  it('works the same, respects .gitignore, and leaves no trace in the folder', async () => {
    const work = await tempWorkspace();
    await work.write('a.txt', 'a\n');
    await work.write('.gitignore', 'secret\n');
    await work.write('secret', 'x\n');
    await work.write('node_modules/x.js', 'x\n');
    const files = filesIn(work.root);
    const snapshots = await work.open();
    const before = await snapshots.take();
    expect(filesIn(work.root)).toEqual(files);
    await work.write('a.txt', 'b\n');
    await work.write('node_modules/y.js', 'y\n');
    const { changes } = await snapshots.changesSince(before);
    expect(summarize(changes)).toEqual(['modified a.txt']);
    expect(readFileSync(path.join(work.root, 'a.txt'), 'utf8')).toBe('b\n');
  });

  it('still works after the agent has made the folder a repository, or has removed it', async () => {
    const work = await tempWorkspace();
    await work.write('a.txt', 'a\n');
    const snapshots = await work.open();
    const before = await snapshots.take();
    work.git('init', '-q');
    work.commit();
    expect((await snapshots.take()).tree).toBe(before.tree);
    await work.write('b.txt', 'b\n');
    work.commit();
    const later = await snapshots.take();
    await work.remove('.git');
    await work.write('c.txt', 'c\n');
    const now = await snapshots.take();
    expect(summarize(await snapshots.changes(before, now))).toEqual([
      'created b.txt',
      'created c.txt',
    ]);
    // The objects of the deleted repository are kept until nothing needs them.
    expect(summarize(await snapshots.changes(later, now))).toEqual(['created c.txt']);
    expect(await snapshots.read(later, 'b.txt')).toEqual(new Uint8Array(Buffer.from('b\n')));
    await snapshots.prune({ trees: [before.tree, now.tree] });
    // The object was borrowed from the deleted repository: an error explains that, instead of a wrong result.
    await expect(snapshots.changes(later, now)).rejects.toThrow(UserError);
    await expect(snapshots.read(later, 'b.txt')).rejects.toThrow(UserError);
    expect(await snapshots.read(before, 'a.txt')).toEqual(new Uint8Array(Buffer.from('a\n')));
  });
});
