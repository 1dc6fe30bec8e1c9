import path from 'node:path';
import { Checkpoints } from '../../../../src/agent/checkpoint/checkpoints.ts';
import type { Logger } from '../../../../src/core/logger.ts';
import type { ReviewModel } from '../../../../src/core/review/model/reviewModel.ts';
import { openTrackedWorkspace, type TrackedWorkspace } from '../review/trackedWorkspace.ts';

/** The checkpoints of a captured workspace, and the turns of one session in it. */
export async function createCheckpointFixture(kind: 'git' | 'plain', logger?: Logger) {
  const world = await openTrackedWorkspace(kind, logger);
  const file = path.join(world.workspace.storage, 'checkpoints.ndjson');
  const checkpoints = openCheckpoints(world, file);
  world.model.onDidRecord(event => checkpoints.recordEvent(event));
  const turn = async (number: number, work: () => Promise<void>): Promise<void> => {
    const about = { ...world.turn(), turn: number };
    await world.tracker.willStart(about);
    await checkpoints.willStart(about);
    await work();
    await world.tracker.didEnd(about);
    await checkpoints.didEnd(about);
  };
  return { ...world, world, file, checkpoints, turn };
}

/** Opens the checkpoints of a workspace, as the next window does. */
export const openCheckpoints = (
  { tracker, trees, model, files, blobs }: Omit<TrackedWorkspace, 'workspace'>,
  file: string,
): Checkpoints => new Checkpoints({ file, tracker, trees, model, files, blobs });

/** The pending changes, without the numbers that depend on timing. */
export const describePending = (model: ReviewModel) =>
  model.pending.map(({ base, current, hunks, origins }) => ({
    base,
    current,
    origins,
    hunks: hunks.map(hunk => ({ ...hunk, id: '', revision: 0 })),
  }));
