import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { joinLines } from '../../../../src/core/text/lines.ts';
import { tempRepo } from '../snapshot/tempRepo.ts';
import { openTrackedWorkspace, type TrackedWorkspace } from './trackedWorkspace.ts';
import { ReviewWindow } from './reviewWindow.ts';

const ten = Array.from({ length: 10 }, (_, at) => `line ${at}\n`).join('');
const changed = ten.replace('line 2', 'LINE 2').replace('line 7', 'LINE 7');
const run = promisify(execFile);

/** A repository in which an agent has changed `a.txt` and `sub/c.txt` and created `new.txt`. */
async function reviewed(): Promise<
  TrackedWorkspace & { readonly git: (...args: string[]) => Promise<unknown> }
> {
  const world = await openTrackedWorkspace();
  const { workspace, tracker, turn } = world;
  const git = (...args: string[]): Promise<unknown> => run('git', args, { cwd: workspace.root });
  await workspace.write('a.txt', ten);
  await workspace.write('sub/c.txt', ten);
  await git('add', '-A');
  await git('-c', 'user.name=u', '-c', 'user.email=u@x', 'commit', '-qm', 'x');
  await tracker.willStart(turn());
  await workspace.write('a.txt', changed);
  await workspace.write('sub/c.txt', changed);
  await workspace.write('new.txt', 'new\n');
  await tracker.didEnd(turn());
  expect(world.pending()).toEqual(all);
  return { ...world, git };
}

const all = ['modified a.txt 2', 'created new.txt 1', 'modified sub/c.txt 2'];

describe('what is pending, after the turn', () => {
  it('is pending again after git stash -u and git stash pop', async () => {
    const { tracker, git, at, pending } = await reviewed();
    const paths = ['a.txt', 'new.txt', 'sub/c.txt'].map(at);
    await git('-c', 'user.name=u', '-c', 'user.email=u@x', 'stash', '-u');
    await tracker.handleDiskChange(paths);
    expect(pending()).toEqual([]);
    await git('stash', 'pop');
    await tracker.handleDiskChange(paths);
    expect(pending()).toEqual(all);
  });

  it.each([
    ['git stash and git stash pop', ''],
    ['git stash pop on other edits of the user', 'mine\n'],
  ])('is pending again with its permissions after %s', async (_, mine) => {
    const { tracker, turn, workspace, git, at, pending, model } = await reviewed();
    await tracker.willStart(turn());
    await workspace.chmod('a.txt', 0o755);
    await tracker.didEnd(turn());
    await git('-c', 'user.name=u', '-c', 'user.email=u@x', 'stash');
    await tracker.handleDiskChange([at('a.txt')]);
    expect(pending()).not.toContainEqual(expect.stringContaining('a.txt'));
    await git('stash', 'pop');
    await workspace.write('a.txt', (await readFile(at('a.txt'), 'utf8')) + mine);
    await tracker.handleDiskChange([at('a.txt')]);
    expect(pending()).toContain('modified a.txt 2');
    expect(model.reject({ kind: 'file', path: at('a.txt') }).actions).toContainEqual({
      kind: 'mode',
      path: at('a.txt'),
      mode: 0o100644,
    });
  });

  it('is pending again after git stash -u and git stash pop if the agent moved the file', async () => {
    const { tracker, turn, git, at, pending, model } = await reviewed();
    model.accept({ kind: 'all' });
    await git('add', '-A');
    await git('-c', 'user.name=u', '-c', 'user.email=u@x', 'commit', '-qm', 'y');
    await tracker.willStart(turn());
    await rename(at('a.txt'), at('moved.txt'));
    await tracker.didEnd(turn());
    expect(pending()).toEqual(['renamed moved.txt 0']);
    await git('-c', 'user.name=u', '-c', 'user.email=u@x', 'stash', '-u');
    await tracker.handleDiskChange([at('a.txt'), at('moved.txt')]);
    expect(pending()).toEqual([]);
    await git('stash', 'pop');
    await tracker.handleDiskChange([at('a.txt'), at('moved.txt')]);
    expect(pending()).toEqual(['renamed moved.txt 0']);
    expect(model.reject({ kind: 'all' }).actions).toMatchObject([
      { kind: 'rename', from: at('moved.txt'), to: at('a.txt') },
    ]);
  });

  it('follows git mv, also when the new path is reported first', async () => {
    const { tracker, git, at, pending, model } = await reviewed();
    await git('mv', 'a.txt', 'b.txt');
    await tracker.handleDiskChange([at('b.txt')]);
    await tracker.handleDiskChange([at('a.txt')]);
    await rename(at('new.txt'), at('newer.txt'));
    await tracker.handleDiskChange([at('new.txt'), at('newer.txt')]);
    expect(pending()).toEqual(['modified b.txt 2', 'created newer.txt 1', 'modified sub/c.txt 2']);
    expect(model.reject({ kind: 'file', path: at('b.txt') }).actions).toMatchObject([
      { kind: 'replace', path: at('b.txt') },
    ]);
  });

  it('does not take a new empty file for a moved one', async () => {
    const { tracker, turn, workspace, at, pending } = await reviewed();
    await tracker.willStart(turn());
    await workspace.write('empty.txt', '');
    await tracker.didEnd(turn());
    await rm(at('empty.txt'));
    await tracker.handleDiskChange([at('empty.txt')]);
    await workspace.write('other.txt', '');
    await tracker.handleDiskChange([at('other.txt')]);
    expect(pending()).toEqual(all);
  });

  it('follows a folder that is moved, of which only the folder is reported', async () => {
    const { tracker, at, pending } = await reviewed();
    await mkdir(at('deep'));
    await rename(at('sub'), at('deep/under'));
    await tracker.handleDiskChange([at('sub'), at('deep/under')]);
    expect(pending()).toEqual([
      'modified a.txt 2',
      'modified deep/under/c.txt 2',
      'created new.txt 1',
    ]);
  });

  it('is pending again when a file is moved away and back', async () => {
    const { tracker, at, pending, workspace } = await reviewed();
    const away = `${workspace.root}.away`;
    onTestFinished(() => rm(away, { force: true }));
    await rename(at('a.txt'), away);
    await tracker.handleDiskChange([at('a.txt')]);
    expect(pending()).toEqual(all.slice(1));
    await rename(away, at('a.txt'));
    await tracker.handleDiskChange([at('a.txt')]);
    expect(pending()).toEqual(all);
  });

  it('survives a tool that deletes a file and writes it again with changes', async () => {
    const { tracker, at, pending, model } = await reviewed();
    await rm(at('a.txt'));
    await tracker.handleDiskChange([at('a.txt')]);
    await writeFile(at('a.txt'), changed.replace('line 5', 'formatted'));
    await tracker.handleDiskChange([at('a.txt')]);
    expect(pending()).toEqual(all);
    expect(joinLines(model.getFile(at('a.txt'))?.base.lines ?? [])).toBe(
      ten.replace('line 5', 'formatted'),
    );
  });
});

