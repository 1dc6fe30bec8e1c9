import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../../../src/core/errors.ts';
import { openTrackedWorkspace } from '../../review/trackedWorkspace.ts';
import { summarize, tempRepo, type Workspace } from '../tempRepo.ts';

const objectsOf = ({ storage }: Workspace): string => {
  const [name = ''] = readdirSync(storage).filter(one => one !== 'blobs');
  return path.join(storage, name, 'git', 'objects');
};

const objectFile = (work: Workspace, id: string): string =>
  path.join(objectsOf(work), id.slice(0, 2), id.slice(2));

/** Like a power failure before the content of a new file has reached the disk. */
function truncate(work: Workspace, id: string, length: number): void {
  const file = objectFile(work, id);
  const bytes = readFileSync(file);
  expect(bytes.length).toBeGreaterThan(length);
  writeFileSync(file, bytes.subarray(0, length), { mode: 0o600 });
}

const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString();

/** Compresses badly, so that a part of the stored object is a part of the text. */
const long = Array.from({ length: 20_000 }, (_, at) => `${(at * 7_919) % 104_729}\n`).join('');

describe('a stored object that is truncated', () => {
  it.each([
    ['empty', 0, 'one\n'],
    ['without its header', 5, 'one\n'],
    ['in the middle', 20_000, long],
  ])('is stored again by the next snapshot (%s)', async (_, length, text) => {
    const work = await tempRepo();
    await work.write('u.txt', text);
    await work.write('v.txt', 'other\n');
    const snapshots = await work.open();
    const before = await snapshots.take();
    truncate(work, work.git('hash-object', 'u.txt').trim(), length);
    const reads = ['v.txt', 'u.txt', 'v.txt'].map(name => snapshots.read(before, name));
    const [first, damaged, last] = await Promise.allSettled(reads);
    expect(damaged?.status === 'rejected' && damaged.reason).toBeInstanceOf(UserError);
    for (const read of [first, last]) {
      expect(read).toMatchObject({ status: 'fulfilled' });
    }
    await work.write('v.txt', 'changed\n');
    const after = await snapshots.take();
    expect(textOf(await snapshots.read(after, 'u.txt'))).toBe(text);
    expect(summarize(await snapshots.changes(before, after))).toEqual(['modified v.txt']);
  });

  it.each(['root', 'folder'])('can be the tree of a %s', async which => {
    const work = await tempRepo();
    await work.write('d/u.txt', 'one\n');
    const snapshots = await work.open();
    const before = await snapshots.take();
    await work.write('d/u.txt', 'two\n');
    const after = await snapshots.take();
    const listed = work.git(
      '--git-dir',
      path.dirname(objectsOf(work)),
      'rev-parse',
      `${after.tree}:d`,
    );
    truncate(work, which === 'root' ? after.tree : listed.trim(), 5);
    await expect(snapshots.changes(before, after)).rejects.toThrow(UserError);
    expect((await snapshots.take()).tree).toBe(after.tree);
    expect(summarize(await snapshots.changes(before, after))).toEqual(['modified d/u.txt']);
  });

  it('can contain the permissions', async () => {
    const work = await tempRepo();
    await work.write('u.txt', 'one\n');
    const before = await (await work.open()).take();
    truncate(work, before.permissions ?? '', 3);
    await work.chmod('u.txt', 0o600);
    // Each window has read or stored them itself.
    expect((await (await work.open()).changesSince(before)).changes).toEqual([]);
    await work.chmod('u.txt', 0o644);
    const again = await (await work.open()).take();
    expect(again.permissions).toBe(before.permissions);
    await work.chmod('u.txt', 0o600);
    const { changes } = await (await work.open()).changesSince(again);
    expect(summarize(changes)).toEqual(['modified u.txt']);
  });

  it('does not prevent that others are pruned', async () => {
    const work = await tempRepo();
    await work.write('u.txt', 'one\n');
    await work.write('v.txt', 'other\n');
    const snapshots = await work.open();
    const { tree } = await snapshots.take();
    truncate(work, work.git('hash-object', 'u.txt').trim(), 5);
    await work.remove('u.txt');
    const after = await snapshots.take();
    await snapshots.prune({ trees: [tree, after.tree] });
    expect(textOf(await snapshots.read(after, 'v.txt'))).toBe('other\n');
    await expect(snapshots.read({ ...after, tree }, 'u.txt')).rejects.toThrow(UserError);
  });

  it('hides an untracked file only once', async () => {
    const messages: string[] = [];
    const report = (text: string): void => void messages.push(text);
    const { workspace, tracker, turn, pending } = await openTrackedWorkspace('git', {
      info: () => {},
      warn: () => {},
      error: report,
    });
    await workspace.write('u.txt', 'one\n');
    await tracker.prepare([workspace.root]);
    truncate(workspace, workspace.git('hash-object', 'u.txt').trim(), 5);
    await tracker.willStart(turn());
    await workspace.write('u.txt', 'two\n');
    await tracker.didEnd(turn());
    expect(messages).toEqual([expect.stringContaining('u.txt')]);
    await workspace.write('u.txt', 'one\n');
    await tracker.willStart(turn());
    await workspace.write('u.txt', 'three\n');
    await tracker.didEnd(turn());
    expect(pending()).toEqual(['modified u.txt 1']);
    expect(messages).toHaveLength(1);
  });
});
