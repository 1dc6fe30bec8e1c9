import path from 'node:path';
import { expect, it } from 'vitest';
import { SnapshotComparison } from '../../../../src/agent/checkpoint/snapshotComparison.ts';
import { openTrackedWorkspace } from '../review/trackedWorkspace.ts';

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
