import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { CommittedFiles } from '../../../../src/agent/git/committedFiles.ts';
import { Git } from '../../../../src/agent/git/git.ts';
import { gitDiff, type GitDiffTarget } from '../../../../src/agent/git/gitDiff.ts';
import {
  filterIgnored,
  listRepositoryFiles,
} from '../../../../src/agent/git/listRepositoryFiles.ts';
import {
  findRepositoryRoot,
  getDefaultBranch,
  listBranches,
  listCommits,
} from '../../../../src/agent/git/repository.ts';
import { openSnapshotStore } from '../../../../src/agent/snapshot/openSnapshotStore.ts';
import { createTemporaryFolder, removeFolder } from '../../../harness/createTemporaryFolder.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

/**
 * Each entry makes git start a program in some command, at least in some version of git. `RUN` stands for a command
 * line that creates the canary file, `PROGRAM` for an executable that does.
 */
const SETTINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a file system monitor': { 'core.fsmonitor': 'RUN' },
  'version 1 of the file system monitor': {
    'core.fsmonitor': 'PROGRAM',
    'core.fsmonitorHookVersion': '1',
  },
  'a clean filter': { 'filter.evil.clean': 'RUN' },
  'a smudge filter': { 'filter.evil.smudge': 'RUN' },
  'a filter process': { 'filter.evil.process': 'RUN' },
  'a required filter': {
    'filter.evil.clean': 'RUN',
    'filter.evil.smudge': 'RUN',
    'filter.evil.process': 'RUN',
    'filter.evil.required': 'true',
  },
  hooks: { 'core.hooksPath': 'HOOKS' },
  'hooks in the configuration': {
    'hook.evil.command': 'RUN',
    'hook.evil.event': 'post-index-change',
  },
  'a pager': { 'core.pager': 'RUN', 'pager.log': 'RUN', 'pager.diff': 'RUN', 'pager.show': 'RUN' },
  'an editor': { 'core.editor': 'RUN', 'sequence.editor': 'RUN' },
  'an external diff': { 'diff.external': 'PROGRAM' },
  'a diff driver': { 'diff.evil.command': 'PROGRAM' },
  'a text conversion': { 'diff.evil.textconv': 'PROGRAM', 'diff.evil.cachetextconv': 'false' },
  'a merge driver': { 'merge.evil.driver': 'RUN', 'merge.default': 'evil' },
  'signature checks': {
    'log.showSignature': 'true',
    'gpg.program': 'PROGRAM',
    'gpg.ssh.program': 'PROGRAM',
    'gpg.ssh.defaultKeyCommand': 'RUN',
  },
  'a command for alternate refs': { 'core.alternateRefsCommand': 'RUN' },
  'credential helpers': {
    'credential.helper': '!RUN',
    'credential.https://example.com.helper': '!RUN',
    'core.askPass': 'PROGRAM',
  },
  'an alias': { 'alias.diff': '!RUN', 'alias.ls-files': '!RUN', 'alias.config': '!RUN' },
  'a pack hook': { 'uploadpack.packObjectsHook': 'RUN', 'gc.recentObjectsHook': 'RUN' },
  submodules: {
    'submodule.recurse': 'true',
    'diff.submodule': 'diff',
    'diff.ignoreSubmodules': 'none',
    'submodule.sub.ignore': 'none',
    'submodule.sub.update': '!RUN',
  },
  'an included file': { 'include.path': 'INCLUDED' },
};

/** Settings that do not hide each other are tested together: of a filter and a filter process, git uses one. */
const GROUPS: readonly (readonly string[])[] = [
  [
    'a file system monitor',
    'a clean filter',
    'hooks',
    'an external diff',
    'a pager',
    'an editor',
    'signature checks',
    'a command for alternate refs',
    'credential helpers',
    'an alias',
    'a pack hook',
    'submodules',
  ],
  [
    'version 1 of the file system monitor',
    'a filter process',
    'a diff driver',
    'a merge driver',
    'hooks in the configuration',
  ],
  ['a smudge filter', 'a text conversion', 'an included file'],
  ['a required filter'],
];

