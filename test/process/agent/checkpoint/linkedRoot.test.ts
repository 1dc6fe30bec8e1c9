import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openCheckpoints } from './checkpointed.ts';
import { SnapshotComparison } from '../../../../src/agent/checkpoint/snapshotComparison.ts';
import { openTrackedWorkspace } from '../review/trackedWorkspace.ts';
import { filesIn, tempRepo, workspaceAt } from '../snapshot/tempRepo.ts';

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
  await checkpoints.begins(turn());
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
