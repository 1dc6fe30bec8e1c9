import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, utimes } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCheckpoints } from './checkpointFixture.ts';
import { SnapshotGarbageCollector } from '../../../../src/agent/checkpoint/snapshotGarbageCollector.ts';
import { BlobStore } from '../../../../src/agent/review/blobStore.ts';
import { openTrackedWorkspace } from '../review/trackedWorkspace.ts';

const MB = 1_000_000;

/** A captured workspace with checkpoints and a garbage collector. */
async function stored(limitBytes = 100 * MB) {
  const world = await openTrackedWorkspace('git');
  const { workspace, tracker, trees, model } = world;
  const keptSessions = new Set(['s1', 's2']);
  const file = path.join(workspace.storage, 'checkpoints.ndjson');
  const checkpoints = openCheckpoints(world, file);
  model.onDidRecord(event => checkpoints.recordEvent(event));
  const blobs = path.join(workspace.storage, 'blobs');
  const storage = new SnapshotGarbageCollector({
    isOwner: () => !keptSessions.has('other owner'),
    folder: workspace.storage,
    checkpoints,
    tracker,
    trees,
    blobs: new BlobStore(blobs),
    model,
    limitBytes: () => limitBytes,
    logger: { info: () => {}, warn: () => {}, error: () => {} },
    sessions: () =>
      keptSessions.has('broken')
        ? Promise.reject(new Error('No answer.'))
        : Promise.resolve(keptSessions),
  });
  const turn = async (
    sessionId: string,
    number: number,
    work: () => Promise<void>,
  ): Promise<void> => {
    const about = { ...world.turn(sessionId), turn: number };
    await tracker.willStart(about);
    await checkpoints.willStart(about);
    await work();
    await tracker.didEnd(about);
  };
  return { ...world, kept: keptSessions, file, checkpoints, storage, blobs, turn };
}

/** Text that cannot be compressed, without bytes that would make it binary. */
const words = (count: number): string => randomBytes(count / 2).toString('hex');

const code = (of: number): string => `export const value${of} = ${of};\n`.repeat(40);

const textAt = (file: string): Promise<string> => readFile(file, 'utf8');

