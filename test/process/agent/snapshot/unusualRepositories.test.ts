import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Snapshot } from '../../../../src/agent/snapshot/model/snapshot.ts';
import type { SnapshotStore } from '../../../../src/agent/snapshot/model/snapshotStore.ts';
import { filesIn, summarize, tempRepo, tempWorkspace, workspaceAt } from './tempRepo.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

const textIn = async (snapshots: SnapshotStore, snapshot: Snapshot, name: string) => {
  const bytes = await snapshots.read(snapshot, name);
  return bytes && Buffer.from(bytes).toString();
};

describe('a snapshot of', () => {
  it('a linked work tree has its own files', async () => {
    const work = await tempRepo();
    await work.write('a.txt', 'a\n');
    work.commit();
    work.git('worktree', 'add', '-q', '../linked', '-b', 'linked');
    const linked = workspaceAt(path.join(work.root, '..', 'linked'), work.storage);
    await linked.write('b.txt', 'b\n');
    linked.commit();
    await linked.settle();
    const git = filesIn(path.join(work.root, '.git'), []);
    const snapshots = await linked.open();
    const before = await snapshots.take();
    await linked.write('a.txt', 'c\n');
    expect(summarize((await snapshots.changesSince(before)).changes)).toEqual(['modified a.txt']);
    expect(await textIn(snapshots, before, 'b.txt')).toBe('b\n');
    expect(filesIn(path.join(work.root, '.git'), [])).toEqual(git);
  });

  it('a repository without commits has everything on disk', async () => {
    const work = await tempRepo();
    await work.write('a.txt', 'a\n');
    const snapshots = await work.open();
    expect(await textIn(snapshots, await snapshots.take(), 'a.txt')).toBe('a\n');
  });

  it('an empty folder is empty', async () => {
    const work = await tempRepo();
    const snapshots = await work.open();
    const before = await snapshots.take();
    await work.write('a.txt', 'a\n');
    expect(summarize((await snapshots.changesSince(before)).changes)).toEqual(['created a.txt']);
  });

  it('a repository that is locked by another git does not wait for it', async () => {
    const work = await tempRepo();
    await work.write('a.txt', 'a\n');
    work.commit();
    writeFileSync(path.join(work.root, '.git', 'index.lock'), '');
    const snapshots = await work.open();
    expect(await textIn(snapshots, await snapshots.take(), 'a.txt')).toBe('a\n');
    expect(readFileSync(path.join(work.root, '.git', 'index.lock'), 'utf8')).toBe('');
  });

  it('a sparse checkout has what is checked out, and only changes there', async () => {
    for (const sparseIndex of ['false', 'true']) {
      const work = await tempRepo();
      await work.write('in/a.txt', 'a\n');
      await work.write('out/b.txt', 'b\n');
      await work.write('out/deep/c.txt', 'c\n');
      work.commit();
      work.git('config', 'index.sparse', sparseIndex);
      work.git('sparse-checkout', 'set', '--cone', 'in');
      await work.write('in/d.txt', 'd\n');
      const snapshots = await work.open();
      const before = await snapshots.take();
      expect(await textIn(snapshots, before, 'out/b.txt')).toBeUndefined();
      await work.write('in/a.txt', 'changed\n');
      await work.write('out/b.txt', 'written all the same\n');
      const { changes } = await snapshots.changesSince(before);
      expect(summarize(changes)).toEqual(['modified in/a.txt', 'created out/b.txt']);
    }
  });

  it('a repository with a split index is complete', async () => {
    const work = await tempRepo();
    await work.write('a.txt', 'a\n');
    await work.write('b.txt', 'b\n');
    work.commit();
    work.git('config', 'core.splitIndex', 'true');
    work.git('update-index', '--split-index');
    await work.write('b.txt', 'staged\n');
    work.git('add', 'b.txt');
    const git = filesIn(path.join(work.root, '.git'), []);
    const snapshots = await work.open();
    const before = await snapshots.take();
    expect(await textIn(snapshots, before, 'a.txt')).toBe('a\n');
    expect(await textIn(snapshots, before, 'b.txt')).toBe('staged\n');
    expect(filesIn(path.join(work.root, '.git'), [])).toEqual(git);
  });

  it('an index of version 4 with an untracked cache is complete', async () => {
    const work = await tempRepo();
    await work.write('dir/a.txt', 'a\n');
    await work.write('dir/b.txt', 'b\n');
    work.commit();
    work.git('update-index', '--index-version', '4', '--untracked-cache');
    await work.settle();
    const snapshots = await work.open();
    const before = await snapshots.take();
    await work.write('dir/c.txt', 'c\n');
    expect(summarize((await snapshots.changesSince(before)).changes)).toEqual([
      'created dir/c.txt',
    ]);
  });

  it('files that git was told to ignore changes of has what is on disk', async () => {
    const work = await tempRepo();
    await work.write('assumed.txt', 'a\n');
    await work.write('skipped.txt', 'b\n');
    work.commit();
    work.git('update-index', '--assume-unchanged', 'assumed.txt');
    work.git('update-index', '--skip-worktree', 'skipped.txt');
    await work.write('assumed.txt', 'mine\n');
    await work.write('skipped.txt', 'mine too\n');
    const snapshots = await work.open();
    const before = await snapshots.take();
    expect(await textIn(snapshots, before, 'assumed.txt')).toBe('mine\n');
    await work.write('skipped.txt', 'the agent\n');
    expect(summarize((await snapshots.changesSince(before)).changes)).toEqual([
      'modified skipped.txt',
    ]);
  });

  it('a merge with conflicts has the files as they are', async () => {
    const work = await tempRepo();
    await work.write('a.txt', 'base\n');
    work.commit();
    work.git('checkout', '-q', '-b', 'other');
    await work.write('a.txt', 'theirs\n');
    work.commit();
    work.git('checkout', '-q', 'main');
    await work.write('a.txt', 'ours\n');
    work.commit();
    expect(() => work.git('merge', 'other')).toThrow();
    const snapshots = await work.open();
    const text = await textIn(snapshots, await snapshots.take(), 'a.txt');
    expect(text).toContain('<<<<<<< HEAD\nours\n');
    expect(work.git('status', '--porcelain')).toBe('UU a.txt\n');
  });

  it('a subfolder of a repository has paths relative to it, and follows the rules of its parents', async () => {
    const work = await tempRepo();
    await work.write('.gitignore', '*.log\n');
    await work.write('packages/one/a.txt', 'a\n');
    await work.write('packages/two/b.txt', 'b\n');
    work.commit();
    await work.settle();
    const one = workspaceAt(path.join(work.root, 'packages', 'one'), work.storage);
    const snapshots = await one.open();
    const before = await snapshots.take();
    await one.write('a.txt', 'changed\n');
    await one.write('debug.log', Buffer.alloc(300 * 1024)); // The file is too large only for an ignored file.
    await work.write('packages/two/b.txt', 'changed\n');
    const { after: now, changes } = await snapshots.changesSince(before);
    expect(summarize(changes)).toEqual(['modified a.txt', 'created debug.log']);
    expect(now.skipped).toMatchObject([{ path: 'debug.log', reason: 'tooLarge' }]);
    expect(await textIn(snapshots, now, 'a.txt')).toBe('changed\n');
    await one.remove('debug.log');
    const amended = await snapshots.amend(now, [{ path: 'a.txt' }]);
    expect(summarize(await snapshots.changes(now, amended))).toEqual(['deleted a.txt']);
    await one.remove('a.txt');
    expect(summarize(await snapshots.changes(before, await snapshots.take()))).toEqual([
      'deleted a.txt',
    ]);
  });

  it('a project that the repository around it ignores is independent of it', async () => {
    const home = await tempRepo();
    await home.write('.gitignore', '*\n');
    await home.write('project/a.txt', 'a\n');
    const project = workspaceAt(path.join(home.root, 'project'), home.storage);
    const snapshots = await project.open();
    expect(await textIn(snapshots, await snapshots.take(), 'a.txt')).toBe('a\n');
  });

  it('submodules and clones inside includes their files, also those with a broken link', async () => {
    const library = await tempRepo();
    await library.write('lib.txt', 'library\n');
    library.commit();
    const work = await tempRepo();
    await work.write('a.txt', 'a\n');
    work.git(
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '--quiet',
      'add',
      library.root,
      'sub',
    );
    work.commit();
    execFileSync('git', ['clone', '-q', library.root, path.join(work.root, 'clone')]);
    await work.write('broken/x.txt', 'x\n');
    await work.write('broken/.git', 'gitdir: /nowhere\n');
    const git = filesIn(path.join(work.root, '.git'), []);
    const snapshots = await work.open();
    const before = await snapshots.take();
    expect(before.skipped).toEqual([]);
    expect(await textIn(snapshots, before, 'sub/lib.txt')).toBe('library\n');
    await work.write('sub/lib.txt', 'changed\n');
    await work.write('sub/new.txt', 'new\n');
    await work.write('clone/lib.txt', 'changed here\n');
    await work.write('broken/x.txt', 'y\n');
    expect(summarize((await snapshots.changesSince(before)).changes)).toEqual([
      'modified broken/x.txt',
      'modified clone/lib.txt',
      'modified sub/lib.txt',
      'created sub/new.txt',
    ]);
    expect(filesIn(path.join(work.root, '.git'), [])).toEqual(git);
  });

  it('a nested repository with too many files leaves that one out, which is reported', async () => {
    const work = await tempRepo();
    await work.write('a.txt', 'a\n');
    await work.write('big/1.txt', '1\n');
    await work.write('big/2.txt', '2\n');
    work.git('init', '-q', 'big');
    const snapshots = await work.open({ limits: { nestedFiles: 1 } });
    const before = await snapshots.take();
    expect(before.skipped).toEqual([{ path: 'big/', reason: 'tooManyFiles' }]);
    expect(await textIn(snapshots, before, 'a.txt')).toBe('a\n');
    await work.remove('big/2.txt');
    const { changes } = await snapshots.changesSince(before);
    // The file existed before, so it is not reported as created.
    expect(summarize(changes)).toEqual(['modified big/1.txt']);
  });

  it.runIf(process.getuid?.() === 0)('another user’s repository works', async () => {
    const work = await tempRepo();
    await work.write('a.txt', 'a\n');
    work.commit();
    await work.settle();
    chownSync(path.join(work.root, '.git'), 12345, 12345);
    chownSync(work.root, 12345, 12345);
    const snapshots = await work.open();
    expect(await textIn(snapshots, await snapshots.take(), 'a.txt')).toBe('a\n');
  });

  it('a partial clone reads what the repository does not have', async () => {
    const origin = await tempRepo();
    await origin.write('a.txt', 'a\n');
    origin.commit();
    origin.git('config', 'uploadpack.allowFilter', 'true');
    const folder = await temporaryFolder();
    const root = path.join(folder, 'clone');
    execFileSync('git', ['clone', '-q', '--filter=blob:none', `file://${origin.root}`, root]);
    const work = workspaceAt(root, path.join(folder, 'storage'));
    await work.settle();
    // Deletes the packs that were fetched for the checkout, so that only the files on disk are left.
    work.git('config', 'remote.origin.url', 'file:///nowhere');
    const packs = path.join(root, '.git', 'objects', 'pack');
    for (const name of Object.keys(filesIn(packs))) {
      await work.remove(path.join('.git', 'objects', 'pack', name));
    }
    const snapshots = await work.open();
    expect(await textIn(snapshots, await snapshots.take(), 'a.txt')).toBe('a\n');
  });
});