/** A missing object makes git look for it in a remote. These settings make that start a program. */
const LAZY_FETCHES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ssh: { 'remote.origin.url': 'ssh://example.invalid/x', 'core.sshCommand': 'RUN' },
  'the ext protocol': {
    'remote.origin.url': 'ext::sh -c RUN',
    'protocol.ext.allow': 'always',
    'protocol.allow': 'always',
  },
  'a local remote': {
    'remote.origin.url': 'SOURCE',
    'remote.origin.uploadpack': 'RUN',
    'protocol.file.allow': 'always',
  },
  'a remote helper': { 'remote.origin.url': 'x', 'remote.origin.vcs': 'evil' },
  'a git proxy': { 'remote.origin.url': 'git://127.0.0.1:9/x', 'core.gitProxy': 'PROGRAM' },
  'the credentials of a server': {
    'remote.origin.url': 'http://127.0.0.1:9/x',
    'credential.helper': '!RUN',
  },
};

let template = '';
let files: Fixture;

interface Fixture {
  readonly base: string;
  readonly root: string;
  readonly canary: string;
}

const at = (base: string): Fixture => ({
  base,
  root: path.join(base, 'repo'),
  canary: path.join(base, 'canary'),
});

const IDENTITY = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];

function run(folder: string, ...args: readonly string[]): string {
  const file = ['-c', 'protocol.file.allow=always'];
  return execFileSync('git', [...IDENTITY, ...file, '-C', folder, ...args], {
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o755 });
};

/** A repository with tracked attributes, changes of every kind, a submodule, and files that only look unchanged. */
beforeAll(async () => {
  template = await createTemporaryFolder();
  const { root } = at(template);
  const library = path.join(template, 'library');
  run(template, 'init', '-q', '-b', 'main', library);
  write(path.join(library, 'lib.txt'), 'lib\n');
  write(path.join(library, '.gitattributes'), '* filter=evil diff=evil merge=evil\n');
  run(library, 'add', '-A');
  run(library, 'commit', '-q', '-m', 'Library');
  run(template, 'init', '-q', '-b', 'main', root);
  write(path.join(root, '.gitattributes'), '* filter=evil diff=evil merge=evil\n');
  write(path.join(root, '.gitignore'), 'ignored.txt\n');
  for (const name of ['same.txt', 'changed.txt', 'staged.txt', 'gone.txt', 'deep/er.txt']) {
    write(path.join(root, name), `${name}\n`);
  }
  run(root, 'submodule', '--quiet', 'add', library, 'sub');
  run(root, 'add', '-A');
  run(root, 'commit', '-q', '-m', 'First');
  run(root, 'branch', 'side');
  write(path.join(root, 'same.txt'), 'second\n');
  run(root, 'commit', '-q', '-a', '-m', 'Second');
  write(path.join(root, 'changed.txt'), 'changed\n');
  write(path.join(root, 'staged.txt'), 'staged\n');
  run(root, 'add', 'staged.txt');
  write(path.join(root, 'new.txt'), 'new\n');
  write(path.join(root, 'ignored.txt'), 'ignored\n');
  write(path.join(root, 'sub', 'lib.txt'), 'changed\n');
  rmSync(path.join(root, 'gone.txt'));
});

/** A copy of the template: its files have other times than in the index, so git has to read and filter them. */
async function copyTemplate(): Promise<Fixture> {
  const copy = at(await temporaryFolder());
  cpSync(template, copy.base, { recursive: true });
  const program = path.join(copy.base, 'program');
  write(program, `#!/bin/sh\ntouch '${copy.canary}'\nexit 1\n`);
  const hooks = ['post-index-change', 'pre-commit', 'post-checkout', 'reference-transaction'];
  hooks.forEach(name => cpSync(program, path.join(copy.base, 'hooks', name)));
  cpSync(program, path.join(copy.base, 'bin', 'git-remote-evil'));
  write(path.join(copy.base, 'included'), `[filter "evil"]\n\tclean = "${program}"\n`);
  vi.stubEnv('PATH', `${path.join(copy.base, 'bin')}${path.delimiter}${process.env['PATH'] ?? ''}`);
  return copy;
}

afterAll(() => removeFolder(template));

afterEach(() => {
  vi.unstubAllEnvs();
});

function removeObject(root: string, name: string): string {
  const id = run(root, 'rev-parse', name).trim();
  rmSync(path.join(root, '.git', 'objects', id.slice(0, 2), id.slice(2)));
  return id;
}

/** Writes settings to the repository, its submodule, and their hooks. */
function configure({ base, root }: Fixture, settings: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(settings)) {
    const value = text
      .replace('RUN', path.join(base, 'program'))
      .replace('PROGRAM', path.join(base, 'program'))
      .replace('HOOKS', path.join(base, 'hooks'))
      .replace('SOURCE', path.join(base, 'library'))
      .replace('INCLUDED', path.join(base, 'included'));
    for (const git of [path.join(root, '.git'), path.join(root, '.git', 'modules', 'sub')]) {
      run(base, 'config', '--file', path.join(git, 'config'), name, value);
      if (name === 'core.hooksPath') {
        cpSync(path.join(base, 'hooks'), path.join(git, 'hooks'), { recursive: true });
      }
    }
  }
}

