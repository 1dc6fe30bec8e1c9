import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { filesIn } from '../snapshot/tempRepo.ts';
import { createCheckpointFixture, describePending, openCheckpoints } from './checkpointFixture.ts';

describe('a checkpoint', () => {
  it.each(['git', 'plain'] as const)(
    'restores what the agent has changed since, and nothing else, and can be undone (%s)',
    async kind => {
      const { workspace, checkpoints, turn, model } = await createCheckpointFixture(kind);
      await workspace.write('changed.txt', 'one\n');
      await workspace.write('deleted.txt', 'two\n');
      await workspace.write('users.txt', 'mine\n');
      await turn(1, () => workspace.write('first.txt', 'of turn 1\n'));
      const target = filesIn(workspace.root);
      await turn(2, async () => {
        await workspace.write('changed.txt', 'ONE\n');
        await workspace.remove('deleted.txt');
        await workspace.write('created.txt', 'new\n');
      });
      await turn(3, () => workspace.write('created.txt', 'newer\n'));
      await workspace.write('users.txt', 'mine, and changed\n');
      const before = filesIn(workspace.root);

      const plan = await checkpoints.planRestore('s1', 2);
      const steps = plan.steps.map(step => `${step.kind} ${path.basename(step.path)}`);
      expect(new Set(steps)).toEqual(
        new Set(['delete created.txt', 'write changed.txt', 'write deleted.txt']),
      );
      expect(filesIn(workspace.root)).toEqual(before);
      const done = await checkpoints.restore(plan);
      const restored = filesIn(workspace.root);
      expect({ ...restored, 'users.txt': '' }).toEqual({ ...target, 'users.txt': '' });
      expect(await readFile(path.join(workspace.root, 'users.txt'), 'utf8')).toContain('changed');
      expect(model.pending.map(file => path.basename(file.current.path))).toEqual(['first.txt']);

      await checkpoints.undo(done);
      expect(filesIn(workspace.root)).toEqual(before);
    },
  );

  it('is restored in the next window even if its last line was truncated', async () => {
    const { workspace, checkpoints, turn, file, world } = await createCheckpointFixture('git');
    await workspace.write('a.txt', 'one\n');
    await turn(1, () => workspace.write('a.txt', 'two\n'));
    await checkpoints.flush();
    await appendFile(file, '{"sessionId":"s1","tur');
    const later = openCheckpoints(world, file);
    await later.load();
    expect(later.forSession('s1')).toEqual(checkpoints.forSession('s1'));
    await later.restore(await later.planRestore('s1', 1));
    expect(await readFile(path.join(workspace.root, 'a.txt'), 'utf8')).toBe('one\n');
  });

  it.each(['git', 'plain'] as const)(
    'restores the pending hunks and their origins when it is undone, next to the user’s edits (%s)',
    async kind => {
      const { workspace, tracker, checkpoints, turn, model, at } =
        await createCheckpointFixture(kind);
      const lines = Array.from({ length: 20 }, (_, line) => `line ${line}\n`);
      const put = (line: number, text: string): Promise<void> => {
        lines[line] = text;
        return workspace.write('both.txt', lines.join(''));
      };
      await put(0, 'start\n');
      await workspace.write('gone.txt', 'one\n');
      await workspace.write('other.txt', 'one\n');
      await turn(1, async () => {
        await put(3, 'of turn 1\n');
        await workspace.remove('gone.txt');
        await workspace.write('made.bin', new Uint8Array([0x80, 0, 0xff]));
      });
      await put(10, 'of the user\n');
      await tracker.handleUserSave(at('both.txt'));
      await turn(2, () => put(17, 'of turn 2\n'));
      const before = describePending(model);
      expect(before).toHaveLength(3);

      const done = await checkpoints.restore(await checkpoints.planRestore('s1', 1));
      expect(describePending(model)).toEqual([]);
      await turn(3, () => workspace.write('other.txt', 'two\n'));
      model.accept({ kind: 'file', path: at('other.txt') });
      const again = await checkpoints.undo(done);
      expect(describePending(model)).toEqual(before);
      expect(await readFile(at('both.txt'), 'utf8')).toBe(lines.join(''));
      await tracker.catchUp();
      expect(describePending(model)).toEqual(before);

      model.reject({ kind: 'turn', sessionId: 's1', turnId: '1' });
      model.undo();
      expect(describePending(model).map(({ hunks }) => hunks)).toEqual(
        before.map(({ hunks }) => hunks),
      );
      await checkpoints.undo(again);
      expect(describePending(model)).toEqual([]);
      expect(await readFile(at('gone.txt'), 'utf8')).toBe('one\n');
    },
  );

  it('of version 1 can still be read', async () => {
    const { world } = await createCheckpointFixture('git');
    const fixture = new URL('../../../fixtures/journal/checkpoints1.ndjson', import.meta.url);
    const old = openCheckpoints(world, fileURLToPath(fixture));
    await old.load();
    expect(old.forSession('s1')).toMatchObject([{ turn: 1, touched: new Set(['/w/a.txt']) }]);
    expect(old.snapshots).toMatchObject([{ root: '/w', skipped: [{ reason: 'tooLarge' }] }]);
    expect([old.all.length, old.turnsSinceCleanup]).toEqual([2, 1]);
  });

  it('is copied to a session that is branched from it', async () => {
    const { workspace, checkpoints, turn, at } = await createCheckpointFixture('git');
    await workspace.write('a.txt', 'one\n');
    await turn(1, () => workspace.write('a.txt', 'two\n'));
    await turn(2, () => workspace.write('a.txt', 'three\n'));
    checkpoints.copyFromSession('s2', 's1', 2);
    expect(checkpoints.forSession('s2').map(({ turn: number }) => number)).toEqual([1]);
    await checkpoints.restore(await checkpoints.planRestore('s2', 1));
    expect(await readFile(at('a.txt'), 'utf8')).toBe('one\n');
  });

  it('can be restored while another session is running, without changes of that session', async () => {
    const { workspace, tracker, checkpoints, turn, world, pending } =
      await createCheckpointFixture('git');
    await workspace.write('a.txt', 'one\n');
    await turn(1, () => workspace.write('a.txt', 'two\n'));
    const other = world.turn('s2');
    await tracker.willStart(other);
    await workspace.write('b.txt', 'of the other\n');
    await checkpoints.restore(await checkpoints.planRestore('s1', 1));
    await tracker.didEnd(other);
    expect(pending()).toEqual(['created b.txt 1']);
  });
});
