import { editsBetween } from '../../diff/lineDiff.ts';
import type { LineEdit } from '../../diff/lineEdit.ts';
import type { LinePatch } from '../file/acceptParts.ts';
import type { FilePatch } from '../file/fileDecision.ts';
import type { EventContext } from '../file/hunk.ts';
import type { ReviewedFile } from '../file/reviewedFile.ts';
import { revertPatch, shiftPatch, splitPatch } from '../file/revertPatch.ts';
import { actionsBetween, orderActions, type ReviewAction } from './reviewAction.ts';
import { extendOutcome, unchanged, type ReviewNote, type ReviewOutcome } from './reviewOutcome.ts';
import { withFileUpdate, type Decision, type ReviewState } from './reviewState.ts';
import { withoutCollisions } from './withoutCollisions.ts';

type Direction = 'undo' | 'redo';

/** Undoes the last decision. */
export function undo(state: ReviewState, context: EventContext): ReviewOutcome {
  return reverseLast(state, 'undo', context);
}

/** Redoes the last decision that was undone. */
export function redo(state: ReviewState, context: EventContext): ReviewOutcome {
  return reverseLast(state, 'redo', context);
}

/** Undo and redo are the same operation: it moves a decision to the other list, with the patches that revert it again. */
function reverseLast(
  state: ReviewState,
  direction: Direction,
  context: EventContext,
): ReviewOutcome {
  const from = direction === 'undo' ? 'done' : 'undone';
  const decision = state[from].at(-1);
  return decision
    ? reverse({ ...state, [from]: state[from].slice(0, -1) }, decision, direction, context)
    : unchanged(state, { kind: 'nothing' });
}

/** A change that was decided: a hunk, or without `hunkId` the file as a whole. */
export interface DecidedChangeRef {
  readonly fileId: string;
  readonly hunkId?: string;
}

/** Undoes what was decided about one change, whatever was decided after it. */
export function undoChange(
  state: ReviewState,
  change: DecidedChangeRef,
  context: EventContext,
): ReviewOutcome {
  const at = state.done.findLastIndex(({ patches }) =>
    patches.some(patch => concerns(patch, change)),
  );
  const decision = state.done[at];
  if (!decision) {
    return unchanged(state, { kind: 'nothing' });
  }
  const { wanted, others } = separateChange(decision, change);
  const remaining = others.length > 0 ? [{ ...decision, patches: others }] : [];
  const rest = { ...state, done: state.done.toSpliced(at, 1, ...remaining) };
  return reverse(rest, { ...decision, patches: wanted }, 'undo', context);
}

const concerns = ({ fileId, lines }: FilePatch, change: DecidedChangeRef): boolean =>
  fileId === change.fileId &&
  (change.hunkId === undefined || lines.some(({ hunk }) => hunk.id === change.hunkId));

/** A file that was created, deleted or renamed with its lines is undone as a whole. */
function separateChange({ patches }: Decision, change: DecidedChangeRef) {
  const wanted: FilePatch[] = [];
  const others: FilePatch[] = [];
  for (const patch of patches) {
    if (!concerns(patch, change)) {
      others.push(patch);
    } else if (patch.facets || change.hunkId === undefined) {
      wanted.push(patch);
    } else {
      const isWanted = ({ hunk }: LinePatch): boolean => hunk.id === change.hunkId;
      const left = patch.lines.filter(line => !isWanted(line));
      wanted.push({ ...patch, lines: patch.lines.filter(isWanted) });
      others.push(...(left.length > 0 ? [{ ...patch, lines: left }] : []));
    }
  }
  return { wanted, others };
}

/** `rest` is the state without the decision. */
function reverse(
  rest: ReviewState,
  decision: Decision,
  direction: Direction,
  context: EventContext,
): ReviewOutcome {
  const to = direction === 'undo' ? 'undone' : 'done';
  const { outcome, inverses } = withoutCollisions(rest, except => {
    const patches = decision.patches.filter(patch => !except.has(patch.fileId));
    return reversePatches(rest, patches, direction, context);
  });
  const inverse = { verdict: decision.verdict, patches: inverses };
  return {
    ...outcome,
    actions: orderActions(outcome.actions),
    state: { ...outcome.state, [to]: [...outcome.state[to], inverse] },
  };
}

