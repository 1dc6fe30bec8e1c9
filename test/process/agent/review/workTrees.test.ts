import { globSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { ReviewFiles } from '../../../../src/agent/review/reviewFiles.ts';
import { WorkTrees } from '../../../../src/agent/review/workTrees.ts';
import { tempRepo } from '../snapshot/tempRepo.ts';
import { openTrackedWorkspace } from './trackedWorkspace.ts';

/** Records the messages for the user. */
function heard() {
  const errors: string[] = [];
  const logger = { info: () => {}, warn: () => {}, error: (text: string) => errors.push(text) };
  return { errors, logger };
}

const locked = (): Promise<never> => Promise.reject(new Error('EBUSY: resource busy or locked'));

/** Makes reading a file fail this many times, as a virus scanner that locks it would. */
function lock(files: ReviewFiles, file: string, times: number): void {
  let left = times;
  const read = files.read.bind(files);
  const readAnew = files.readDetectingEncoding.bind(files);
  const fail = (name: string): boolean => name === file && left-- > 0;
  files.read = name => (fail(name) ? locked() : read(name));
  files.readDetectingEncoding = name => (fail(name) ? locked() : readAnew(name));
}

it.each(['during', 'at the end of'])(
  'reviews a file that could not be read for a moment %s the turn',
  async when => {
    const { logger, errors } = heard();
    const { workspace, tracker, turn, files, at, pending } = await openTrackedWorkspace(
      'git',
      logger,
    );
    await workspace.write('a.txt', 'one\n');
    await workspace.write('old.txt', 'some text that is long enough\n');
    await tracker.willStart(turn());
    await workspace.write('a.txt', 'two\n');
    await workspace.write('made.txt', 'new\n');
    await rename(at('old.txt'), at('renamed.txt'));
    for (const name of ['a.txt', 'made.txt', 'renamed.txt']) {
      lock(files, at(name), 2);
    }
    if (when === 'during') {
      await tracker.scan();
    }
    await tracker.didEnd(turn());
    expect(pending()).toEqual(['modified a.txt 1', 'created made.txt 1', 'renamed renamed.txt 0']);
    expect(errors).toEqual([]);
  },
);

it('ends a turn even if a file that could not be read was unchanged in the end', async () => {
  const { logger, errors } = heard();
  const { workspace, tracker, turn, files, at, pending } = await openTrackedWorkspace(
    'git',
    logger,
  );
  await workspace.write('a.txt', 'one\n');
  await tracker.willStart(turn());
  await workspace.write('a.txt', 'two\n');
  lock(files, at('a.txt'), 1);
  await tracker.scan();
  await workspace.write('a.txt', 'one\n');
  await tracker.didEnd(turn());
  expect(pending()).toEqual([]);
  expect(errors).toEqual([]);
});

it('reports a file that cannot be read at all, and reviews the others', async () => {
  const { logger, errors } = heard();
  const { workspace, tracker, turn, files, at, pending } = await openTrackedWorkspace(
    'git',
    logger,
  );
  await workspace.write('a.txt', 'one\n');
  await workspace.write('b.txt', 'one\n');
  await tracker.willStart(turn());
  await workspace.write('a.txt', 'two\n');
  await workspace.write('b.txt', 'two\n');
  lock(files, at('a.txt'), Infinity);
  await tracker.didEnd(turn());
  expect(pending()).toEqual(['modified b.txt 1']);
  expect(errors).toEqual([expect.stringMatching(/a\.txt.*EBUSY/)]);
});

it('reports files once that have changed and are too large for a review', async () => {
  const { logger, errors } = heard();
  const { workspace, tracker, turn, pending } = await openTrackedWorkspace('git', logger);
  const large = ['one.db', 'two.db', 'three.db'];
  for (const name of large) {
    await workspace.write(name, Buffer.alloc(2_200_000));
  }
  await tracker.willStart(turn());
  await workspace.remove('one.db');
  await workspace.write('a.txt', 'new\n');
  await tracker.scan();
  for (const name of large) {
    await workspace.write(name, Buffer.alloc(2_300_000));
  }
  const [notice, ...others] = await tracker.didEnd(turn());
  expect(notice?.split('\n')).toEqual([
    "3 files or folders changed in this turn. Accord has no earlier copies, so you can't review or undo these changes.",
    'one.db',
    'three.db',
    'two.db',
  ]);
  expect(others).toEqual([]);
  expect(pending()).toEqual(['created a.txt 1', 'created one.db 0']);
  await tracker.willStart(turn());
  await workspace.write('two.db', Buffer.alloc(2_400_000));
  expect(await tracker.didEnd(turn())).toEqual([]);
  expect(errors).toEqual([]);
});

it('reports that the previous texts are gone with their repository, and reviews later changes', async () => {
  const { logger, errors } = heard();
  const { workspace, tracker, turn, pending } = await openTrackedWorkspace('git', logger);
  await workspace.write('a.txt', 'one\n');
  await workspace.write('b.txt', 'one\n');
  workspace.commit();
  await workspace.settle();
  await tracker.willStart(turn());
  await workspace.write('a.txt', 'two\n');
  await workspace.remove('.git');
  await removeLinkedObjects(workspace.storage);
  await tracker.scan();
  expect(errors).toEqual([expect.stringMatching(/might not be reviewed.*deleted or cleaned up/)]);
  await workspace.write('b.txt', 'two\n');
  await tracker.didEnd(turn());
  expect(pending()).toEqual(['modified b.txt 1']);
  expect(errors).toHaveLength(1);
});

/** Removes the links that keep the objects of a deleted repository. */
async function removeLinkedObjects(storage: string): Promise<void> {
  const stores = globSync(path.join(storage, '*', 'git', 'borrowed'));
  expect(stores).toHaveLength(1);
  await Promise.all(stores.map(folder => rm(folder, { recursive: true })));
}

it('reports a folder once that cannot be opened, and tries again', async () => {
  const { logger, errors } = heard();
  const { root } = await tempRepo();
  const storage = path.join(path.dirname(root), 'occupied');
  await writeFile(storage, '');
  const trees = new WorkTrees(storage, logger);
  expect(await trees.open([root])).toEqual([]);
  expect(await trees.open([root])).toEqual([]);
  expect(await trees.open([path.join(root, 'none')])).toEqual([]);
  expect(errors).toEqual([expect.stringContaining(root)]);
  await rename(storage, `${storage}.away`);
  expect(await trees.open([root])).toHaveLength(1);
  trees.dispose();
});
