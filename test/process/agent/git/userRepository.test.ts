import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Git } from '../../../../src/agent/git/git.ts';
import { gitDiff } from '../../../../src/agent/git/gitDiff.ts';
import { findRepositoryRoot } from '../../../../src/agent/git/repository.ts';
import {
  findUserRepository,
  isOwnRepository,
  isSafeDirectory,
  type UserRepository,
} from '../../../../src/agent/git/userRepository.ts';
import { openSnapshotStore } from '../../../../src/agent/snapshot/openSnapshotStore.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

let base = '';
let root = '';
let secret = '';
const git = new Git();

const run = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', '-C', folder, ...args], {
    encoding: 'utf8',
  });

function makeRepository(folder: string, text: string): void {
  run(base, 'init', '-q', '-b', 'main', folder);
  writeFileSync(path.join(folder, 'a.txt'), text);
  run(folder, 'add', '-A');
  run(folder, 'commit', '-q', '-m', 'First');
  writeFileSync(path.join(folder, 'a.txt'), `${text}changed\n`);
  writeFileSync(path.join(folder, 'new.txt'), text);
}

const diffIn = (folder: string): Promise<string> =>
  gitDiff({ git, root: folder }, { kind: 'workingTree' }).catch((error: unknown) => String(error));

beforeEach(async () => {
  base = await temporaryFolder();
  root = path.join(base, 'root');
  secret = path.join(base, 'secret');
  makeRepository(root, 'ours\n');
  makeRepository(secret, 'secret\n');
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('the work tree of a repository', () => {
  it.each(['secret', '.'])('is not the folder %s that its setting names', async name => {
    run(root, 'config', 'core.worktree', path.join(base, name));
    expect(await findRepositoryRoot(git, root)).toBe(root);
    const text = await diffIn(root);
    expect(text).toContain('+changed');
    expect(text).not.toContain('secret');
  });

  it('is not read with the git folder of another one', async () => {
    const linked = path.join(base, 'linked');
    const named = path.join(base, 'named');
    const shared = path.join(base, 'shared');
    [linked, named, shared].forEach(folder => mkdirSync(folder));
    symlinkSync(path.join(secret, '.git'), path.join(linked, '.git'));
    writeFileSync(path.join(named, '.git'), `gitdir: ${secret}/.git\n`);
    run(base, 'init', '-q', '-b', 'main', shared);
    writeFileSync(path.join(shared, '.git', 'commondir'), `${secret}/.git\n`);
    for (const folder of [linked, named, shared]) {
      expect(await findUserRepository(folder)).toBeUndefined();
      expect(await findRepositoryRoot(git, folder)).toBeUndefined();
      expect(await diffIn(folder)).toMatch(/isn't in a git repository/);
    }
  });

  it('is found for linked work trees, submodules and separate git folders', async () => {
    run(root, 'worktree', 'add', '-q', path.join(base, 'beside'));
    run(base, 'init', '-q', '--separate-git-dir', path.join(base, 'elsewhere'), `${base}/apart`);
    const file = ['-c', 'protocol.file.allow=always'];
    run(root, ...file, 'submodule', '--quiet', 'add', secret, 'sub');
    for (const folder of ['beside', 'apart', 'root/sub']) {
      const top = path.join(base, folder);
      expect(await findUserRepository(top)).toMatchObject({ top });
      expect(await findRepositoryRoot(git, top)).toBe(top);
    }
  });

  it('is named together with the git folders that it uses', async () => {
    const beside = path.join(base, 'beside');
    run(root, 'worktree', 'add', '-q', beside);
    const gitDir = path.join(root, '.git', 'worktrees', 'beside');
    // Git accepts line ends of Windows here, too.
    writeFileSync(path.join(gitDir, 'commondir'), '../..\r\n');
    expect(await findUserRepository(beside)).toEqual({
      top: beside,
      gitDir,
      commonDir: path.join(root, '.git'),
      objects: path.join(root, '.git', 'objects'),
    });
  });
});

describe('a folder', () => {
  it('without a repository above it has none', async () => {
    expect(await findUserRepository(base)).toBeUndefined();
  });

  it.each<[string, (folder: string) => void]>([
    ['is empty', () => undefined],
    ['contains an empty .git', folder => mkdirSync(path.join(folder, '.git'))],
    [
      'has a .git without objects',
      folder => {
        mkdirSync(path.join(folder, '.git'));
        writeFileSync(path.join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
      },
    ],
    [
      'has a .git that names no folder',
      folder => writeFileSync(path.join(folder, '.git'), `another: ${secret}/.git\n`),
    ],
    [
      'has some of the names of a git folder',
      folder => ['HEAD', 'objects'].forEach(name => mkdirSync(path.join(folder, name))),
    ],
  ])('that %s is part of the repository above it', async (_, prepare) => {
    const inner = path.join(root, 'inner');
    mkdirSync(inner);
    prepare(inner);
    expect(await findUserRepository(inner)).toMatchObject({ top: root });
  });

  it('that git takes for a repository is part of none', async () => {
    const inner = path.join(root, 'inner', 'refs');
    mkdirSync(inner, { recursive: true });
    ['HEAD', 'objects'].forEach(name => mkdirSync(path.join(root, 'inner', name)));
    expect(await findUserRepository(inner)).toBeUndefined();
  });
});

const STRANGER = 12_345;

const give = (folder: string): void =>
  [folder, path.join(folder, '.git')].forEach(one => chownSync(one, STRANGER, STRANGER));

/** The repository of a linked work tree, whose four places can each belong to somebody. */
const linkedRepository = async (): Promise<UserRepository> => {
  run(root, 'worktree', 'add', '-q', path.join(base, 'beside'));
  const found = await findUserRepository(path.join(base, 'beside'));
  return found ?? expect.fail('The work tree is not found.');
};

describe.skipIf(process.getuid?.() !== 0)('a repository of somebody else', () => {
  it('is not read', async () => {
    vi.stubEnv('SUDO_UID', undefined);
    give(root);
    expect(await diffIn(root)).toMatch(/another user owns it/);
    expect(await findRepositoryRoot(git, path.join(root))).toBeUndefined();
    const found = await findUserRepository(root);
    expect(found && (await isOwnRepository(found))).toBe(false);
  });

  it('is told by each place of it', async () => {
    vi.stubEnv('SUDO_UID', undefined);
    const found = await linkedRepository();
    expect(await isOwnRepository(found)).toBe(true);
    for (const place of [found.top, path.join(found.top, '.git'), found.gitDir, found.commonDir]) {
      chownSync(place, STRANGER, STRANGER);
      expect(await isOwnRepository(found), place).toBe(false);
      chownSync(place, 0, 0);
    }
    expect(await isOwnRepository(found)).toBe(true);
    rmSync(path.join(found.top, '.git'));
    expect(await isOwnRepository(found)).toBe(false);
  });

  it('belongs to whoever became root with sudo, and to nobody else', async () => {
    give(root);
    const found = (await findUserRepository(root)) ?? expect.fail('The repository is not found.');
    vi.stubEnv('SUDO_UID', String(STRANGER));
    expect(await isOwnRepository(found)).toBe(true);
    vi.spyOn(process, 'geteuid').mockReturnValue(STRANGER + 1);
    expect(await isOwnRepository(found)).toBe(false);
  });

  it('is left to git where the system has no numbers for users, as on Windows', async () => {
    give(root);
    const found = (await findUserRepository(root)) ?? expect.fail('The repository is not found.');
    vi.spyOn(process as { geteuid: unknown }, 'geteuid', 'get').mockReturnValue(undefined);
    expect(await isOwnRepository(found)).toBe(true);
  });

  it('in a parent folder does not decide what is in a snapshot, unless the user trusts it', async () => {
    vi.stubEnv('SUDO_UID', undefined);
    const inner = path.join(root, 'inner');
    mkdirSync(inner);
    // Only small ignored files are captured.
    writeFileSync(path.join(inner, 'mine.txt'), 'mine\n'.repeat(100_000));
    writeFileSync(path.join(root, '.git', 'info', 'exclude'), 'mine.txt\n');
    give(root);
    const seen = async (): Promise<boolean> => {
      const storage = await temporaryFolder();
      // Small ignored files would be part of the snapshot.
      const limits = { ignoredFiles: 0 };
      const snapshots = await openSnapshotStore({ root: inner, storage, limits });
      onTestFinished(() => snapshots.dispose());
      return (await snapshots.read(await snapshots.take(), 'mine.txt')) !== undefined;
    };
    vi.stubEnv('HOME', base);
    vi.stubEnv('XDG_CONFIG_HOME', base);
    expect(await seen()).toBe(true);
    writeFileSync(path.join(base, '.gitconfig'), `[safe]\n\tdirectory = ${root}\n`);
    expect(await seen()).toBe(false);
  });
});

describe('the setting safe.directory', () => {
  it.each<[readonly string[], boolean]>([
    [[], false],
    [['*'], true],
    [['/a/b'], true],
    [['/a/b/'], true],
    [['/a/*'], true],
    [['/a'], false],
    [['/b/*'], false],
    [['/a/bc'], false],
    [['*', ''], false],
    [['/x', '', '/a/b'], true],
  ])('with the values %j trusts /a/b: %s', (values, isSafe) => {
    expect(isSafeDirectory('/a/b', values)).toBe(isSafe);
  });
});
