import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesIn, summarize, tempRepo, tempWorkspace, type Workspace } from '../tempRepo.ts';

const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString();

const kinds: readonly (readonly [string, () => Promise<Workspace>, { git?: string }])[] = [
  ['in a repository', tempRepo, {}],
  ['outside git', tempWorkspace, {}],
  ['without the git program', tempWorkspace, { git: '/nowhere/git' }],
];

describe.each(kinds)('ignored files %s', (_, make, options) => {
  it('are part of snapshots when they are small, with their exact bytes', async () => {
    const work = await make();
    await work.write('.gitignore', '.env\nbuild/\n*.log\n');
    await work.write('.env', 'KEY=1\r\n');
    await work.write('build/a.js', 'a');
    await work.write('build/deep/b.js', 'b');
    await work.write('src/a.log', 'log\n');
    const snapshots = await work.open(options);
    const before = await snapshots.take();
    await work.write('.env', 'KEY=2\r\n');
    await rm(path.join(work.root, 'build'), { recursive: true });
    await work.write('src/b.log', 'new\n');
    const { after: now, changes } = await snapshots.changesSince(before);
    expect(summarize(changes)).toEqual([
      'modified .env',
      'deleted build/a.js',
      'deleted build/deep/b.js',
      'created src/b.log',
    ]);
    expect(text(await snapshots.read(before, '.env'))).toBe('KEY=1\r\n');
    expect(text(await snapshots.read(before, 'build/deep/b.js'))).toBe('b');
    expect((await snapshots.take()).tree).toBe(now.tree);
  });

  it('stay part of them when a file is created and ignored at once', async () => {
    const work = await make();
    await work.write('a.txt', 'a\n');
    const snapshots = await work.open(options);
    const before = await snapshots.take();
    await work.write('new.gen', 'generated\n');
    await work.write('.gitignore', '*.gen\n');
    const { changes } = await snapshots.changesSince(before);
    expect(summarize(changes)).toEqual(['created .gitignore', 'created new.gen']);
  });

  it('are left out in dependencies and in folders with many files', async () => {
    const work = await make();
    await work.write('.gitignore', 'out/\n');
    await work.write('node_modules/x/index.js', 'x\n');
    for (let at = 0; at < 12; at += 1) {
      await work.write(`out/${at}.js`, 'x\n');
    }
    const snapshots = await work.open({ ...options, limits: { ignoredFolderFiles: 10 } });
    const before = await snapshots.take();
    expect(before.skipped).toEqual([
      { path: 'node_modules/', reason: 'ignored' },
      { path: 'out/', reason: 'ignored' },
    ]);
    await rm(path.join(work.root, 'out/11.js'));
    await rm(path.join(work.root, 'out/10.js'));
    await rm(path.join(work.root, 'out/9.js'));
    const { after: now, changes } = await snapshots.changesSince(before);
    expect(changes).toEqual([]); // A file that was left out must not look created when there is room for it.
    expect(now.skipped).toEqual(before.skipped);
  });

  it('are left out when they are large, or beyond the limits of all together', async () => {
    const work = await make();
    await work.write('.gitignore', '*.dat\n');
    await work.write('large.dat', Buffer.alloc(101));
    const limits = { ignoredFileBytes: 100, ignoredFiles: 3, ignoredBytes: 150 };
    const snapshots = await work.open({ ...options, limits });
    await work.write('1.dat', Buffer.alloc(90));
    await work.write('2.dat', Buffer.alloc(90));
    const before = await snapshots.take();
    expect(before.skipped).toMatchObject([
      { path: '2.dat', reason: 'ignored' },
      { path: 'large.dat', reason: 'tooLarge', sizeBytes: 101 },
    ]);
    for (const name of ['3', '4', '5']) {
      await work.write(`${name}.dat`, name);
    }
    const { after: now, changes } = await snapshots.changesSince(before);
    expect(summarize(changes)).toHaveLength(3);
    expect(now.skipped.map(one => one.path)).toHaveLength(3);
    await work.write('1.dat', Buffer.alloc(102)); // The file exceeds the limit now.
    const grown = await snapshots.changesSince(now);
    expect(grown.changes).toMatchObject([{ kind: 'modified', path: '1.dat' }]);
    expect(grown.changes[0]).not.toHaveProperty('after.blob');
  });

  it('are stored where only the owner can read them', async () => {
    const work = await make();
    await work.write('.gitignore', '.env\n');
    await work.write('.env', 'KEY=secret\n');
    const snapshots = await work.open(options);
    await snapshots.take();
    const [folder = ''] = Object.keys(filesIn(work.storage)).map(name => name.split(path.sep)[0]);
    expect(statSync(path.join(work.storage, folder)).mode & 0o777).toBe(0o700);
  });

  it('are pruned with the snapshots that had them', async () => {
    const work = await make();
    await work.write('.gitignore', '.env\n');
    await work.write('.env', 'KEY=1\n');
    const snapshots = await work.open(options);
    const before = await snapshots.take();
    await work.write('.env', 'KEY=2\n');
    const now = await snapshots.take();
    await snapshots.prune({ trees: [before.tree, now.tree] });
    expect(text(await snapshots.read(before, '.env'))).toBe('KEY=1\n');
    await snapshots.prune({ trees: [now.tree] });
    expect(text(await snapshots.read(now, '.env'))).toBe('KEY=2\n');
    await expect(snapshots.read(before, '.env')).rejects.toThrow();
  });
});

