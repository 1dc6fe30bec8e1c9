import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { CancellationError, UserError } from '../../../../src/core/errors.ts';
import { Git } from '../../../../src/agent/git/git.ts';
import { gitDiff, type GitDiffTarget } from '../../../../src/agent/git/gitDiff.ts';
import {
  filterIgnored,
  listRepositoryFiles,
} from '../../../../src/agent/git/listRepositoryFiles.ts';
import {
  listBranches,
  listCommits,
  getDefaultBranch,
  findRepositoryRoot,
} from '../../../../src/agent/git/repository.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

const git = new Git();
let base: string;
let root: string;

function run(folder: string, ...args: readonly string[]): string {
  const identity = [
    '-c',
    'user.name=Ann',
    '-c',
    'user.email=ann@example.com',
    '-c',
    'protocol.file.allow=always',
  ];
  return execFileSync('git', [...identity, '-C', folder, ...args], {
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

function write(name: string, content: string | Buffer, folder = root): void {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), content);
}

function commit(message: string, folder = root): void {
  run(folder, 'add', '-A');
  run(folder, 'commit', '-q', '-m', message);
}

const diff = (of: GitDiffTarget, folder = root): Promise<string> =>
  gitDiff({ git, root: folder }, of);

beforeEach(async () => {
  base = await temporaryFolder();
  root = path.join(base, 'repo');
  mkdirSync(root);
  run(root, 'init', '-q', '-b', 'main');
});

describe('uncommitted changes', () => {
  it('include staged, unstaged and new files, and leave the index unchanged', async () => {
    write('a.ts', 'one\n');
    write('b.ts', 'one\n');
    commit('First');
    write('a.ts', 'two\n');
    run(root, 'add', 'a.ts');
    write('b.ts', 'two\n');
    write('grün neu.ts', 'new\n');
    const before = run(root, 'status', '--porcelain');
    const text = await diff({ kind: 'workingTree' });
    expect(text).toContain('diff --git a/a.ts b/a.ts');
    expect(text).toContain('diff --git a/b.ts b/b.ts');
    expect(text).toContain('+++ b/grün neu.ts');
    expect(text).toContain('+new');
    expect(run(root, 'status', '--porcelain')).toBe(before);
  });

  it('include everything in a repository without commits', async () => {
    write('a.ts', 'one\n');
    run(root, 'add', 'a.ts');
    write('b.ts', 'two\n');
    expect(await diff({ kind: 'workingTree' })).toMatch(/\+one[\s\S]*\+two/);
    expect(await diff({ kind: 'staged' })).toMatch(/\+one/);
    expect(await diff({ kind: 'staged' })).not.toMatch(/\+two/);
  });

  it('are empty in a new and empty repository', async () => {
    expect(await diff({ kind: 'workingTree' })).toBe('');
    write('only-new.ts', 'x\n');
    expect(await diff({ kind: 'workingTree' })).toContain('+x');
  });

  it('only name binary files', async () => {
    write('logo.png', Buffer.from([0, 1, 2, 3, 0, 255]));
    commit('First');
    // The size differs, because git may miss a change with the same time stamp.
    write('logo.png', Buffer.from([0, 9, 9, 9, 9, 0, 255]));
    write('new.bin', Buffer.from([0, 0, 0]));
    const text = await diff({ kind: 'workingTree' });
    expect(text).toContain('Binary files a/logo.png and b/logo.png differ');
    expect(text).toContain('Binary files /dev/null and b/new.bin differ');
  });

  it('only name a huge text', async () => {
    write('huge.txt', 'line of text\n'.repeat(500_000));
    const text = await diff({ kind: 'workingTree' });
    expect(text).toContain('Binary files /dev/null and b/huge.txt differ');
    expect(text.length).toBeLessThan(1000);
  });

  it('exclude ignored files and nested repositories', async () => {
    write('.gitignore', 'secret.txt\n');
    commit('First');
    write('secret.txt', 'x\n');
    mkdirSync(path.join(root, 'other'));
    run(path.join(root, 'other'), 'init', '-q');
    write('other/inner.ts', 'inner\n');
    expect(await diff({ kind: 'workingTree' })).toBe('');
  });

  it('mention that there are too many new files', async () => {
    for (let n = 0; n < 2003; n++) {
      write(`f${n}`, `${n}\n`);
    }
    expect(await diff({ kind: 'workingTree' })).toMatch(/\[Left out: 3 more new files\]\n$/);
  });

  it('show the commits of a submodule', async () => {
    const library = path.join(base, 'library');
    mkdirSync(library);
    run(library, 'init', '-q', '-b', 'main');
    write('lib.ts', 'one\n', library);
    commit('Library', library);
    run(root, 'submodule', '--quiet', 'add', library, 'lib');
    commit('First');
    const inside = path.join(root, 'lib');
    write('lib.ts', 'two\n', inside);
    commit('Next', inside);
    expect(await diff({ kind: 'workingTree' })).toMatch(
      /-Subproject commit \w+\n\+Subproject commit \w+/,
    );
    expect(await listRepositoryFiles(git, root)).toContain('lib/lib.ts');
  });

  it('run no program that the repository configures', async () => {
    write('a.ts', 'one\n');
    write('.gitattributes', '*.ts diff=evil\n');
    commit('First');
    write('a.ts', 'two\n');
    const mark = path.join(base, 'ran');
    for (const name of [
      'diff.external',
      'diff.evil.command',
      'diff.evil.textconv',
      'core.fsmonitor',
      'core.pager',
    ]) {
      run(root, 'config', name, `touch ${mark}; cat`);
    }
    expect(await diff({ kind: 'workingTree' })).toContain('+two');
    expect(() => realpathSync(mark)).toThrow();
  });
});

describe('other diffs', () => {
  it('with a branch start at the merge base, and end with the files on disk', async () => {
    write('a.ts', 'one\n');
    commit('First');
    run(root, 'checkout', '-q', '-b', 'feature');
    write('mine.ts', 'mine\n');
    commit('Mine');
    run(root, 'checkout', '-q', 'main');
    write('theirs.ts', 'theirs\n');
    commit('Theirs');
    run(root, 'checkout', '-q', 'feature');
    write('new.ts', 'new\n');
    const text = await diff({ kind: 'branch', base: 'main' });
    expect(text).toContain('+mine');
    expect(text).toContain('+new');
    expect(text).not.toContain('theirs');
  });

  it('find a remote branch by its short name', async () => {
    write('a.ts', 'one\n');
    commit('First');
    const clone = path.join(base, 'clone');
    run(base, 'clone', '-q', root, clone);
    run(clone, 'checkout', '-q', '-b', 'feature');
    run(clone, 'branch', '-D', 'main');
    write('b.ts', 'b\n', clone);
    expect(await diff({ kind: 'branch', base: 'main' }, clone)).toContain('+b');
    expect(await getDefaultBranch(git, clone)).toBe('main');
  });

  it('of a commit include its message, and a merge is compared with its first parent', async () => {
    write('a.ts', 'one\n');
    commit('First words');
    run(root, 'checkout', '-q', '-b', 'side');
    write('side.ts', 'side\n');
    commit('Side');
    run(root, 'checkout', '-q', 'main');
    run(root, 'merge', '-q', '--no-ff', '-m', 'Merge side', 'side');
    expect(await diff({ kind: 'commit', commit: 'HEAD~1' })).toMatch(/First words[\s\S]*\+one/);
    expect(await diff({ kind: 'commit', commit: 'HEAD' })).toMatch(/Merge side[\s\S]*\+side/);
  });

  it('show a rename as a rename, also of a single file', async () => {
    write('old name.ts', 'a\nb\nc\nd\ne\nf\n');
    write('other.ts', 'x\n');
    commit('First');
    renameSync(path.join(root, 'old name.ts'), path.join(root, 'new name.ts'));
    write('other.ts', 'y\n');
    expect(await diff({ kind: 'workingTree' })).toContain('rename to new name.ts');
    const one = await diff({ kind: 'file', path: path.join(root, 'new name.ts'), staged: false });
    expect(one).toContain('rename from old name.ts');
    expect(one).not.toContain('other.ts');
    run(root, 'add', '-A');
    const staged = await diff({ kind: 'file', path: path.join(root, 'new name.ts'), staged: true });
    expect(staged).toContain('rename from old name.ts');
  });

  it('take a file name literally that looks like a pattern or an option', async () => {
    write('a[1]*.ts', 'one\n');
    write('-p', 'two\n');
    write('a1x.ts', 'three\n');
    expect(
      await diff({ kind: 'file', path: path.join(root, 'a[1]*.ts'), staged: false }),
    ).not.toContain('three');
    expect(await diff({ kind: 'file', path: path.join(root, '-p'), staged: false })).toContain(
      '+two',
    );
  });
});

describe('an error message', () => {
  it('says that a folder is not in a repository', async () => {
    await expect(diff({ kind: 'workingTree' }, base)).rejects.toThrow(/isn't in a git repository/);
    expect(await findRepositoryRoot(git, base)).toBeUndefined();
  });

  it('says that a branch or commit does not exist, also if it looks like an option', async () => {
    write('a.ts', 'one\n');
    commit('First');
    await expect(diff({ kind: 'branch', base: 'nowhere' })).rejects.toThrow(UserError);
    await expect(diff({ kind: 'commit', commit: '--output=/tmp/x' })).rejects.toThrow(
      /Commit .* not found/,
    );
  });

  it('says that branches have no common ancestor', async () => {
    write('a.ts', 'one\n');
    commit('First');
    run(root, 'checkout', '-q', '--orphan', 'lonely');
    commit('Second');
    await expect(diff({ kind: 'branch', base: 'main' })).rejects.toThrow(/no common history/);
  });

  it('says that git is not installed', async () => {
    const none = new Git('/nowhere/git');
    await expect(gitDiff({ git: none, root }, { kind: 'workingTree' })).rejects.toThrow(
      /Git not found/,
    );
  });

  it('is not needed after a cancellation', async () => {
    const stop = new AbortController();
    const asked = gitDiff({ git, root }, { kind: 'workingTree' }, stop.signal);
    stop.abort();
    await expect(asked).rejects.toThrow(CancellationError);
  });
});

describe('a repository', () => {
  it('is found from a subfolder, with its branches and commits', async () => {
    write('deep/er/a.ts', 'one\n');
    commit('First');
    run(root, 'branch', 'next');
    expect(await findRepositoryRoot(git, path.join(root, 'deep', 'er'))).toBe(root);
    const names = await listBranches(git, root);
    expect(names.map(({ name }) => name).toSorted()).toEqual(['main', 'next']);
    expect(names.find(({ isCurrent }) => isCurrent)?.name).toBe('main');
    expect(await listCommits(git, root, 10)).toMatchObject([{ subject: 'First', author: 'Ann' }]);
    expect(await getDefaultBranch(git, root)).toBe('main');
  });

  it('without commits lists none', async () => {
    expect(await listCommits(git, root, 10)).toEqual([]);
    expect(await listBranches(git, root)).toEqual([]);
    expect(await getDefaultBranch(git, root)).toBeUndefined();
  });

  it('lists tracked and new files, without ignored and deleted ones', async () => {
    write('.gitignore', '*.log\n');
    write('kept.ts', 'a\n');
    write('gone.ts', 'a\n');
    commit('First');
    rmSync(path.join(root, 'gone.ts'));
    write('né.ts', 'b\n');
    write('x.log', 'b\n');
    expect(await listRepositoryFiles(git, root)).toEqual(
      new Set(['.gitignore', 'kept.ts', 'né.ts']),
    );
    expect(await filterIgnored(git, root, ['x.log', 'né.ts', 'sub/y.log'])).toEqual(
      new Set(['x.log', 'sub/y.log']),
    );
    expect(await filterIgnored(git, root, [])).toEqual(new Set());
  });
});