describe('a file that git knows to be unchanged', () => {
  for (const [kind, prepare] of [
    ['plain', []],
    ['of version 4', ['--index-version', '4']],
    ['split', ['--split-index']],
    ['with an untracked cache', ['--untracked-cache']],
  ] as const) {
    it(`is neither read nor stored again, with an index that is ${kind}`, async () => {
      const work = await tempRepo();
      await work.write('.gitattributes', '* text=auto\n*.bin filter=none\n');
      await work.write('dir/a.txt', 'a\n');
      work.commit();
      work.git('update-index', ...prepare, '--force-write-index');
      await work.settle();
      const snapshots = await work.open();
      const snapshot = await snapshots.take();
      expect(await textIn(snapshots, snapshot, 'dir/a.txt')).toBe('a\n');
      expect(storedObjects(work.storage)).toHaveLength(1); // The object contains the permissions of the files.
      expect(storedObjects(work.storage)[0]).toContain(snapshot.permissions?.slice(2));
    });
  }
});

const storedObjects = (storage: string): readonly string[] =>
  Object.keys(filesIn(storage)).filter(name => /objects\/(pack|..)\//.test(name));

describe('a file that cannot be read', () => {
  it('is reported, and the others are in the snapshot', async () => {
    const work = await tempWorkspace();
    await work.write('large.bin', Buffer.alloc(3000));
    await work.write('small.txt', 'small\n');
    await work.write('grows.txt', 'small\n');
    const snapshots = await work.open({ limits: { newFileBytes: 2000, knownFileBytes: 4000 } });
    const before = await snapshots.take();
    expect(before.skipped).toMatchObject([
      { path: 'large.bin', reason: 'tooLarge', sizeBytes: 3000 },
    ]);
    expect(await textIn(snapshots, before, 'small.txt')).toBe('small\n');
    await work.write('large.bin', Buffer.alloc(3001));
    await work.write('new.bin', Buffer.alloc(2001));
    await work.write('grows.txt', Buffer.alloc(4001));
    const grown = await snapshots.changesSince(before);
    expect(summarize(grown.changes)).toEqual([
      'modified grows.txt',
      'modified large.bin',
      'created new.bin',
    ]);
    expect((await snapshots.changes(before, grown.after))[0]).toMatchObject({
      before: { sizeBytes: 6 },
      after: { sizeBytes: 4001 },
    });
    await work.write('grows.txt', 'small\n');
    await work.remove('large.bin');
    const { changes } = await snapshots.changesSince(grown.after);
    expect(summarize(changes)).toEqual(['modified grows.txt', 'deleted large.bin']);
  });

  it('because of its size is read once the user has committed it', async () => {
    const work = await tempRepo();
    await work.write('a.txt', 'a\n');
    await work.write('data.csv', 'x'.repeat(3000));
    const snapshots = await work.open({ limits: { newFileBytes: 2000 } });
    expect((await snapshots.take()).skipped.map(one => one.path)).toEqual(['data.csv']);
    work.commit();
    const before = await snapshots.take();
    expect(before.skipped).toEqual([]);
    await work.write('data.csv', 'y'.repeat(3001));
    const changes = await snapshots.changes(before, await snapshots.take());
    expect(changes).toMatchObject([{ kind: 'modified', before: { sizeBytes: 3000 } }]);
  });

  it('is found among many files when git fails on it', async () => {
    const work = await tempWorkspace();
    for (let at = 0; at < 20; at += 1) {
      await work.write(`f${at}.txt`, `${at}\n`);
    }
    const unreadable = path.join(work.root, 'f13.txt');
    chmodSync(unreadable, 0o000);
    const git = process.getuid?.() === 0 ? gitOfNobody(work.root, work.storage) : 'git';
    const snapshots = await work.open({ git });
    const before = await snapshots.take();
    expect(before.skipped).toEqual([{ path: 'f13.txt', reason: 'unreadable' }]);
    expect(await textIn(snapshots, before, 'f12.txt')).toBe('12\n');
    expect(await textIn(snapshots, before, 'f14.txt')).toBe('14\n');
    chmodSync(unreadable, 0o644);
    expect(await textIn(snapshots, await snapshots.take(), 'f13.txt')).toBe('13\n');
  });

  it.skipIf(process.getuid?.() === 0)('may be one of hundreds of another user', async () => {
    const work = await tempWorkspace();
    await work.write('a.txt', 'a\n');
    for (let at = 0; at < 300; at += 1) {
      await work.write(`f${at}.ibd`, `${at}\n`);
      await work.chmod(`f${at}.ibd`, 0o000);
    }
    const snapshots = await work.open();
    const before = await snapshots.take();
    expect(before.skipped).toHaveLength(300);
    expect(await textIn(snapshots, before, 'a.txt')).toBe('a\n');
  });

  it('may have a name that is not UTF-8', async () => {
    const work = await tempWorkspace();
    await work.write('a.txt', 'a\n');
    const name = Buffer.concat([Buffer.from(`${work.root}/`), Buffer.from('caf\xe9', 'latin1')]);
    writeFileSync(name, 'x');
    const snapshots = await work.open();
    const before = await snapshots.take();
    expect(before.skipped.map(one => one.reason)).toEqual(['nameNotUtf8']);
    expect(await textIn(snapshots, before, 'a.txt')).toBe('a\n');
  });

  it('is not one whose name git would refuse to check out', async () => {
    const work = await tempRepo();
    await work.write('git~1', 'x\n');
    await work.write('a\\.git', 'y\n');
    await work.write('.. /:(top)*', 'z\n');
    const snapshots = await work.open();
    const snapshot = await snapshots.take();
    expect(await textIn(snapshots, snapshot, 'git~1')).toBe('x\n');
    expect(await textIn(snapshots, snapshot, 'a\\.git')).toBe('y\n');
    expect(await textIn(snapshots, snapshot, '.. /:(top)*')).toBe('z\n');
  });
});

/** Root may read everything, so git runs as a user who may not. */
function gitOfNobody(root: string, storage: string): string {
  const program = path.join(root, '..', 'git-of-nobody.sh');
  const git = 'exec setpriv --reuid=65534 --clear-groups git "$@"';
  // The storage is accessible to its owner only.
  writeFileSync(program, `#!/bin/sh\nchmod -R a+rwX '${storage}'\n${git}\n`);
  chmodSync(program, 0o755);
  chmodSync(path.join(root, '..'), 0o755);
  mkdirSync(storage, { recursive: true });
  const umask = process.umask(0);
  onTestFinished(() => {
    process.umask(umask);
  });
  return program;
}
