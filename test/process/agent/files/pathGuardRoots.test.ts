import { execFileSync } from 'node:child_process';
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { nodeFileSystem, type FileSystem } from '../../../../src/agent/disk/fileSystem.ts';
import { WINDOWS_PATHS } from '../../../../src/core/files/pathStyle.ts';
import { toEnglish } from '../../../../src/core/l10n.ts';
import { createPathGuard, User } from './createPathGuard.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

let top = '';
let work = '';

beforeEach(async () => {
  top = await temporaryFolder();
  work = join(top, 'work');
  await mkdir(work);
  await writeFile(join(work, 'a.txt'), 'a');
});

const locationOf = (path: string) => ({ requested: path, shown: path, real: path });

describe('the roots of a session', () => {
  it('must be paths that can be resolved', async () => {
    await symlink('loop', join(top, 'loop'));
    await expect(createPathGuard(['work'])).rejects.toThrow(
      'work cannot be a root: the path must be absolute.',
    );
    await expect(createPathGuard([join(top, 'loop')])).rejects.toThrow(
      'loop cannot be a root: a link in the path: its links form a loop.',
    );
  });

  it('may be several, each with its own names', async () => {
    const second = join(top, 'second');
    await mkdir(join(second, '.git'), { recursive: true });
    await symlink(second, join(top, 'opened'));
    const guard = await createPathGuard([work, join(top, 'opened')]);
    expect(await guard.evaluate(join(second, 'b.txt'), 'write')).toMatchObject({
      kind: 'allowed',
      location: { real: join(second, 'b.txt'), shown: join(top, 'opened', 'b.txt') },
    });
    expect(await guard.evaluate(join(second, '.git', 'config'), 'write')).toMatchObject({
      kind: 'protected',
    });
  });

  it('contain what is below them', async () => {
    const guard = await createPathGuard([work]);
    expect(guard.contains(locationOf(join(work, 'a.txt')))).toBe(true);
    expect(guard.contains(locationOf(join(top, 'b.txt')))).toBe(false);
  });

  it('count with their own name, since a root may be configuration itself', async () => {
    const root = join(top, '.vscode');
    await mkdir(root);
    const guard = await createPathGuard([root]);
    expect(await guard.evaluate(join(root, 'tasks.json'), 'write')).toMatchObject({
      kind: 'protected',
      what: 'editor settings, tasks, and launch configurations',
    });
  });

  it('are protected if they are a bare git repository themselves, but not if one is above them', async () => {
    const bare = join(top, 'bare');
    execFileSync('git', ['init', '--quiet', '--bare', bare]);
    const inner = join(bare, 'inner');
    await mkdir(inner);
    const own = await createPathGuard([bare]);
    expect(await own.evaluate(join(bare, 'config'), 'write')).toMatchObject({
      kind: 'protected',
      what: 'git hooks and configuration',
    });
    const below = await createPathGuard([inner]);
    expect(await below.evaluate(join(inner, 'config'), 'write')).toMatchObject({ kind: 'allowed' });
  });
});

describe('a verdict', () => {
  it.each(['objects', 'refs'])(
    'does not take a folder without %s for a git repository',
    async missing => {
      const bare = join(work, 'bare');
      execFileSync('git', ['init', '--quiet', '--bare', bare]);
      await rename(join(bare, missing), join(top, missing));
      const guard = await createPathGuard([work]);
      expect(await guard.evaluate(join(bare, 'config'), 'write')).toMatchObject({
        kind: 'allowed',
      });
    },
  );

  it('is that of the worse name, if a link has another name than its target', async () => {
    await mkdir(join(work, '.vscode'));
    await writeFile(join(work, '.vscode', 'tasks.json'), '{}');
    await symlink('.vscode/tasks.json', join(work, '.env'));
    const guard = await createPathGuard([work]);
    expect(await guard.evaluate(join(work, '.env'), 'read')).toMatchObject({
      kind: 'secret',
      what: 'environment file',
    });
  });

  it('on a working directory depends only on where it is', async () => {
    const guard = await createPathGuard([work]);
    expect(await guard.evaluate(join(work, '.ssh'), 'run')).toMatchObject({ kind: 'allowed' });
    expect(await guard.evaluate(top, 'run')).toMatchObject({ kind: 'outside' });
  });

  it('names the path that the agent wrote if it is outside', async () => {
    const guard = await createPathGuard([work]);
    expect(await guard.evaluate(join(top, 'x', '..', 'b'), 'read')).toEqual({
      kind: 'outside',
      location: { requested: join(top, 'b'), shown: join(top, 'b'), real: join(top, 'b') },
    });
  });

  it('on a drive of Windows that is a network folder says where it leads', async () => {
    const folder = await nodeFileSystem.lstat(work);
    const fakes = { lstat: async () => folder, realpath: async () => '\\\\host\\share\\a.txt' };
    const disk: FileSystem = { ...nodeFileSystem, ...(fakes as object) };
    const guard = await createPathGuard([], { disk, style: WINDOWS_PATHS });
    const verdict = await guard.evaluate('Z:\\a.txt', 'read');
    expect(verdict.kind === 'refused' && toEnglish(verdict.why)).toBe(
      "it points to \\\\host\\share\\a.txt, and network paths aren't supported",
    );
  });
});