it('comes back after a reload between git stash and git stash pop', async () => {
  const workspace = await tempRepo();
  const { root, storage } = workspace;
  const git = (...args: string[]): Promise<unknown> => run('git', args, { cwd: root });
  const user = ['-c', 'user.name=u', '-c', 'user.email=u@x'];
  await workspace.write('a.txt', ten);
  await git('add', '-A');
  await git(...user, 'commit', '-qm', 'x');
  const first = new ReviewWindow(storage);
  await first.keeper.restore();
  const turn = { sessionId: 's', turn: 1, roots: [root] };
  await first.keeper.willStart(turn);
  await workspace.write('a.txt', changed);
  await first.tracker.didEnd(turn);
  await git(...user, 'stash');
  await first.tracker.catchUp();
  expect(first.model.pending).toEqual([]);
  await first.keeper.flush();
  first.dispose();
  expect(await readFile(`${storage}/waiting`, 'utf8')).toBe(''); // The next window has to check for changes.
  const second = new ReviewWindow(storage);
  onTestFinished(() => second.dispose());
  await second.keeper.restore();
  await git('stash', 'pop');
  await second.tracker.handleDiskChange([`${root}/a.txt`]);
  expect(second.model.pending.map(({ hunks }) => hunks.length)).toEqual([2]);
  await second.keeper.flush();
});

it('does not leave a created file that the agent moves or deletes before a scan', async () => {
  const { workspace, tracker, turn, at, pending } = await openTrackedWorkspace();
  await workspace.write('a.txt', ten);
  await tracker.willStart(turn());
  for (const name of ['sub/moved.txt', 'deleted.txt']) {
    await workspace.write(name, 'new\n');
    const origin = { sessionId: 's1', turnId: '1' };
    await tracker.handleAgentWrite(at(name), { before: undefined, isUnsaved: false }, origin);
  }
  expect(pending()).toHaveLength(2);
  await rename(at('sub/moved.txt'), at('new.txt'));
  await rm(at('deleted.txt'));
  await tracker.scan();
  expect(pending()).toEqual(['created new.txt 1']);
  await tracker.didEnd(turn());
  expect(pending()).toEqual(['created new.txt 1']);
});

describe('a file that the user put at a path during the turn', () => {
  it.each([
    ['renames', (from: string, to: string) => rename(from, to)],
    ['copies', (from: string, to: string) => copyFile(from, to)],
  ])(
    'is pending as deleted if the user %s it and the agent deletes it before a scan',
    async (_, act) => {
      const { workspace, tracker, turn, at, model, pending } = await openTrackedWorkspace();
      await workspace.write('a.txt', ten);
      await tracker.willStart(turn());
      await act(at('a.txt'), at('b.txt'));
      await tracker.handleUserRename(at('a.txt'), at('b.txt'));
      await rm(at('b.txt'));
      await tracker.didEnd(turn());
      expect(pending()).toEqual(['deleted b.txt 1']);
      expect(joinLines(model.getFile(at('b.txt'))?.base.lines ?? [])).toBe(ten);
    },
  );
});
