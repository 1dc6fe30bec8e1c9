import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Checkpoints } from '../../../../src/agent/checkpoint/checkpoints.ts';
import { filesIn } from '../snapshot/tempRepo.ts';
import { captured, type Captured } from '../review/captured.ts';

/** Checkpoints of a captured workspace, and the turns of one session in it. */
async function checkpointed(kind: 'git' | 'plain') {
  const world = await captured(kind);
  const file = path.join(world.workspace.storage, 'checkpoints.ndjson');
  const checkpoints = open(world, file);
  world.log.onDidRecord(event => checkpoints.heard(event));
  const turn = async (number: number, work: () => Promise<void>): Promise<void> => {
    const about = { ...world.turn(), turn: number };
    await world.capture.begins(about);
    await checkpoints.begins(about);
    await work();
    await world.capture.ends(about);
  };
  return { ...world, world, file, checkpoints, turn };
}

const open = ({ capture, trees }: Captured, file: string): Checkpoints =>
  new Checkpoints({ file, capture, trees });

describe('a checkpoint', () => {
  it.each(['git', 'plain'] as const)(
    'brings back what the agent changed since, and nothing else, and can be undone (%s)',
    async kind => {
      const { workspace, checkpoints, turn, log } = await checkpointed(kind);
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

      const plan = await checkpoints.plan('s1', 2);
      const steps = plan.steps.map(step => `${step.kind} ${path.basename(step.path)}`);
      expect(new Set(steps)).toEqual(
        new Set(['delete created.txt', 'write changed.txt', 'write deleted.txt']),
      );
      expect(filesIn(workspace.root)).toEqual(before);
      const done = await checkpoints.restore(plan);
      const restored = filesIn(workspace.root);
      expect({ ...restored, 'users.txt': '' }).toEqual({ ...target, 'users.txt': '' });
      expect(await readFile(path.join(workspace.root, 'users.txt'), 'utf8')).toContain('changed');
      expect(log.pending.map(file => path.basename(file.current.path))).toEqual(['first.txt']);

      await checkpoints.undo(done);
      expect(filesIn(workspace.root)).toEqual(before);
    },
  );

  it('is known to the next window, although its last line was cut', async () => {
    const { workspace, checkpoints, turn, file, world } = await checkpointed('git');
    await workspace.write('a.txt', 'one\n');
    await turn(1, () => workspace.write('a.txt', 'two\n'));
    await checkpoints.flush();
    await appendFile(file, '{"sessionId":"s1","tur');
    const later = open(world, file);
    await later.load();
    expect(later.of('s1')).toEqual(checkpoints.of('s1'));
    await later.restore(await later.plan('s1', 1));
    expect(await readFile(path.join(workspace.root, 'a.txt'), 'utf8')).toBe('one\n');
  });
});
