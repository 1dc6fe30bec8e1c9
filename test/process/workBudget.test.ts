import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { exceededFigures } from '../fakes/workBudget.ts';
import { openTrackedWorkspace } from './agent/review/trackedWorkspace.ts';

/** After this time a file cannot change again with the same time stamp, so it is not read again to be safe. */
const CERTAIN_MS = 2_100;

/** The number of git processes that run for a task. */
async function countGit(task: () => Promise<unknown>): Promise<number> {
  const started: ChildProcess[] = [];
  const record = (message: unknown): void => {
    started.push((message as { readonly process: ChildProcess }).process);
  };
  subscribe('child_process', record);
  try {
    await task();
  } finally {
    unsubscribe('child_process', record);
  }
  return started.filter(({ spawnfile }) => /git/.test(spawnfile)).length;
}

describe('the work for a turn', () => {
  it('is as recorded', async () => {
    const world = await openTrackedWorkspace('git');
    const { workspace, tracker, turn, pending } = world;
    const names = Array.from({ length: 20 }, (_, index) => `folder${index % 4}/file${index}.txt`);
    for (const name of names) {
      await workspace.write(name, 'one\ntwo\nthree\n');
    }
    workspace.commit();
    await workspace.settle();
    const firstPrepare = await countGit(() => tracker.prepare([workspace.root]));
    const start = await countGit(() => tracker.willStart(turn()));
    for (const name of names.slice(0, 10)) {
      await workspace.write(name, 'one\n2\nthree\n');
    }
    await sleep(CERTAIN_MS);
    const end = await countGit(() => tracker.didEnd(turn()));
    const idleStart = await countGit(() => tracker.willStart({ ...turn(), turn: 2 }));
    const idleEnd = await countGit(() => tracker.didEnd({ ...turn(), turn: 2 }));
    expect(pending()).toHaveLength(10);
    const git = { firstPrepare, start, end, idleStart, idleEnd };
    expect(exceededFigures('git processes of a turn that changes 10 of 20 files', git)).toEqual([]);
    const { comparisons } = world;
    expect(exceededFigures('a turn that changes 10 of 20 files', { comparisons })).toEqual([]);
  });
});