const git = new Git();

const DIFFS: Readonly<Record<string, (root: string) => GitDiffTarget>> = {
  'the diff of the work tree': () => ({ kind: 'workingTree' }),
  'the diff of the index': () => ({ kind: 'staged' }),
  'the diff of a branch': () => ({ kind: 'branch', base: 'side' }),
  'the diff of a commit': () => ({ kind: 'commit', commit: 'HEAD' }),
  'the diff of a file': root => ({
    kind: 'file',
    path: path.join(root, 'changed.txt'),
    staged: false,
  }),
  'the diff of a staged file': root => ({
    kind: 'file',
    path: path.join(root, 'staged.txt'),
    staged: true,
  }),
};

/** Every use of git in the extension. */
const CALLS: Readonly<Record<string, (files: Fixture) => Promise<unknown>>> = {
  'the top of the repository': async ({ root }) =>
    path.basename((await findRepositoryRoot(git, path.join(root, 'deep'))) ?? ''),
  'the default branch': ({ root }) => getDefaultBranch(git, root),
  'the branches': ({ root }) => listBranches(git, root),
  'the commits': async ({ root }) => (await listCommits(git, root, 9)).map(one => one.subject),
  'the files': async ({ root }) => [...(await listRepositoryFiles(git, root))].toSorted(),
  'the ignored files': async ({ root }) => [
    ...(await filterIgnored(git, root, ['ignored.txt', 'new.txt'])),
  ],
  ...Object.fromEntries(
    Object.entries(DIFFS).map(([name, target]) => [
      name,
      ({ root }: Fixture) => gitDiff({ git, root }, target(root)),
    ]),
  ),
  'the files of commits': async ({ root }) => {
    const committed = await CommittedFiles.open(root, 'git');
    onTestFinished(() => committed.close());
    const head = await committed.read('HEAD', path.join(root, 'same.txt'));
    const side = run(root, 'rev-parse', 'side').trim();
    const before = await committed.read(side, path.join(root, 'same.txt'));
    return [head, before].map(bytes => bytes && Buffer.from(bytes).toString());
  },
  'snapshots of the repository': ({ base, root }) => takeSnapshots(root, base),
  'snapshots of a subfolder': ({ base, root }) => takeSnapshots(path.join(root, 'deep'), base),
};

async function takeSnapshots(root: string, base: string): Promise<unknown> {
  const snapshots = await openSnapshotStore({ root, storage: path.join(base, 'storage') });
  onTestFinished(() => snapshots.dispose());
  const before = await snapshots.take();
  write(path.join(root, 'later.txt'), 'later\n');
  const { after: now, changes } = await snapshots.changesSince(before);
  const amended = await snapshots.amend(before, [{ path: 'er.txt' }]);
  await snapshots.prune({ trees: [before.tree, now.tree, amended.tree] });
  const text = await snapshots.read(before, 'changed.txt');
  rmSync(path.join(root, 'later.txt'));
  return [changes, text?.toString(), (await snapshots.changes(before, now)).length];
}

let expected: ReadonlyMap<string, unknown>;

const resultsIn = async (place: Fixture): Promise<ReadonlyMap<string, unknown>> => {
  const results = new Map<string, unknown>();
  for (const [what, call] of Object.entries(CALLS)) {
    results.set(what, await call(place));
  }
  return results;
};

