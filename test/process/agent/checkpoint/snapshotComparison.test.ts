import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { SnapshotComparison } from '../../../../src/agent/checkpoint/snapshotComparison.ts';
import { openTrackedWorkspace } from '../review/trackedWorkspace.ts';
import { filesIn, tempRepo, workspaceAt } from '../snapshot/tempRepo.ts';
import { openCheckpoints } from './checkpointFixture.ts';

it.each(['git', 'plain'] as const)(
  'compares two moments, or one and now, file by file (%s)',
  async kind => {
    const { workspace, trees, tracker } = await openTrackedWorkspace(kind);
    const comparison = new SnapshotComparison(tracker, trees);
    const [tree] = await trees.open([workspace.root]);
    await workspace.write('changed.txt', 'one\n');
    await workspace.write('gone.txt', 'gone\n');
    await workspace.write('a.bin', new Uint8Array([0, 0xff]));
    const first = await tree?.snapshots.take();
    await workspace.write('changed.txt', 'two\n');
    await workspace.remove('gone.txt');
    await workspace.write('new/made.txt', 'made\n');
    await workspace.write('a.bin', new Uint8Array([0, 0xfe]));
    const second = await tree?.snapshots.take();
    await workspace.write('later.txt', 'later\n');
    if (!first || !second) {
      throw new Error('There is no snapshot.');
    }

    const shown = async (to: typeof second | 'now', from = first): Promise<readonly unknown[]> => {
      const files = await comparison.compare([from], to === 'now' ? to : [to]);
      const text = async (side: (typeof files)[number]['before']): Promise<string> =>
        side ? Buffer.from((await comparison.read(side)) ?? []).toString() : '-';
      return Promise.all(
        files.map(async ({ path: file, before, after, isText }) =>
          isText
            ? `${path.relative(workspace.root, file)}: ${await text(before)} > ${await text(after)}`
            : path.relative(workspace.root, file),
        ),
      );
    };
    expect(await shown(second)).toEqual([
      'a.bin',
      'changed.txt: one\n > two\n',
      'gone.txt: gone\n > -',
      `${path.join('new', 'made.txt')}: - > made\n`,
    ]);
    expect(await shown('now', second)).toEqual(['later.txt: - > later\n']);
    expect(await comparison.compare([first], [])).toEqual([]);
  },
);

it('restores and compares files in a folder that was opened through a link', async () => {
  const real = await tempRepo();
  const link = path.join(path.dirname(real.root), 'link');
  await symlink(real.root, link);
  const workspace = workspaceAt(link, real.storage);
  const world = await openTrackedWorkspace({ workspace });
  const { tracker, trees, model, turn, at } = world;
  const file = path.join(workspace.storage, 'checkpoints.ndjson');
  const checkpoints = openCheckpoints(world, file);
  model.onDidRecord(event => checkpoints.recordEvent(event));
  await workspace.write('a.txt', 'one\n');
  const before = filesIn(real.root);
  await tracker.willStart(turn());
  await checkpoints.willStart(turn());
  await workspace.write('a.txt', 'two\n');
  await workspace.write('made.txt', 'new\n');
  await tracker.didEnd(turn());
  expect(model.pending).toHaveLength(2);

  const comparison = new SnapshotComparison(tracker, trees);
  const compared = await comparison.compare(
    checkpoints.forSession('s1')[0]?.snapshots ?? [],
    'now',
  );
  expect(compared.map(one => one.path)).toEqual([at('a.txt'), at('made.txt')]);

  const plan = await checkpoints.planRestore('s1', 1);
  expect(plan.steps.map(step => step.path).toSorted()).toEqual([at('a.txt'), at('made.txt')]);
  await checkpoints.restore(plan);
  expect(filesIn(real.root)).toEqual(before);
  expect(model.pending).toEqual([]);
});