/** Reverts the last rejection in one file that the editor could not perform. It needs no action and cannot be redone. */
export function abandonDecision(
  state: ReviewState,
  path: string,
  context: EventContext,
): ReviewOutcome {
  const separated = separatePath(state.done, path, state);
  if (!separated) {
    return unchanged(state, { kind: 'nothing' });
  }
  const { outcome } = reversePatches(
    { ...state, done: separated.rest },
    separated.patches,
    'undo',
    context,
  );
  return { ...outcome, actions: [] };
}

/** Reverts the last undo in one file that the editor could not perform. The decision can be undone later. */
export function abandonUndo(
  state: ReviewState,
  path: string,
  context: EventContext,
): ReviewOutcome {
  const separated = separatePath(state.undone, path, state);
  if (!separated) {
    return unchanged(state, { kind: 'nothing' });
  }
  const rest = { ...state, undone: separated.rest };
  const { outcome, inverses } = reversePatches(rest, separated.patches, 'redo', context);
  const done = [...outcome.state.done, { verdict: separated.verdict, patches: inverses }];
  return { ...outcome, actions: [], state: { ...outcome.state, done } };
}

/** Separates the part of the last rejection that concerns a path. Accepts are skipped, since they change no file. */
function separatePath(decisions: readonly Decision[], path: string, { files }: ReviewState) {
  const isAtPath = ({ fileId }: FilePatch): boolean => files.get(fileId)?.current.path === path;
  const at = decisions.findLastIndex(
    ({ verdict, patches }) => verdict === 'reject' && patches.some(isAtPath),
  );
  const last = decisions[at];
  if (!last) {
    return undefined;
  }
  const others = last.patches.filter(patch => !isAtPath(patch));
  const remaining = others.length > 0 ? [{ ...last, patches: others }] : [];
  return {
    verdict: last.verdict,
    patches: last.patches.filter(isAtPath),
    rest: decisions.toSpliced(at, 1, ...remaining),
  };
}

function reversePatches(
  state: ReviewState,
  patches: readonly FilePatch[],
  direction: Direction,
  context: EventContext,
): { outcome: ReviewOutcome; inverses: FilePatch[] } {
  let outcome = unchanged(state);
  let inverses: FilePatch[] = [];
  const edits = new Map<string, readonly LineEdit[] | undefined>();
  let queue = patches.flatMap(splitPatch).toReversed();
  for (let patch = queue.shift(); patch; patch = queue.shift()) {
    const before = outcome.state.files.get(patch.fileId);
    if (before) {
      const { update, inverse, lost } = revertPatch(before, patch, direction, context);
      const shift = (other: FilePatch): FilePatch => shiftPatch(other, update);
      const { path } = before.current;
      outcome = extendOutcome(outcome, {
        state: withFileUpdate(outcome.state, update),
        changed: [path, update.file.current.path],
        notes: lost.map((text): ReviewNote => ({ kind: 'lost', path, text })),
      });
      edits.set(before.id, edits.has(before.id) ? undefined : update.currentEdits);
      queue = queue.map(shift);
      inverses = [inverse, ...inverses.map(shift)];
    }
  }
  const actions = [...edits].flatMap(([id, fileEdits]) =>
    actionsForFile(state.files.get(id), outcome.state.files.get(id), fileEdits),
  );
  return { outcome: { ...outcome, actions }, inverses };
}

/**
 * The actions for one file, whose patch may have been reverted in several steps. Actions of single steps could not be ordered:
 * one of them may rename the file that another one edits under its old path.
 */
function actionsForFile(
  before: ReviewedFile | undefined,
  after: ReviewedFile | undefined,
  edits: readonly LineEdit[] | undefined,
): readonly ReviewAction[] {
  if (!before || !after || before.proposal) {
    return [];
  }
  return actionsBetween(
    before.current,
    after.current,
    edits ?? editsBetween(before.current.lines, after.current.lines),
  );
}