describe('no git call starts a program', () => {
  it('in a repository without programs, which all the others are compared with', async () => {
    expect(GROUPS.flat().toSorted()).toEqual(Object.keys(SETTINGS).toSorted());
    expected = await resultsIn(await copyTemplate());
    expect(expected.get('the diff of the work tree')).toContain('+changed');
    expect(expected.get('the files of commits')).toEqual(['second\n', 'same.txt\n']);
  });

  it.each(GROUPS)('that the repository names as %s and others', async (...names) => {
    files = await copyTemplate();
    names.forEach(name => configure(files, SETTINGS[name] ?? {}));
    for (const [what, call] of Object.entries(CALLS)) {
      const found = await call(files);
      expect(existsSync(files.canary), `${what} started a program`).toBe(false);
      expect(found, what).toEqual(expected.get(what));
    }
  });

  it('when objects are missing and a remote should have them', async () => {
    files = await copyTemplate();
    const { root } = files;
    Object.values(LAZY_FETCHES).forEach((settings, i) => {
      const remote = Object.entries({ 'remote.origin.promisor': 'true', ...settings });
      const renamed = remote.map(([name, value]) => [name.replace('origin', `r${i}`), value]);
      configure(files, Object.fromEntries(renamed));
    });
    configure(files, { 'core.repositoryFormatVersion': '1', 'extensions.partialClone': 'r0' });
    const missing = ['HEAD:same.txt', 'HEAD:changed.txt', 'side:same.txt'];
    missing.forEach(object => removeObject(root, object));
    for (const [what, call] of Object.entries(CALLS)) {
      await call(files).catch(() => undefined); // The object remains missing.
      expect(existsSync(files.canary), `${what} started a program`).toBe(false);
    }
  });

  it('that a folder names which is laid out like a git folder', async () => {
    files = await copyTemplate();
    const bare = path.join(files.root, 'bare');
    run(files.base, 'init', '-q', '--bare', bare);
    run(bare, 'config', 'core.bare', 'false');
    run(bare, 'config', 'core.worktree', files.root);
    run(bare, 'config', 'core.fsmonitor', path.join(files.base, 'program'));
    await expect(listRepositoryFiles(git, bare)).rejects.toThrow(/isn't in a git repository/);
    expect(await findRepositoryRoot(git, path.join(bare, 'refs'))).toBeUndefined();
    expect(existsSync(files.canary)).toBe(false);
  });

  it('of the workspace that is called git, although the PATH names its folder first', async () => {
    files = await copyTemplate();
    const { base, root, canary } = files;
    cpSync(path.join(base, 'program'), path.join(root, 'bin', 'git'));
    symlinkSync(path.join(root, 'bin'), path.join(base, 'linked'));
    const folders = [path.join(base, 'linked'), path.join(root, 'bin'), '', '.'];
    vi.stubEnv('PATH', [...folders, process.env['PATH'] ?? ''].join(path.delimiter));
    await takeSnapshots(root, base);
    const committed = await CommittedFiles.open(root, 'git');
    onTestFinished(() => committed.close());
    expect(await committed.read('HEAD', path.join(root, 'same.txt'))).toBeDefined();
    await listRepositoryFiles(new Git('git', [root]), root);
    expect(existsSync(canary)).toBe(false);
  });

  it('whose setting cannot be overruled: the repository is refused', async () => {
    files = await copyTemplate();
    write(path.join(files.root, '.gitattributes'), '* filter=a=b\n');
    configure(files, { 'filter.a=b.clean': 'RUN' });
    await expect(gitDiff({ git, root: files.root }, { kind: 'workingTree' })).rejects.toThrow(
      /unusual way/,
    );
    expect(existsSync(files.canary)).toBe(false);
  });
});

/** Without our settings the same repositories do start programs, so the tests above prove something. */
describe('git without our settings starts a program', () => {
  const CONTROLS: readonly (readonly [string, readonly string[]])[] = [
    ['a file system monitor', ['check-attr', '-a', 'same.txt']],
    ['version 1 of the file system monitor', ['status']],
    ['a clean filter', ['diff']],
    ['a filter process', ['diff']],
    ['hooks', ['add', '-N', 'new.txt']],
    ['an external diff', ['diff']],
    ['a diff driver', ['diff']],
    ['a text conversion', ['diff']],
    ['submodules', ['status']],
    ['an included file', ['diff']],
  ];

  it.each(CONTROLS)('for %s', async (name, args) => {
    files = await copyTemplate();
    const own = name === 'submodules' ? { 'filter.evil.clean': 'RUN' } : SETTINGS[name];
    configure(files, own ?? {});
    try {
      run(files.root, ...args);
    } catch {
      // The program of the test is no filter, so git may fail afterwards.
    }
    expect(existsSync(files.canary)).toBe(true);
  });

  it.each(['ssh', 'the ext protocol', 'a local remote', 'a remote helper'])(
    'to fetch by %s',
    async name => {
      files = await copyTemplate();
      const { root } = files;
      configure(files, { 'remote.origin.promisor': 'true', ...LAZY_FETCHES[name] });
      const id = removeObject(root, 'side:same.txt');
      try {
        run(root, 'cat-file', '-p', id);
      } catch {
        // The object does not exist anywhere.
      }
      expect(existsSync(files.canary)).toBe(true);
    },
  );
});
