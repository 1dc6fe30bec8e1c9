import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { DiscardResult } from '../../../../src/agent/review/unsaved/editorBuffers.ts';
import type { TurnProcesses } from '../../../../src/agent/review/trackedTurns.ts';
import { BlobStore } from '../../../../src/agent/review/blobStore.ts';
import { ChangeTracker } from '../../../../src/agent/review/changeTracker.ts';
import { ReviewFiles } from '../../../../src/agent/review/reviewFiles.ts';
import { WorkTrees } from '../../../../src/agent/review/workTrees.ts';
import type { Logger } from '../../../../src/core/logger.ts';
import type { TurnInfo } from '../../../../src/agent/session/turnParticipant.ts';
import type { Origin } from '../../../../src/core/review/file/hunk.ts';
import { ReviewModel } from '../../../../src/core/review/model/reviewModel.ts';
import { editsBetween } from '../../../../src/core/diff/lineDiff.ts';
import { getFileStatus } from '../../../../src/core/review/file/reviewedFile.ts';
import { tableEncodings } from '../../../fakes/tableEncodings.ts';
import { tempRepo, tempWorkspace, type Workspace } from '../snapshot/tempRepo.ts';

/** A workspace whose changes are tracked. `dirty` simulates documents with unsaved text. */
export interface TrackedWorkspace {
  readonly workspace: Workspace;
  readonly model: ReviewModel;
  readonly tracker: ChangeTracker;
  readonly trees: WorkTrees;
  readonly files: ReviewFiles;
  readonly blobs: BlobStore;
  readonly dirty: Map<string, string | undefined>;
  /** What is said once about unsaved edits beneath which an agent has written. */
  readonly discards: Map<string, DiscardResult>;
  /** Files with unsaved edits that an agent writes through the editor. */
  readonly agentWrites: Set<string>;
  /** The origin of a change; by default the first running turn. */
  origins: (path: string, running: readonly TurnInfo[]) => Origin | undefined;
  /** The number of comparisons so far. */
  comparisons: number;
  readonly turn: (sessionId?: string) => TurnInfo;
  readonly at: (name: string) => string;
  /** The pending changes in short. */
  readonly pending: () => readonly string[];
}

/** Opens a workspace with or without git, or one that an earlier window has tracked. */
export async function openTrackedWorkspace(
  kind: 'git' | 'plain' | Pick<TrackedWorkspace, 'workspace'> = 'git',
  logger: Logger = { info: () => {}, warn: fail, error: fail },
  processes?: TurnProcesses,
): Promise<TrackedWorkspace> {
  const workspace = await workspaceOf(kind);
  const model = new ReviewModel();
  const dirty = new Map<string, string | undefined>();
  const discards = new Map<string, DiscardResult>();
  const agentWrites = new Set<string>();
  const blobs = new BlobStore(path.join(workspace.storage, 'blobs'));
  const files = new ReviewFiles(tableEncodings(), blobs);
  const trees = new WorkTrees(workspace.storage, logger);
  const tracker = new ChangeTracker({
    model,
    files,
    buffers: {
      isOpen: () => true,
      isBusy: file => dirty.has(file) || agentWrites.has(file),
      endAgentWrite: file => agentWrites.delete(file),
      editCount: () => 0,
      hasShown: (file, text) => dirty.get(file) === text,
      listUnsaved: () => [...dirty.keys()],
    },
    unsaved: {
      merge: () => Promise.resolve(false),
      takeDiscarded: file => {
        const discard = discards.get(file) ?? { kind: 'none' };
        discards.delete(file);
        return Promise.resolve(discard);
      },
    },
    trees,
    logger,
    comparer: {
      edits: (before, after) => {
        world.comparisons += 1;
        return editsBetween(before, after);
      },
    },
    originOf: (file, running) => world.origins(file, running),
    ...(processes ? { processes } : {}),
  });
  onTestFinished(() => tracker.dispose());
  const at = (name: string): string => path.join(workspace.root, name);
  const world: TrackedWorkspace = {
    workspace,
    model,
    tracker,
    trees,
    files,
    blobs,
    dirty,
    discards,
    agentWrites,
    comparisons: 0,
    at,
    origins: (_, [turn]) => turn && { sessionId: turn.sessionId, turnId: String(turn.turn) },
    turn: (sessionId = 's1') => ({ sessionId, turn: 1, roots: [workspace.root] }),
    pending: () =>
      model.pending.map(
        file =>
          `${getFileStatus(file)} ${path.relative(workspace.root, file.current.path)} ${file.hunks.length}`,
      ),
  };
  return world;
}

function workspaceOf(
  kind: Parameters<typeof openTrackedWorkspace>[0],
): Promise<Workspace> | Workspace {
  if (typeof kind === 'object') {
    return kind.workspace;
  }
  return kind === 'plain' ? tempWorkspace() : tempRepo();
}

function fail(text: string): never {
  throw new Error(text);
}
