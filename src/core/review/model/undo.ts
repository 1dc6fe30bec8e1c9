import { withoutCollisions } from './withoutCollisions.ts';
import type { EventContext } from '../file/hunk.ts';
import { actionsBetween, orderActions } from './reviewAction.ts';
import { extendOutcome, unchanged, type ReviewOutcome } from './reviewOutcome.ts';
import {
  shiftFilePatch,
  sideEdits,
  withFileUpdate,
  type Decision,
  type ReviewState,
} from './reviewState.ts';
import type { FilePatch } from '../file/fileDecision.ts';
import { splitPatch, revertPatch } from '../file/revertPatch.ts';

/** Takes the last decision back. */
export function undo(state: ReviewState, context: EventContext): ReviewOutcome {
  const decision = state.done.at(-1);
  if (!decision) {
    return unchanged(state, { kind: 'nothing' });
  }
  const rest = { ...state, done: state.done.slice(0, -1) };
  const { outcome, inverse } = reverse(rest, decision, 'undo', context);
  return { ...outcome, state: { ...outcome.state, undone: [...outcome.state.undone, inverse] } };
}

/** Makes a decision again that was taken back. */
export function redo(state: ReviewState, context: EventContext): ReviewOutcome {
  const decision = state.undone.at(-1);
  if (!decision) {
    return unchanged(state, { kind: 'nothing' });
  }
  const rest = { ...state, undone: state.undone.slice(0, -1) };
  const { outcome, inverse } = reverse(rest, decision, 'redo', context);
  return { ...outcome, state: { ...outcome.state, done: [...outcome.state.done, inverse] } };
}

/** Takes the last rejection back in one file. There is nothing to do in the editor, and nothing to make again. */
export function abandonDecision(
  state: ReviewState,
  path: string,
  context: EventContext,
): ReviewOutcome {
  const cut = cutFrom(state.done, path, state);
  if (!cut) {
    return unchanged(state, { kind: 'nothing' });
  }
  const { outcome } = reversePatches({ ...state, done: cut.rest }, cut.patches, 'undo', context);
  return { ...outcome, actions: [] };
}

/** Takes the last undo back in one file: the decision stands there as before, and can be taken back later. */
export function abandonUndo(
  state: ReviewState,
  path: string,
  context: EventContext,
): ReviewOutcome {
  const cut = cutFrom(state.undone, path, state);
  if (!cut) {
    return unchanged(state, { kind: 'nothing' });
  }
  const rest = { ...state, undone: cut.rest };
  const { outcome, inverses } = reversePatches(rest, cut.patches, 'redo', context);
  const done = [...outcome.state.done, { verdict: cut.verdict, patches: inverses }];
  return { ...outcome, actions: [], state: { ...outcome.state, done } };
}

/** The part of the last rejection that concerns a path, and what is left without it. What was accepted since changed no file. */
function cutFrom(decisions: readonly Decision[], path: string, { files }: ReviewState) {
  const isThere = ({ fileId }: FilePatch): boolean => files.get(fileId)?.current.path === path;
  const at = decisions.findLastIndex(
    ({ verdict, patches }) => verdict === 'reject' && patches.some(isThere),
  );
  const last = decisions[at];
  if (!last) {
    return undefined;
  }
  const others = last.patches.filter(patch => !isThere(patch));
  const left = others.length > 0 ? [{ ...last, patches: others }] : [];
  return {
    verdict: last.verdict,
    patches: last.patches.filter(isThere),
    rest: decisions.toSpliced(at, 1, ...left),
  };
}

/** Undo and redo are one thing: each decision goes back from where it went, and leaves the way back behind. */
function reverse(
  state: ReviewState,
  { verdict, patches }: Decision,
  direction: 'undo' | 'redo',
  context: EventContext,
): { outcome: ReviewOutcome; inverse: Decision } {
  const { outcome, inverses } = withoutCollisions(state, except => {
    const wanted = patches.filter(patch => !except.has(patch.fileId));
    return reversePatches(state, wanted, direction, context);
  });
  return {
    outcome: { ...outcome, actions: orderActions(outcome.actions) },
    inverse: { verdict, patches: inverses },
  };
}

function reversePatches(
  state: ReviewState,
  patches: readonly FilePatch[],
  direction: 'undo' | 'redo',
  context: EventContext,
): { outcome: ReviewOutcome; inverses: FilePatch[] } {
  let outcome = unchanged(state);
  let inverses: FilePatch[] = [];
  let waiting = patches.flatMap(splitPatch).toReversed();
  for (let patch = waiting.shift(); patch; patch = waiting.shift()) {
    const step = reversePatch(outcome, patch, direction, context);
    if (step) {
      ({ outcome } = step);
      waiting = waiting.map(step.follow);
      inverses = [step.inverse, ...inverses.map(step.follow)];
    }
  }
  return { outcome, inverses };
}

function reversePatch(
  outcome: ReviewOutcome,
  patch: FilePatch,
  direction: 'undo' | 'redo',
  context: EventContext,
) {
  const before = outcome.state.files.get(patch.fileId);
  if (!before) {
    return undefined;
  }
  const { file, edits, inverse, lost } = revertPatch(before, patch, direction, context);
  const { path } = before.current;
  const moved = sideEdits(patch.side, edits);
  return {
    inverse,
    follow: (other: FilePatch) => shiftFilePatch(other, file.id, moved),
    outcome: extendOutcome(outcome, {
      state: withFileUpdate(outcome.state, { file, ...moved }),
      changed: [path, file.current.path],
      actions: before.proposal
        ? []
        : actionsBetween(before.current, file.current, moved.currentEdits),
      notes: lost.map(text => ({ kind: 'lost', path, text })),
    }),
  };
}