describe('SnapshotGarbageCollector', () => {
  it('deletes the checkpoints of deleted sessions with their contents, and keeps the others', async () => {
    const { workspace, turn, kept: keptSessions, checkpoints, storage, file, at } = await stored();
    await workspace.write('a.txt', 'start\n');
    await turn('s1', 1, () => workspace.write('a.txt', words(2 * MB)));
    await turn('s1', 2, () => workspace.write('a.txt', 'small\n'));
    await turn('s2', 1, () => workspace.write('a.txt', 'of the other\n'));
    await storage.collect();
    expect(await storage.sizeBytes()).toBeGreaterThan(MB);
    keptSessions.delete('s1');
    await storage.collectIfDue();
    expect(await storage.sizeBytes()).toBeLessThan(MB / 10);
    await checkpoints.flush();
    expect(await textAt(file)).not.toContain('"s1"');
    await checkpoints.restore(await checkpoints.planRestore('s2', 1));
    expect(await textAt(at('a.txt'))).toBe('small\n');
  });

  it('deletes nothing if the sessions cannot be listed', async () => {
    const { workspace, turn, kept: keptSessions, checkpoints, storage } = await stored();
    await workspace.write('a.txt', 'start\n');
    await turn('s1', 1, () => workspace.write('a.txt', 'two\n'));
    keptSessions.add('broken');
    await expect(storage.collect()).rejects.toThrow('No answer.');
    expect(checkpoints.forSession('s1')).toHaveLength(1);
  });

  it('keeps what is pending in the review, including binary content, until it is decided', async () => {
    const {
      workspace,
      turn,
      kept: keptSessions,
      storage,
      blobs,
      model,
      files,
      at,
    } = await stored();
    const before = new Uint8Array([0x80, 0, 0xff, 0x81]);
    await workspace.write('a.bin', before);
    await workspace.write('a.txt', 'one\n');
    await turn('s1', 1, async () => {
      await workspace.write('a.bin', new Uint8Array([0x80, 0, 0xff]));
      await workspace.write('a.txt', 'two\n');
    });
    keptSessions.clear();
    const age = async (): Promise<void> => {
      const names = await readdir(blobs);
      await Promise.all(names.map(name => utimes(path.join(blobs, name), 1, 1)));
    };
    await age();
    await storage.collect();
    const rejected = model.reject({ kind: 'all' });
    for (const action of rejected.actions) {
      if (action.kind === 'write') {
        await files.write(action.path, action.content);
      }
    }
    expect(new Uint8Array(await readFile(at('a.bin')))).toEqual(before);
    expect(model.pending).toEqual([]);
    await age();
    await storage.collect();
    expect(await readdir(blobs)).not.toEqual([]); // The rejection can still be undone.
    const old = await stored();
    await mkdir(old.blobs, { recursive: true });
    await new BlobStore(old.blobs).put(before);
    await old.storage.collect();
    // The blob is recent: a change may not be in the review model yet.
    expect(await readdir(old.blobs)).toHaveLength(1);
    await utimes(path.join(old.blobs, (await readdir(old.blobs))[0] ?? ''), 1, 1);
    await old.storage.collect();
    expect(await readdir(old.blobs)).toEqual([]);
  });

  it('deletes the oldest checkpoints beyond the limit, and keeps what can be undone', async () => {
    const { workspace, turn, checkpoints, storage, at, pending } = await stored(1.2 * MB);
    await workspace.write('a.txt', 'start\n');
    for (let number = 1; number <= 8; number += 1) {
      await turn('s1', number, () => workspace.write('a.txt', words(0.4 * MB)));
    }
    await storage.collect();
    expect(await storage.sizeBytes()).toBeLessThan(1.2 * MB);
    const left = checkpoints.forSession('s1').map(({ turn: number }) => number);
    expect(left.at(-1)).toBe(8);
    expect(left.length).toBeLessThan(8);
    const now = await textAt(at('a.txt'));
    const waited = pending();
    const done = await checkpoints.restore(await checkpoints.planRestore('s1', 8));
    expect(await textAt(at('a.txt'))).not.toBe(now);
    await storage.clear();
    await checkpoints.undo(done);
    expect(await textAt(at('a.txt'))).toBe(now);
    expect(pending()).toEqual(waited);
  });

  it('stays small over many turns: 60 turns in 300 files take less than half a megabyte', async () => {
    const { workspace, turn, storage, checkpoints } = await stored();
    for (let at = 0; at < 300; at += 1) {
      await workspace.write(`folder${at % 20}/file${at}.ts`, code(at));
    }
    workspace.commit();
    await workspace.settle();
    for (let number = 1; number <= 60; number += 1) {
      await turn('s1', number, async () => {
        const at = (number * 7) % 300;
        await workspace.write(`folder${at % 20}/file${at}.ts`, `// turn ${number}\n${code(at)}`);
      });
      await storage.collectIfDue();
    }
    expect(checkpoints.turnsSinceCleanup).toBe(10);
    expect(checkpoints.forSession('s1')).toHaveLength(60);
    await storage.collect();
    expect(await storage.sizeBytes()).toBeLessThan(MB / 2);
  }, 60_000);

  it('deletes the snapshots of folders that are no longer part of the workspace', async () => {
    const { workspace, turn, storage } = await stored();
    await workspace.write('a.txt', 'start\n');
    await turn('s1', 1, () => workspace.write('a.txt', 'two\n'));
    const stale = path.join(workspace.storage, '0123456789abcdef');
    await mkdir(path.join(stale, 'git'), { recursive: true });
    await mkdir(path.join(workspace.storage, 'not ours'));
    await storage.collect();
    const names = await readdir(workspace.storage);
    expect(names).not.toContain('0123456789abcdef');
    expect(names).toContain('not ours');
  });

  it('deletes no checkpoints in a window that does not own them', async () => {
    const { workspace, checkpoints, storage, turn, kept } = await stored();
    await workspace.write('a.txt', 'one\n');
    await turn('s1', 1, () => workspace.write('a.txt', 'two\n'));
    kept.add('other owner');
    await expect(storage.clear()).rejects.toThrow('Another window');
    expect(checkpoints.all).toHaveLength(1);
  });
});
