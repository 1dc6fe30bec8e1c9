import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesIn, type Workspace } from '../snapshot/tempRepo.ts';
import { createCheckpointFixture, describePending, openCheckpoints } from './checkpointFixture.ts';

describe('restoring a checkpoint', () => {
  it.each(['git', 'plain'] as const)(
    'keeps the lines that the user saved after, between and during turns (%s)',
    async kind => {
      const { workspace, tracker, checkpoints, turn, at } = await createCheckpointFixture(kind);
      const text = fileOf(workspace, 'a.txt');
      await text.put(...numbered(30));
      await turn(1, () => text.replace(2, 'agent 1\n'));
      await text.replace(8, 'user between\n');
      await turn(2, async () => {
        await text.replace(14, 'agent 2\n');
        await tracker.scan();
        await text.replace(20, 'user during\n');
        await tracker.handleUserSave(at('a.txt'));
        await text.replace(17, 'agent 2 again\n');
      });
      await turn(3, async () => {
        await text.replace(11, 'user before the agent\n');
        await tracker.handleUserSave(at('a.txt'));
        await text.replace(5, 'agent 3\n');
      });
      await text.replace(26, 'user after\n');
      const before = await text.read();
      const plan = await checkpoints.planRestore('s1', 1);
      expect(plan.steps).toEqual([{ kind: 'merge', path: at('a.txt') }]);
      const done = await checkpoints.restore(plan);
      const expected = numbered(30);
      expected[8] = 'user between\n';
      expected[20] = 'user during\n';
      expected[11] = 'user before the agent\n';
      expected[26] = 'user after\n';
      expect(await text.read()).toBe(expected.join(''));
      await text.replace(28, 'user after the restore\n');
      await checkpoints.undo(done);
      expect(await text.read()).toBe(before.replace('line 28\n', 'user after the restore\n'));
    },
  );

  it('keeps the user’s version of lines that the agent changed too, and reports it', async () => {
    const { workspace, checkpoints, turn, at } = await createCheckpointFixture('git');
    const text = fileOf(workspace, 'a.txt');
    await text.put(...numbered(9));
    await turn(1, async () => {
      await text.replace(1, 'agent\n');
      await text.replace(7, 'agent too\n');
    });
    await text.replace(1, 'agent, and the user\n');
    const plan = await checkpoints.planRestore('s1', 1);
    expect(plan.steps).toEqual([{ kind: 'conflict', path: at('a.txt') }]);
    await checkpoints.restore(plan);
    const expected = numbered(9);
    expected[1] = 'agent, and the user\n';
    expect(await text.read()).toBe(expected.join(''));
  });

  it('keeps a created file that the user edited, and reports it', async () => {
    const { workspace, checkpoints, turn, at } = await createCheckpointFixture('git');
    const text = fileOf(workspace, 'new.txt');
    await turn(1, async () => {
      await text.put('agent\n');
      await workspace.write('other.txt', 'other\n');
    });
    await text.put('agent\n', 'user\n');
    const plan = await checkpoints.planRestore('s1', 1);
    expect(plan.steps).toEqual([
      { kind: 'delete', path: at('other.txt') },
      { kind: 'keep', path: at('new.txt') },
    ]);
    await checkpoints.restore(plan);
    expect(Object.keys(filesIn(workspace.root))).toEqual(['new.txt']);
    expect(await text.read()).toBe('agent\nuser\n');
  });

  it('keeps the user’s version of a binary file, and reports it', async () => {
    const { workspace, checkpoints, turn, at } = await createCheckpointFixture('git');
    const put = (...bytes: number[]): Promise<void> =>
      workspace.write('a.bin', new Uint8Array([0, ...bytes]));
    await put(1);
    await turn(1, () => put(2));
    await put(3);
    const plan = await checkpoints.planRestore('s1', 1);
    expect(plan.steps).toEqual([{ kind: 'keep', path: at('a.bin') }]);
    await checkpoints.restore(plan);
    expect([...(await readFile(at('a.bin')))]).toEqual([0, 3]);
  });

  it('keeps what another session did in the same file', async () => {
    const { workspace, world, tracker, checkpoints, turn } = await createCheckpointFixture('git');
    const text = fileOf(workspace, 'a.txt');
    await text.put(...numbered(20));
    await turn(1, async () => {
      await text.replace(2, 'agent\n');
      await tracker.scan();
      const other = world.turn('s2');
      await tracker.willStart(other);
      world.origins = () => ({ sessionId: 's2', turnId: '1' });
      await text.replace(10, 'other agent\n');
      await tracker.didEnd(other);
      world.origins = () => ({ sessionId: 's1', turnId: '1' });
      await text.replace(16, 'agent again\n');
    });
    await checkpoints.restore(await checkpoints.planRestore('s1', 1));
    const expected = numbered(20);
    expected[10] = 'other agent\n';
    expect(await text.read()).toBe(expected.join(''));
  });

  it('changes nothing if a file changes between the confirmation and the restore', async () => {
    const logger = { info: () => {}, warn: () => {}, error: () => {} };
    const { workspace, checkpoints, turn, at } = await createCheckpointFixture('git', logger);
    await workspace.write('a.txt', 'one\n');
    await workspace.write('b.txt', 'one\n');
    await turn(1, async () => {
      await workspace.write('a.txt', 'two\n');
      await workspace.write('b.txt', 'two\n');
    });
    const plan = await checkpoints.planRestore('s1', 1);
    await workspace.write('b.txt', 'of the user\n');
    await expect(checkpoints.restore(plan)).rejects.toThrow('these files changed: b.txt');
    expect(await readFile(at('a.txt'), 'utf8')).toBe('two\n');
    expect(await readFile(at('b.txt'), 'utf8')).toBe('of the user\n');
    expect(checkpoints.lastRestore).toBeUndefined();
  });

  it('can be undone in the next window, also after a cleanup, and only once', async () => {
    const { workspace, checkpoints, turn, file, world, model, at } =
      await createCheckpointFixture('git');
    await workspace.write('a.txt', 'one\n');
    await turn(1, () => workspace.write('a.txt', 'two\n'));
    const before = describePending(model);
    await checkpoints.restore(await checkpoints.planRestore('s1', 1));
    await checkpoints.keepOnly(() => false);
    await world.trees.prune(checkpoints.snapshots);
    const later = openCheckpoints(world, file);
    await later.load();
    if (!later.lastRestore) {
      throw new Error('The restore was forgotten.');
    }
    await later.undo(later.lastRestore);
    expect(await readFile(at('a.txt'), 'utf8')).toBe('two\n');
    expect(describePending(model)).toEqual(before);
    expect(later.lastRestore).toBeUndefined();
    await later.flush();
    const last = openCheckpoints(world, file);
    await last.load();
    expect(last.lastRestore).toBeUndefined();
  });

  it.each(['git', 'plain'] as const)(
    'restores ignored files that were written through the protocol, with the user’s lines (%s)',
    async kind => {
      const { workspace, tracker, checkpoints, turn, at } = await createCheckpointFixture(kind);
      await workspace.write('.gitignore', 'node_modules\n');
      const text = fileOf(workspace, 'node_modules/a.txt');
      await text.put(...numbered(9));
      const origin = { sessionId: 's1', turnId: '1' };
      await turn(1, async () => {
        const before = await text.read();
        await text.replace(1, 'agent\n');
        const written = { before, isUnsaved: false };
        await tracker.handleAgentWrite(at('node_modules/a.txt'), written, origin);
        await workspace.write('node_modules/new.txt', 'new\n');
        const created = { before: undefined, isUnsaved: false };
        await tracker.handleAgentWrite(at('node_modules/new.txt'), created, origin);
      });
      await text.replace(7, 'user\n');
      const changed = filesIn(workspace.root);
      const plan = await checkpoints.planRestore('s1', 1);
      expect(plan.steps).toEqual([
        { kind: 'merge', path: at('node_modules/a.txt') },
        { kind: 'delete', path: at('node_modules/new.txt') },
      ]);
      const done = await checkpoints.restore(plan);
      const expected = numbered(9);
      expected[7] = 'user\n';
      expect(await text.read()).toBe(expected.join(''));
      expect(Object.keys(filesIn(workspace.root))).not.toContain('node_modules/new.txt');
      await checkpoints.undo(done);
      expect(filesIn(workspace.root)).toEqual(changed);
    },
  );
});

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, line) => `line ${line}\n`);

/** A file whose lines are replaced one by one. */
function fileOf(workspace: Workspace, name: string) {
  const put = (...lines: string[]): Promise<void> => workspace.write(name, lines.join(''));
  const read = (): Promise<string> => readFile(path.join(workspace.root, name), 'utf8');
  const replace = async (line: number, text: string): Promise<void> =>
    put(...(await read()).split(/(?<=\n)/).with(line, text));
  return { put, read, replace };
}