describe('the question to the user', () => {
  it('tells what the file is and where it really is', async () => {
    await symlink(top, join(work, 'link'));
    const user = new User('once');
    const guard = await createPathGuard([work], { consent: user });
    await guard.authorize(join(work, 'link', 'b.txt'), 'read');
    await guard.authorize(join(work, '.vscode', 'tasks.json'), 'write');
    await guard.authorize(join(work, '.env'), 'read');
    const requested = join(work, 'link', 'b.txt');
    const outside = { kind: 'path', why: 'outside', what: '', operation: 'read', requested };
    expect(user.asked).toEqual([
      { ...outside, real: join(top, 'b.txt'), folder: top },
      {
        kind: 'path',
        why: 'runs code',
        what: 'editor settings, tasks, and launch configurations',
        operation: 'write',
        requested: join(work, '.vscode', 'tasks.json'),
        real: join(work, '.vscode', 'tasks.json'),
      },
      {
        kind: 'path',
        why: 'secret',
        what: 'environment file',
        operation: 'read',
        requested: join(work, '.env'),
        real: join(work, '.env'),
      },
    ]);
  });

  it('about code in an ordinary file is asked, and void if the file has moved', async () => {
    const user = new User('once');
    const guard = await createPathGuard([work], { consent: user });
    const location = await guard.authorize(join(work, 'a.txt'), 'write');
    await guard.confirmCode(location, 'scripts');
    expect(user.asked).toMatchObject([{ why: 'runs code', what: 'scripts', operation: 'write' }]);
    await rename(join(work, 'a.txt'), join(top, 'a.txt'));
    await symlink(join(top, 'a.txt'), join(work, 'a.txt'));
    await expect(guard.confirmCode(location, 'scripts')).rejects.toMatchObject({
      code: -32_602,
      message: `${join(work, 'a.txt')} changed while the user was asked.`,
      data: { path: join(work, 'a.txt') },
    });
    user.answer = 'deny';
    await expect(guard.confirmCode(location, 'scripts')).rejects.toMatchObject({
      message: `The user did not allow this: write ${join(work, 'a.txt')}.`,
      data: { path: join(work, 'a.txt'), reason: 'runs code' },
    });
  });

  it('is void if the path cannot be resolved any more', async () => {
    const path = join(top, 'b.txt');
    const consent = {
      ask: async () => {
        await symlink('b.txt', path);
        return 'once' as const;
      },
    };
    const guard = await createPathGuard([work], { consent });
    await expect(guard.authorize(path, 'read')).rejects.toThrow('changed while the user was asked');
  });

  it('is not asked if the path is refused; the agent learns why, with the beginning of the path', async () => {
    const user = new User('once');
    const guard = await createPathGuard([work], { consent: user });
    await expect(guard.authorize('a.txt', 'read')).rejects.toMatchObject({
      message: 'a.txt: the path must be absolute.',
      data: { path: 'a.txt' },
    });
    const long = `/${'a'.repeat(5_000)}`;
    await expect(guard.authorize(long, 'read')).rejects.toMatchObject({
      message: `${long.slice(0, 300)}…: the path is too long.`,
      data: { path: `${long.slice(0, 300)}…` },
    });
    await expect(guard.authorize('a'.repeat(300), 'read')).rejects.toMatchObject({
      data: { path: 'a'.repeat(300) },
    });
    expect(user.asked).toEqual([]);
  });
});
