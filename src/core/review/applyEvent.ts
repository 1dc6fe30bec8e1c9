import { changeFile, type FileStep } from './changeFile.ts';
import { commitFile } from './commitFile.ts';
import { decide } from './decide.ts';
import { contentOf, type FileContent } from './fileSide.ts';
import { Stamp } from './hunk.ts';
import { followed, isPlaced, isProposal, placed, returned, startProposal } from './proposal.ts';
import { reinstate } from './reinstate.ts';
import type { ReviewEvent } from './reviewEvent.ts';
import { extended, nothing, type ReviewOutcome } from './reviewOutcome.ts';
import { isPending, startReview, type ReviewedFile } from './reviewedFile.ts';
import {
  fileAt,
  tidied,
  withoutFile,
  withoutPatches,
  withStep,
  type ReviewState,
} from './reviewState.ts';
import { abandonDecision, abandonUndo, redo, undo } from './undo.ts';

/** The review after an event, and what follows from it. The same events give the same review, always. */
export function applyEvent(state: ReviewState, event: ReviewEvent): ReviewOutcome {
  const stamp = new Stamp(state.revision + 1);
  const outcome = outcomeOf(state, event, stamp);
  if (outcome.state === state) {
    return outcome;
  }
  return {
    ...outcome,
    changed: [...new Set(outcome.changed)],
    state: tidied({ ...outcome.state, revision: stamp.revision }),
  };
}

function outcomeOf(state: ReviewState, event: ReviewEvent, stamp: Stamp): ReviewOutcome {
  switch (event.kind) {
    case 'changed':
      return changed(state, event, stamp);
    case 'committed':
      return committed(state, event, stamp);
    case 'removed':
      return removed(state, event.path);
    case 'decided':
      return decide(state, event, stamp);
    case 'proposed':
      return proposed(state, event, stamp);
    case 'followed':
    case 'placed':
    case 'returned':
      return movedProposal(state, event, stamp);
    case 'undone':
      return undo(state, stamp);
    case 'redone':
      return redo(state, stamp);
    case 'reinstated':
      return reinstate(state, event.review, stamp);
    case 'abandoned':
      return event.what === 'undo'
        ? abandonUndo(state, event.path, stamp)
        : abandonDecision(state, event.path, stamp);
  }
}

type Changed = Extract<ReviewEvent, { kind: 'changed' }>;

function changed(state: ReviewState, event: Changed, stamp: Stamp): ReviewOutcome {
  const file = fileAt(state, event.path) ?? startedBy(event, stamp);
  if (!file) {
    return nothing(state);
  }
  if (isUserDeletion(event)) {
    return removed(state, event.path);
  }
  if (event.change.kind === 'renamed' && fileAt(state, event.change.path)) {
    return renamedOver(state, event, contentOf(file.current), stamp);
  }
  const step = changeFile(file, event.author, event.change, stamp);
  return { ...nothing(withStep(state, step)), changed: [event.path, step.file.current.path] };
}

/** A file moved over another one under review: the one changed, the other is gone. */
function renamedOver(
  state: ReviewState,
  { path, author, change, before }: Changed,
  content: FileContent,
  stamp: Stamp,
): ReviewOutcome {
  const to = change.kind === 'renamed' ? change.path : path;
  const written = { kind: 'content', content } as const;
  const gone = { kind: 'content', content: { kind: 'absent' } } as const;
  const first = changed(
    state,
    { kind: 'changed', path: to, author, change: written, before: null },
    stamp,
  );
  const second = changed(
    first.state,
    { kind: 'changed', path, author, change: gone, before },
    stamp,
  );
  return extended(first, second);
}

/** What the user does to a file no agent has touched is no business of ours. */
function startedBy(event: Changed, stamp: Stamp): ReviewedFile | undefined {
  return event.author.kind === 'agent' && event.before
    ? startReview(event.path, event.before, stamp.revision)
    : undefined;
}

const isUserDeletion = ({ author, change }: Changed): boolean =>
  author.kind === 'user' && change.kind === 'content' && change.content.kind === 'absent';

function committed(
  state: ReviewState,
  event: Extract<ReviewEvent, { kind: 'committed' }>,
  stamp: Stamp,
): ReviewOutcome {
  const file = fileAt(state, event.path);
  const step = file && commitFile(file, event, stamp);
  return step ? { ...nothing(withStep(state, step)), changed: [event.path] } : nothing(state);
}

function proposed(
  state: ReviewState,
  event: Extract<ReviewEvent, { kind: 'proposed' }>,
  stamp: Stamp,
): ReviewOutcome {
  const step = startProposal(event, stamp);
  return fileAt(state, event.path) || !isPending(step.file)
    ? nothing(state)
    : { ...nothing(withStep(state, step)), changed: [event.path] };
}

function movedProposal(
  state: ReviewState,
  event: Extract<ReviewEvent, { kind: 'followed' | 'placed' | 'returned' }>,
  stamp: Stamp,
): ReviewOutcome {
  const file = fileAt(state, event.path);
  // While something agreed is not in the target yet there is no telling whose a change of the target is.
  if (!file || !isProposal(file) || isPlaced(file) !== (event.kind === 'followed')) {
    return nothing(state);
  }
  const done = { ...nothing(state), changed: [event.path] };
  switch (event.kind) {
    case 'followed':
      return { ...done, state: withStep(state, followed(file, event.change, stamp)) };
    case 'placed':
      return { ...done, state: withStep(state, settledStep(placed(file))) };
    case 'returned':
      return {
        ...done,
        state: withStep(withoutPatches(state, file.id), returned(file, stamp)),
      };
  }
}

const settledStep = (file: ReviewedFile): FileStep => ({ file, baseEdits: [], currentEdits: [] });

/** A file that we ourselves have just deleted is gone already. */
function removed(state: ReviewState, path: string): ReviewOutcome {
  const file = fileAt(state, path);
  if (!file || file.current.form.kind === 'absent') {
    return nothing(state);
  }
  const notes = [{ kind: 'dropped', path, file } as const];
  return { ...nothing(withoutFile(state, file.id)), changed: [path], notes };
}
