import { execFileSync } from 'node:child_process';
import { globSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { folderSize } from '../../../../../src/agent/disk/folderSize.ts';
import { openTrackedWorkspace, type TrackedWorkspace } from '../../review/trackedWorkspace.ts';

const run = ({ workspace }: TrackedWorkspace, script: string): void => {
  execFileSync('sh', ['-c', script], { cwd: workspace.root, stdio: 'pipe' });
};

const baseOf = ({ model, at }: TrackedWorkspace, name: string): string | undefined =>
  model.getFile(at(name))?.base.lines.join('');

/** A repository with a packed commit, staged work and an unpacked commit. */
async function started(): Promise<TrackedWorkspace> {
  const world = await openTrackedWorkspace();
  const { workspace, tracker, turn } = world;
  await workspace.write('packed.txt', 'packed\n');
  await workspace.write('staged.txt', 'old\n');
  workspace.commit();
  workspace.git('gc', '-q', '--prune=now');
  await workspace.write('loose.txt', 'loose\n');
  workspace.commit();
  await workspace.write('staged.txt', 'staged work\n');
  await workspace.write('new.txt', 'new and staged\n');
  workspace.git('add', '-A');
  await workspace.settle();
  await tracker.willStart(turn());
  return world;
}

it('staged work that an agent resets and prunes can be restored', async () => {
  const world = await started();
  run(
    world,
    'git reset -q --hard && git reflog expire --expire=now --all && git gc -q --prune=now',
  );
  await world.tracker.didEnd(world.turn());
  expect(world.pending()).toEqual(['deleted new.txt 1', 'modified staged.txt 1']);
  expect(baseOf(world, 'staged.txt')).toBe('staged work\n');
  expect(baseOf(world, 'new.txt')).toBe('new and staged\n');
});

it('changes are found after an agent has replaced the repository', async () => {
  const world = await started();
  run(
    world,
    'rm -rf .git; git init -q; echo agent >> packed.txt; echo agent >> loose.txt; rm staged.txt',
  );
  await world.tracker.didEnd(world.turn());
  expect(world.pending()).toEqual([
    'modified loose.txt 1',
    'modified packed.txt 1',
    'deleted staged.txt 1',
  ]);
  expect(baseOf(world, 'packed.txt')).toBe('packed\n');
  expect(baseOf(world, 'staged.txt')).toBe('staged work\n');
});

it('the objects take no space while the repository has them, and go when nothing needs them', async () => {
  const world = await started();
  const { workspace, trees, tracker, turn } = world;
  const packs = globSync(path.join(workspace.storage, '*', 'git', 'borrowed', 'pack', '*.pack'));
  expect(packs.map(file => statSync(file).nlink)).toEqual([2]);
  const [tree] = await trees.open([workspace.root]);
  const before = await folderSize(workspace.storage);
  rmSync(path.join(workspace.root, '.git'), { recursive: true });
  expect(await folderSize(workspace.storage)).toBeGreaterThan(before);
  await tracker.didEnd(turn());
  await trees.prune([]);
  const left = globSync(path.join(workspace.storage, '*', 'git', 'borrowed', '**', '*'));
  expect(left.filter(file => statSync(file).isFile())).toEqual([]);
  const baseline = tree?.baseline;
  expect(
    baseline && Buffer.from((await tree?.snapshots.read(baseline, 'packed.txt')) ?? []).toString(),
  ).toBe('packed\n');
});