it('the ignored files of a repository inside the workspace are part of the first snapshot', async () => {
  const work = await tempRepo();
  await work.write('nested/a.txt', 'a\n');
  await work.write('nested/.gitignore', '.env\nout/\n');
  await work.write('nested/.env', 'KEY=1\n');
  await work.write('nested/out/a.js', 'a\n');
  work.git('init', '-q', 'nested');
  const snapshots = await work.open();
  const before = await snapshots.take();
  expect((await snapshots.changesSince(before)).changes).toEqual([]);
  await work.write('nested/.env', 'KEY=2\n');
  await work.remove('nested/out');
  expect(summarize((await snapshots.changesSince(before)).changes)).toEqual([
    'modified nested/.env',
    'deleted nested/out/a.js',
  ]);
});

it('ignored files in folders that have nothing else are found', async () => {
  const work = await tempRepo();
  await work.write('.gitignore', '*.log\nnode_modules/\n');
  work.commit();
  await work.write('logs/a.log', 'a\n');
  await work.write('package/node_modules/x/index.js', 'x\n');
  await work.write(':(top)odd*name.log', 'odd\n');
  const snapshots = await work.open();
  const before = await snapshots.take();
  await work.write('logs/a.log', 'b\n');
  await work.write('logs/new/b.log', 'b\n');
  await work.write(':(top)odd*name.log', 'edited\n');
  expect(summarize((await snapshots.changesSince(before)).changes)).toEqual([
    'modified :(top)odd*name.log',
    'modified logs/a.log',
    'created logs/new/b.log',
  ]);
});

it('files that are not ignored any more are found at once', async () => {
  const work = await tempRepo();
  await work.write('.gitignore', 'out/\n');
  await work.write('out/one.js', '1\n');
  await work.write('out/two.js', '2\n');
  const snapshots = await work.open({ limits: { ignoredFolderFiles: 1 } });
  await snapshots.take();
  const before = await snapshots.take();
  expect(before.skipped).toEqual([{ path: 'out/', reason: 'ignored' }]);
  await work.write('.gitignore', '');
  const { after: now } = await snapshots.changesSince(before);
  expect(now.skipped).toEqual([]);
  expect(text(await snapshots.read(now, 'out/two.js'))).toBe('2\n');
});

it('a new file next to ignored ones is found', async () => {
  const work = await tempRepo();
  await work.write('.gitignore', 'node_modules/\n');
  await work.write('package/node_modules/x/index.js', 'x\n');
  const snapshots = await work.open();
  await snapshots.take();
  const before = await snapshots.take();
  await work.write('package/index.js', 'mine\n');
  expect(summarize((await snapshots.changesSince(before)).changes)).toEqual([
    'created package/index.js',
  ]);
});

describe('ignored files for which there is no time', () => {
  const names = Array.from({ length: 320 }, (_, at) => `${at}.gen`);

  async function busy(): Promise<Workspace> {
    const work = await tempRepo();
    await work.write('.gitignore', '*.gen\n');
    await Promise.all(names.map(name => work.write(name, name)));
    return work;
  }

  it('are left out, except for the first ones', async () => {
    const work = await busy();
    const snapshots = await work.open({ limits: { ignoredMs: -1 } });
    expect((await snapshots.take()).skipped).toHaveLength(20);
  });

  it('are part of the next snapshot with which nothing is compared', async () => {
    const work = await busy();
    const hurried = await work.open({ limits: { ignoredMs: -1 } });
    const before = await hurried.take();
    const snapshots = await work.open();
    const { after, changes } = await snapshots.changesSince(before);
    expect(changes).toEqual([]);
    expect(after.skipped).toHaveLength(20);
    expect((await snapshots.take()).skipped).toEqual([]);
  });
});
