import type { EventContext } from '../file/hunk.ts';
import { isPending, type ReviewedFile } from '../file/reviewedFile.ts';
import { FileTable } from './fileTable.ts';
import { unchanged, type ReviewOutcome } from './reviewOutcome.ts';
import { createReviewSnapshot, parseReviewSnapshot } from './reviewSnapshot.ts';
import type { ReviewSnapshot } from './reviewSnapshotSchema.ts';
import { withoutFile, type ReviewState } from './reviewState.ts';

/**
 * Saves what is pending in the given files, to be restored together with their contents. Undefined if nothing is
 * pending.
 */
export function snapshotPending(
  state: ReviewState,
  paths: ReadonlySet<string>,
): ReviewSnapshot | undefined {
  const files = [...state.files.values()].filter(file => isPending(file) && isAt(file, paths));
  return files.length === 0
    ? undefined
    : createReviewSnapshot({
        ...state,
        files: FileTable.of(files),
        done: [],
        undone: [],
        verdicts: [],
      });
}

/**
 * Restores what was pending in some files whose contents have been restored. The attribution of each change is
 * preserved.
 */
export function restorePending(
  state: ReviewState,
  saved: unknown,
  context: EventContext,
): ReviewOutcome {
  const files = [...(parseReviewSnapshot(saved)?.files.values() ?? [])];
  if (files.length === 0) {
    return unchanged(state);
  }
  const paths = new Set(files.flatMap(({ base, current }) => [base.path, current.path]));
  const replaced = [...state.files.values()].filter(({ current }) => paths.has(current.path));
  const remaining = replaced.reduce((next, { id }) => withoutFile(next, id), state);
  const { revision } = context;
  const restored = files.map((file, at) => ({ ...file, id: `file${revision}.${at}`, revision }));
  return {
    ...unchanged({
      ...remaining,
      files: FileTable.of([...remaining.files.values(), ...restored]),
    }),
    changed: [...paths],
  };
}

const isAt = ({ base, current }: ReviewedFile, paths: ReadonlySet<string>): boolean =>
  paths.has(base.path) || paths.has(current.path);
