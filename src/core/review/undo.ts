import type { Stamp } from './hunk.ts';
import { actionsBetween } from './reviewAction.ts';
import { extended, nothing, type ReviewOutcome } from './reviewOutcome.ts';
import { followStep, onSide, withStep, type Decision, type ReviewState } from './reviewState.ts';
import type { FilePatch } from './settleFile.ts';
import { separated, takeBack } from './takeBack.ts';

/** Takes the last decision back. */
export function undo(state: ReviewState, stamp: Stamp): ReviewOutcome {
  const decision = state.done.at(-1);
  if (!decision) {
    return nothing(state, { kind: 'nothing' });
  }
  const rest = { ...state, done: state.done.slice(0, -1) };
  const { outcome, inverse } = reverse(rest, decision, 'undo', stamp);
  return { ...outcome, state: { ...outcome.state, undone: [...outcome.state.undone, inverse] } };
}

/** Makes a decision again that was taken back. */
export function redo(state: ReviewState, stamp: Stamp): ReviewOutcome {
  const decision = state.undone.at(-1);
  if (!decision) {
    return nothing(state, { kind: 'nothing' });
  }
  const rest = { ...state, undone: state.undone.slice(0, -1) };
  const { outcome, inverse } = reverse(rest, decision, 'redo', stamp);
  return { ...outcome, state: { ...outcome.state, done: [...outcome.state.done, inverse] } };
}

/** Undo and redo are one thing: each decision goes back from where it went, and leaves the way back behind. */
function reverse(
  state: ReviewState,
  { verdict, patches }: Decision,
  direction: 'undo' | 'redo',
  stamp: Stamp,
): { outcome: ReviewOutcome; inverse: Decision } {
  let outcome = nothing(state);
  let inverses: FilePatch[] = [];
  let waiting = patches.flatMap(separated).toReversed();
  for (let patch = waiting.shift(); patch; patch = waiting.shift()) {
    const step = reversePatch(outcome, patch, direction, stamp);
    if (step) {
      ({ outcome } = step);
      waiting = waiting.map(step.follow);
      inverses = [step.inverse, ...inverses.map(step.follow)];
    }
  }
  return { outcome, inverse: { verdict, patches: inverses } };
}

function reversePatch(
  outcome: ReviewOutcome,
  patch: FilePatch,
  direction: 'undo' | 'redo',
  stamp: Stamp,
) {
  const before = outcome.state.files.get(patch.fileId);
  if (!before) {
    return undefined;
  }
  const { file, edits, inverse, lost } = takeBack(before, patch, direction, stamp);
  const { path } = before.current;
  const moved = onSide(patch.side, edits);
  return {
    inverse,
    follow: (other: FilePatch) => followStep(other, file.id, moved),
    outcome: extended(outcome, {
      state: withStep(outcome.state, { file, ...moved }),
      changed: [path, file.current.path],
      actions: actionsBetween(before.current, file.current, moved.currentEdits),
      notes: lost.map(text => ({ kind: 'lost', path, text })),
    }),
  };
}
