import { toChanges, type LineEdit } from '../../diff/lineEdit.ts';
import type { FileUpdate } from '../file/changeFile.ts';
import { isConsistent } from '../file/comparison.ts';
import { emptyFileTable, type FileTable } from './fileTable.ts';
import { toComparison, isPending, isText, type ReviewedFile } from '../file/reviewedFile.ts';
import type { FilePatch } from '../file/fileDecision.ts';
import { shiftPatch } from '../file/revertPatch.ts';

/** One accept or reject, of one hunk or of a thousand files, and the way back. */
export interface Decision {
  readonly verdict: 'accept' | 'reject';
  readonly patches: readonly FilePatch[];
}

/** All files under review in a workspace, and the decisions that can be taken back or made again. */
export interface ReviewState {
  readonly revision: number;
  readonly files: FileTable;
  readonly done: readonly Decision[];
  readonly undone: readonly Decision[];
}

/** How many decisions can be taken back; older ones are forgotten. */
export const UNDO_LIMIT_DECISIONS = 200;

/** A review of nothing. */
export const emptyReview: ReviewState = {
  revision: 0,
  files: emptyFileTable,
  done: [],
  undone: [],
};

/** The file at a path. One that is there goes before one that was deleted from there. */
export function findFile({ files }: ReviewState, path: string): ReviewedFile | undefined {
  const found = files.at(path);
  return found.find(({ current }) => current.form.kind !== 'absent') ?? found[0];
}

/**
 * Whether every file keeps the promise: base + hunks = current. A journal read back is checked by it, step by step: what was
 * the same `before` need not be looked at again.
 */
export function isValidReview(state: ReviewState, before: ReviewState = emptyReview): boolean {
  return [...state.files.values()].every(
    file => !isText(file) || file === before.files.get(file.id) || isConsistent(toComparison(file)),
  );
}

/** The files that wait for a decision, by path. */
export function pendingFiles(state: ReviewState): ReviewedFile[] {
  return [...state.files.values()]
    .filter(isPending)
    .toSorted((one, other) => (one.current.path < other.current.path ? -1 : 1));
}

/** Puts a file in its new state; every decision that can be taken back follows the edits. */
export function withFileUpdate(state: ReviewState, { file, ...step }: FileUpdate): ReviewState {
  const files = state.files.with(file);
  if (step.baseEdits.length + step.currentEdits.length === 0) {
    return { ...state, files };
  }
  const follow = (patch: FilePatch): FilePatch => shiftFilePatch(patch, file.id, step);
  return { ...state, files, ...mapPatches(state, follow) };
}

/** The edits of a step that moves one side only. */
export function sideEdits(side: 'base' | 'current', edits: readonly LineEdit[]) {
  return {
    baseEdits: side === 'base' ? edits : [],
    currentEdits: side === 'current' ? edits : [],
  };
}

/** A patch after the edits of one file. */
export function shiftFilePatch(
  patch: FilePatch,
  fileId: string,
  edits: { readonly baseEdits: readonly LineEdit[]; readonly currentEdits: readonly LineEdit[] },
): FilePatch {
  if (patch.fileId !== fileId) {
    return patch;
  }
  const moved = patch.side === 'base' ? edits.baseEdits : edits.currentEdits;
  return shiftPatch(patch, toChanges(moved));
}

/** Forgets a file, and how to take back decisions about it. */
export function withoutFile(state: ReviewState, fileId: string): ReviewState {
  return { ...withoutPatches(state, fileId), files: state.files.without(new Set([fileId])) };
}

/** Forgets how to take back decisions about a file. */
export function withoutPatches(state: ReviewState, fileId: string): ReviewState {
  const keep = ({ patches, ...decision }: Decision): Decision[] => {
    const left = patches.filter(patch => patch.fileId !== fileId);
    return left.length > 0 ? [{ ...decision, patches: left }] : [];
  };
  return { ...state, done: state.done.flatMap(keep), undone: state.undone.flatMap(keep) };
}

/** Forgets files in which nothing is pending, nothing can be taken back, and nothing has to be put somewhere. */
export function pruneFiles(state: ReviewState): ReviewState {
  const { resolved: settled } = state.files;
  if (settled.length === 0) {
    return state;
  }
  const patches = [...state.done, ...state.undone].flatMap(decision => decision.patches);
  const needed = new Set(patches.map(patch => patch.fileId));
  const done = settled.flatMap(({ id }) => (needed.has(id) ? [] : [id]));
  return done.length === 0 ? state : { ...state, files: state.files.without(new Set(done)) };
}

function mapPatches(state: ReviewState, follow: (patch: FilePatch) => FilePatch) {
  const map = (decision: Decision): Decision => {
    const patches = decision.patches.map(follow);
    const isSame = patches.every((patch, at) => patch === decision.patches[at]);
    return isSame ? decision : { ...decision, patches };
  };
  return { done: state.done.map(map), undone: state.undone.map(map) };
}
