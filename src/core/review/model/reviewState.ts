import { isConsistent } from '../file/comparison.ts';
import type { FilePatch } from '../file/fileDecision.ts';
import type { FileUpdate } from '../file/fileUpdate.ts';
import { shiftPatch } from '../file/revertPatch.ts';
import { isPending, isText, toComparison, type ReviewedFile } from '../file/reviewedFile.ts';
import { emptyFileTable, type FileTable } from './fileTable.ts';
import type { TurnVerdicts } from './turnVerdicts.ts';

/** One accept or reject, of any number of hunks and files, with the patches that revert it. */
export interface Decision {
  readonly verdict: 'accept' | 'reject';
  readonly patches: readonly FilePatch[];
}

/** All files under review in a workspace, and the decisions that can be undone and redone. */
export interface ReviewState {
  readonly revision: number;
  readonly files: FileTable;
  readonly done: readonly Decision[];
  readonly undone: readonly Decision[];
  /** What was decided about each turn, oldest first. It is kept longer than decisions that can be undone. */
  readonly verdicts: readonly TurnVerdicts[];
}

/** How many decisions can be undone. */
export const UNDO_LIMIT_DECISIONS = 200;

/** How many files are kept only because their vanished changes may return. The oldest are forgotten. */
const VANISHED_LIMIT_FILES = 1_000;

export const emptyReview: ReviewState = {
  revision: 0,
  files: emptyFileTable,
  done: [],
  undone: [],
  verdicts: [],
};

/** The file at a path. An existing file takes precedence over one that was deleted there. */
export function findFile({ files }: ReviewState, path: string): ReviewedFile | undefined {
  const found = files.at(path);
  return found.find(({ current }) => current.form.kind !== 'absent') ?? found[0];
}

/**
 * Whether the invariant base + hunks = current holds for every file. Files that are identical in `before` are skipped,
 * which makes it cheap to check a journal event by event.
 */
export function isValidReview(state: ReviewState, before: ReviewState = emptyReview): boolean {
  return [...state.files.values()].every(
    file => !isText(file) || file === before.files.get(file.id) || isConsistent(toComparison(file)),
  );
}

/** The pending files, sorted by path. */
export function pendingFiles(state: ReviewState): ReviewedFile[] {
  return [...state.files.values()]
    .filter(isPending)
    .toSorted((one, other) => (one.current.path < other.current.path ? -1 : 1));
}

/** Replaces a file and updates the positions in all patches for it. */
export function withFileUpdate(state: ReviewState, update: FileUpdate): ReviewState {
  const files = state.files.with(update.file);
  if (update.baseEdits.length + update.currentEdits.length === 0) {
    return { ...state, files };
  }
  const shift = (decision: Decision): Decision => {
    const patches = decision.patches.map(patch => shiftPatch(patch, update));
    const isSame = patches.every((patch, at) => patch === decision.patches[at]);
    return isSame ? decision : { ...decision, patches };
  };
  return { ...state, files, done: state.done.map(shift), undone: state.undone.map(shift) };
}

/** Removes a file, and the patches that could revert decisions about it. */
export function withoutFile(state: ReviewState, fileId: string): ReviewState {
  return { ...withoutPatches(state, fileId), files: state.files.without(new Set([fileId])) };
}

/** Removes the patches that could revert decisions about a file. */
export function withoutPatches(state: ReviewState, fileId: string): ReviewState {
  const withoutFilePatches = ({ patches, ...decision }: Decision): Decision[] => {
    const remaining = patches.filter(patch => patch.fileId !== fileId);
    return remaining.length > 0 ? [{ ...decision, patches: remaining }] : [];
  };
  return {
    ...state,
    done: state.done.flatMap(withoutFilePatches),
    undone: state.undone.flatMap(withoutFilePatches),
  };
}

/**
 * Removes files in which nothing is pending, nothing can be undone or redone, nothing remains to be written, and nothing
 * may return.
 */
export function pruneFiles(state: ReviewState): ReviewState {
  const { resolved } = state.files;
  if (resolved.length === 0) {
    return state;
  }
  const patches = [...state.done, ...state.undone].flatMap(decision => decision.patches);
  const referenced = new Set(patches.map(patch => patch.fileId));
  const unreferenced = resolved.filter(({ id }) => !referenced.has(id));
  const kept = unreferenced
    .filter(file => file.vanished.length > 0)
    .toSorted((one, other) => other.revision - one.revision)
    .slice(0, VANISHED_LIMIT_FILES);
  const keptIds = new Set(kept.map(({ id }) => id));
  const unneeded = unreferenced.flatMap(({ id }) => (keptIds.has(id) ? [] : [id]));
  return unneeded.length === 0
    ? state
    : { ...state, files: state.files.without(new Set(unneeded)) };
}
