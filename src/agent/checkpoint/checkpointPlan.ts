import type { RestoreOperation } from '../../core/checkpoint/restorePlan.ts';
import type { WorkTree } from '../review/workTree.ts';
import type { PlannedRestore } from '../snapshot/restore.ts';
import type { UncapturedStep } from './planUncapturedRestore.ts';

/** What a restore does to a file, with an absolute path. */
export interface CheckpointStep {
  /**
   * `merge` keeps edits of the user, `conflict` too, but some of them are in lines that the agent changed, and `keep`
   * leaves the file as it is because of them.
   */
  readonly kind: 'write' | 'delete' | 'merge' | 'conflict' | 'keep';
  readonly path: string;
}

export interface CheckpointPlan {
  readonly trees: readonly { readonly tree: WorkTree; readonly plan: PlannedRestore }[];
  readonly uncaptured: readonly UncapturedStep[];
  readonly steps: readonly CheckpointStep[];
  readonly impossible: readonly { readonly path: string; readonly reason: string }[];
  /** Whether edits of the user may be taken for the agent's, because the end of a turn is unknown. */
  readonly isUncertain: boolean;
}

export function toCheckpointPlan(
  trees: CheckpointPlan['trees'],
  uncaptured: readonly UncapturedStep[],
  isUncertain: boolean,
): CheckpointPlan {
  const steps = trees.flatMap(({ tree, plan }) => [
    ...plan.operations.flatMap(operation => toSteps(tree, operation)),
    ...plan.kept.map(name => ({ kind: 'keep', path: tree.toAbsolutePath(name) }) as const),
  ]);
  return {
    trees,
    uncaptured,
    steps: [...steps, ...uncaptured.map(toStep)],
    impossible: trees.flatMap(({ plan }) => plan.impossible),
    isUncertain,
  };
}

function toSteps(tree: WorkTree, operation: RestoreOperation): readonly CheckpointStep[] {
  const path = tree.toAbsolutePath(operation.path);
  switch (operation.kind) {
    case 'delete':
      return [{ kind: 'delete', path }];
    case 'rename':
      return [
        { kind: 'delete', path: tree.toAbsolutePath(operation.from) },
        { kind: 'write', path },
      ];
    case 'merge':
      return [{ kind: operation.hasConflict ? 'conflict' : 'merge', path }];
    case 'write':
    case 'mode':
      return [{ kind: 'write', path }];
  }
}

function toStep({
  path,
  content,
  expected,
  isEdited,
  hasConflict,
}: UncapturedStep): CheckpointStep {
  if (content === expected) {
    return { kind: 'keep', path };
  }
  if (content.kind === 'absent') {
    return { kind: 'delete', path };
  }
  return { kind: hasConflict ? 'conflict' : isEdited ? 'merge' : 'write', path };
}
