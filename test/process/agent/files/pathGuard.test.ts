import fc from 'fast-check';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { EventEmitter, once } from 'node:events';
import type { Stats } from 'node:fs';
import { link, mkdir, realpath, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { nodeFileSystem } from '../../../../src/agent/disk/fileSystem.ts';
import { isInside } from '../../../../src/core/files/isInside.ts';
import { LINUX_PATHS, WINDOWS_PATHS } from '../../../../src/core/files/pathStyle.ts';
import { createPathGuard, User } from './createPathGuard.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

let top = '';
let work = '';
let away = '';

beforeEach(async () => {
  top = await temporaryFolder();
  work = join(top, 'work');
  away = join(top, 'away');
  await mkdir(join(work, 'src', '.git'), { recursive: true });
  await mkdir(join(work, '.git', 'hooks'), { recursive: true });
  await mkdir(away);
  await writeFile(join(work, 'a.txt'), 'a');
  await writeFile(join(away, 'b.txt'), 'b');
  await writeFile(join(away, 'id_rsa'), 'k');
  await symlink(away, join(work, 'link-out'));
  await symlink(join(away, 'b.txt'), join(work, 'leaf-out'));
  await symlink(join(away, 'missing', 'x'), join(work, 'broken-out'));
  await symlink('loop-b', join(work, 'loop-a'));
  await symlink('loop-a', join(work, 'loop-b'));
  await symlink('src', join(work, 'link-in'));
  await symlink('link-in/../a.txt', join(work, 'up'));
  await symlink('.git/hooks', join(work, 'harmless'));
  await symlink(join(away, 'id_rsa'), join(work, 'notes.txt'));
  await symlink('/proc/self/environ', join(work, 'env'));
  await symlink('/dev/zero', join(work, 'zero'));
  await symlink('gone/../../away/b.txt', join(work, 'through-gone'));
  await link(join(away, 'b.txt'), join(work, 'hard'));
  await symlink(work, join(top, 'opened'));
});

describe('PathGuard', () => {
  it('allows paths inside the workspace, whether they exist or not', async () => {
    const guard = await createPathGuard([work]);
    for (const name of [
      'a.txt',
      'new.txt',
      'new/folder/file',
      'src/../a.txt',
      'link-in/x',
      'up',
      '',
    ]) {
      expect(await guard.evaluate(join(work, name), 'write'), name).toMatchObject({
        kind: 'allowed',
      });
    }
  });

  it('decides about many paths as about each of them, but asks the disk once about a path', async () => {
    const asked: string[] = [];
    const lstat = (path: string): Promise<Stats> => {
      asked.push(path);
      return nodeFileSystem.lstat(path);
    };
    const disk = { ...nodeFileSystem, ...({ lstat } as object) };
    const guard = await createPathGuard([work], { disk });
    const names = [
      'a.txt',
      'src/new.txt',
      'src',
      'link-in/x',
      'link-out/b.txt',
      'loop-a',
      'notes.txt',
    ];
    const paths = names.map(name => join(work, name));
    const each = await Promise.all(paths.map(path => guard.evaluate(path, 'read')));
    asked.length = 0;
    expect(await guard.evaluateAll(paths, 'read')).toEqual(each);
    expect(new Set(each.map(({ kind }) => kind)).size).toBeGreaterThan(2);
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
  });

  it('protects the files of a bare git repository in the workspace', async () => {
    const bare = join(work, 'fixtures', 'bare');
    await promisify(execFile)('git', ['init', '--quiet', '--bare', bare]);
    const guard = await createPathGuard([work]);
    const deep = 'a/'.repeat(150);
    for (const name of ['config', 'info/exclude', 'HEAD', 'hooks/post-checkout', 'new', deep]) {
      expect(await guard.evaluate(join(bare, name), 'write'), name).toMatchObject({
        kind: 'protected',
      });
    }
    expect(await guard.evaluate(join(bare, 'config'), 'read')).toMatchObject({ kind: 'allowed' });
    expect(await guard.evaluate(join(work, 'fixtures', 'config'), 'write')).toMatchObject({
      kind: 'allowed',
    });
  });

  it('protects a repository in two folders, of which one names the other', async () => {
    const [half, common] = [join(work, 'half'), join(work, 'common')];
    await promisify(execFile)('git', ['init', '--quiet', '--bare', common]);
    await mkdir(half);
    await rename(join(common, 'HEAD'), join(half, 'HEAD'));
    const guard = await createPathGuard([work]);
    const config = { kind: 'protected', what: 'git hooks and configuration' };
    expect(await guard.evaluate(join(common, 'config'), 'write')).toMatchObject(config);
    await writeFile(join(half, 'commondir'), '../common');
    expect(await guard.evaluate(join(half, 'config.worktree'), 'write')).toMatchObject(config);
    expect(await guard.evaluate(join(half, 'commondir'), 'write')).toMatchObject(config);
  });

  it.each([
    ['link-out/b.txt', 'away/b.txt'],
    ['link-out/new/file', 'away/new/file'],
    ['leaf-out', 'away/b.txt'],
    ['broken-out', 'away/missing/x'],
    ['../away/b.txt', 'away/b.txt'],
    ['..', ''],
  ])('detects that %s leads outside, and where to', async (name, real) => {
    const guard = await createPathGuard([work]);
    expect(await guard.evaluate(`${work}/${name}`, 'read')).toMatchObject({
      kind: 'outside',
      location: { real: join(top, real) },
    });
  });

  it.each(['loop-a', 'loop-a/x', 'env', 'zero', 'through-gone', 'a.txt/x'])(
    'refuses %s',
    async name => {
      const guard = await createPathGuard([work]);
      expect(await guard.evaluate(join(work, name), 'read')).toMatchObject({ kind: 'refused' });
    },
  );

  it('checks the real path: a link to a hook or a key counts as one', async () => {
    const guard = await createPathGuard([work]);
    expect(await guard.evaluate(join(work, 'harmless/pre-commit'), 'write')).toMatchObject({
      kind: 'protected',
    });
    expect(await guard.evaluate(join(work, 'notes.txt'), 'read')).toMatchObject({ kind: 'secret' });
  });

  it('asks before a write to a file that has a second hard link', async () => {
    const guard = await createPathGuard([work]);
    expect(await guard.evaluate(join(work, 'hard'), 'write')).toMatchObject({ kind: 'protected' });
    expect(await guard.evaluate(join(work, 'hard'), 'read')).toMatchObject({ kind: 'allowed' });
  });

  it('reads configuration without consent, and asks before each write to it', async () => {
    const user = new User('folder');
    const guard = await createPathGuard([work], { consent: user });
    const path = join(work, '.vscode', 'tasks.json');
    await guard.authorize(path, 'read');
    expect(user.asked).toHaveLength(0);
    await guard.authorize(path, 'write');
    await guard.authorize(path, 'write');
    expect(user.asked).toMatchObject([{ why: 'runs code' }, { why: 'runs code' }]);
  });

  it('works in a workspace that was opened through a link', async () => {
    const opened = join(top, 'opened');
    const guard = await createPathGuard([opened]);
    expect(await guard.evaluate(join(opened, 'a.txt'), 'write')).toEqual({
      kind: 'allowed',
      location: {
        requested: join(opened, 'a.txt'),
        shown: join(opened, 'a.txt'),
        real: join(work, 'a.txt'),
      },
    });
    expect(await guard.evaluate(join(work, 'a.txt'), 'read')).toMatchObject({
      kind: 'allowed',
      location: { shown: join(opened, 'a.txt') },
    });
  });

  it('does not treat a workspace below a hidden folder as configuration', async () => {
    const root = join(top, '.claude', 'worktrees', 'one');
    await mkdir(root, { recursive: true });
    const guard = await createPathGuard([root]);
    expect(await guard.evaluate(join(root, 'a.ts'), 'write')).toMatchObject({ kind: 'allowed' });
  });

  it('keeps its roots even if one becomes a link', async () => {
    const root = join(top, 'swapped');
    const guard = await createPathGuard([root]);
    await symlink(away, root);
    expect(await guard.evaluate(join(root, 'b.txt'), 'read')).toMatchObject({ kind: 'outside' });
  });

  it('asks once for a folder if the user allows that, separately for reading and writing', async () => {
    const user = new User('folder');
    const guard = await createPathGuard([work], { consent: user });
    await guard.authorize(join(away, 'b.txt'), 'read');
    await guard.authorize(join(away, 'deeper', 'c.txt'), 'read');
    expect(user.asked).toHaveLength(1);
    await guard.authorize(join(away, 'b.txt'), 'write').catch(() => undefined);
    expect(user.asked).toHaveLength(2);
    await expect(guard.authorize(join(away, 'id_rsa'), 'read')).resolves.toBeDefined();
    expect(user.asked.at(-1)).toMatchObject({ why: 'secret' });
  });

  it('asks one question at a time, and none that the previous answer covers', async () => {
    const user = new User('folder');
    const guard = await createPathGuard([work], { consent: user });
    await Promise.all([1, 2, 3].map(n => guard.authorize(join(away, `${n}.txt`), 'read')));
    expect(user.asked).toHaveLength(1);
  });

  it('denies a flood of questions', async () => {
    let answered = 0;
    let turnedAway = 0;
    const turns = new EventEmitter();
    const allTurnedAway = once(turns, 'all turned away');
    const consent = {
      ask: async () => {
        answered += 1;
        await allTurnedAway;
        return 'once' as const;
      },
    };
    const guard = await createPathGuard([work], { consent });
    const requests = Array.from({ length: 1_000 }, (_, n) =>
      guard.authorize(join(away, `${n}`), 'read').catch(() => {
        turnedAway += 1;
        if (turnedAway === 980) {
          turns.emit('all turned away');
        }
      }),
    );
    await Promise.all(requests);
    expect([answered, turnedAway]).toEqual([20, 980]);
  });

  it('ignores an answer if the path leads elsewhere by then', async () => {
    const path = join(work, 'moving');
    await symlink(join(away, 'b.txt'), path);
    const consent = {
      ask: async () => {
        await nodeFileSystem.unlink(path);
        await symlink(join(away, 'id_rsa'), path);
        return 'once' as const;
      },
    };
    const guard = await createPathGuard([work], { consent });
    await expect(guard.authorize(path, 'read')).rejects.toThrow('changed while the user was asked');
  });

  it('responds to a denial with an error that names the path', async () => {
    const guard = await createPathGuard([work]);
    await expect(guard.authorize(join(away, 'b.txt'), 'read')).rejects.toMatchObject({
      code: -32_602,
      data: { path: join(away, 'b.txt'), reason: 'outside' },
    });
  });

  it('refuses network and device paths before any system call', async () => {
    const called: PropertyKey[] = [];
    const disk = new Proxy(nodeFileSystem, {
      get: (target, name) => {
        called.push(name);
        return Reflect.get(target, name) as unknown;
      },
    });
    const paths = [
      '\\\\host\\share\\a',
      '//host/share/a',
      'file://host/a',
      '\\\\?\\C:\\a',
      '\\\\.\\pipe\\x',
      '/proc/self/mem',
      'C:\\a:b',
      'C:\\NUL',
      'C:\\GIT~1\\x',
      'a\0b',
      '',
    ];
    for (const style of [LINUX_PATHS, WINDOWS_PATHS]) {
      const guard = await createPathGuard([], { disk, style });
      for (const path of paths) {
        expect(await guard.evaluate(path, 'read'), path).toMatchObject({ kind: 'refused' });
      }
    }
    expect(called).toEqual([]);
  });

  it('does not follow a link to a network path on Windows', async () => {
    const touched: string[] = [];
    const folder = await nodeFileSystem.lstat(work);
    const trap = await nodeFileSystem.lstat(join(work, 'link-out'));
    const lstat = async (path: string): Promise<Stats> => {
      touched.push(path);
      return path.endsWith('trap') ? trap : folder;
    };
    const disk = new Proxy(nodeFileSystem, {
      get: (_, name) => (name === 'lstat' ? lstat : async () => '\\\\host\\share'),
    });
    const guard = await createPathGuard([], { disk, style: WINDOWS_PATHS });
    expect(await guard.evaluate('C:\\work\\trap\\x', 'read')).toMatchObject({ kind: 'refused' });
    expect(touched.every(path => path.startsWith('C:\\work'))).toBe(true);
  });

  it('allows only what the system itself finds inside', async () => {
    const guard = await createPathGuard([work]);
    const name = fc.constantFrom(
      '..',
      '.',
      'a.txt',
      'src',
      'link-out',
      'link-in',
      'leaf-out',
      'b.txt',
      'up',
      'harmless',
      'work',
      'away',
      'new',
      'opened',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(name, { maxLength: 6 }), async names => {
        const path = [work, ...names].join('/');
        const verdict = await guard.evaluate(path, 'read');
        if (verdict.kind === 'allowed') {
          const real = await realpath(verdict.location.real).catch(() => verdict.location.real);
          expect(isInside(work, real, LINUX_PATHS)).toBe(true);
          expect(real).toBe(verdict.location.real);
        }
      }),
      { numRuns: 500 },
    );
  });
});
