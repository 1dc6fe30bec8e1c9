import { FileTable } from './fileTable.ts';
import type { EventContext } from '../file/hunk.ts';
import { unchanged, type ReviewOutcome } from './reviewOutcome.ts';
import { isPending, type ReviewedFile } from '../file/reviewedFile.ts';
import { createReviewSnapshot, parseReviewSnapshot } from './reviewSnapshot.ts';
import type { ReviewSnapshot } from './reviewSnapshotSchema.ts';
import { withoutFile, type ReviewState } from './reviewState.ts';

/** What waited in some files, to be put back when their contents are: nothing if nothing waited there. */
export function snapshotPending(
  state: ReviewState,
  paths: ReadonlySet<string>,
): ReviewSnapshot | undefined {
  const files = [...state.files.values()].filter(file => isPending(file) && touches(file, paths));
  return files.length === 0
    ? undefined
    : createReviewSnapshot({ ...state, files: FileTable.of(files), done: [], undone: [] });
}

/** Puts back what waited in some files, which have their contents of that time again: whose each change is stays known. */
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
  const without = replaced.reduce((left, { id }) => withoutFile(left, id), state);
  const { revision } = context;
  const back = files.map((file, at) => ({ ...file, id: `file${revision}.${at}`, revision }));
  return {
    ...unchanged({
      ...without,
      files: FileTable.of([...without.files.values(), ...back]),
    }),
    changed: [...paths],
  };
}

const touches = ({ base, current }: ReviewedFile, paths: ReadonlySet<string>): boolean =>
  paths.has(base.path) || paths.has(current.path);
