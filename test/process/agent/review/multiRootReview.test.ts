import { rename } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { workspaceAt } from '../snapshot/tempRepo.ts';
import { openTrackedWorkspace } from './trackedWorkspace.ts';

const ten = Array.from({ length: 10 }, (_, at) => `line ${at}\n`).join('');

/** A workspace of two folders: the second is beside the first, or inside it. */
async function twoRoots(name: string) {
  const world = await openTrackedWorkspace('plain');
  const root = path.join(world.workspace.root, name);
  const second = workspaceAt(root, world.workspace.storage);
  await second.write('mine.txt', ten);
  const first = { sessionId: 'first', turn: 1, roots: [world.workspace.root] };
  const both = { sessionId: 'both', turn: 1, roots: [world.workspace.root, root] };
  return { ...world, second, first, both, mine: path.join(root, 'mine.txt') };
}

describe.each([
  ['beside the first', '../other'],
  ['inside the first', 'inner'],
])('a second folder %s', (_, name) => {
  it('leaves what the user saves there the user’s, whichever folder is scanned first', async () => {
    const { tracker, second, both, mine, pending } = await twoRoots(name);
    for (const roots of [both.roots, both.roots.toReversed()]) {
      await tracker.willStart({ ...both, roots });
      await second.write('mine.txt', `${roots[0]}\n${ten}`);
      await tracker.handleUserSave(mine);
      await tracker.scan();
      await tracker.didEnd({ ...both, roots });
      expect(pending()).toEqual([]);
    }
  });

  it('is compared with its state at the start of the turn, and not at the end of an earlier one', async () => {
    const { tracker, second, first, both, pending } = await twoRoots(name);
    await tracker.willStart(both);
    await tracker.didEnd(both);
    await second.write('mine.txt', `mine\n${ten}`);
    await tracker.willStart(first);
    await tracker.willStart(both);
    await tracker.didEnd(both);
    await tracker.didEnd(first);
    expect(pending()).toEqual([]);
  });
});

it('leaves a folder the user’s that is renamed in the editor during a turn', async () => {
  const { workspace, tracker, turn, at, pending } = await openTrackedWorkspace();
  await workspace.write('before/a.txt', ten);
  await workspace.write('before/deep/b.txt', `b\n${ten}`);
  await tracker.willStart(turn());
  await rename(at('before'), at('after'));
  await tracker.handleUserRename(at('before'), at('after'));
  await workspace.write('agent.txt', 'by the agent\n');
  await tracker.scan();
  await workspace.write('after/a.txt', `agent\n${ten}`);
  await tracker.didEnd(turn());
  expect(pending()).toEqual(['modified after/a.txt 1', 'created agent.txt 1']);
});
