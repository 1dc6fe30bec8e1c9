import { changeFile, type FileUpdate } from '../file/changeFile.ts';
import { acceptCommitted } from '../file/acceptCommitted.ts';
import { decide } from './decide.ts';
import { toFileContent, type FileContent } from '../file/fileSide.ts';
import { EventContext } from '../file/hunk.ts';
import {
  rebaseProposal,
  isProposalApplied,
  isProposal,
  markProposalApplied,
  reopenProposal,
  startProposal,
} from '../file/proposal.ts';
import { restorePending } from './restorePending.ts';
import type { ReviewEvent } from './reviewEvent.ts';
import { extendOutcome, unchanged, type ReviewOutcome } from './reviewOutcome.ts';
import { isPending, startReview, type ReviewedFile } from '../file/reviewedFile.ts';
import {
  findFile,
  pruneFiles,
  withoutFile,
  withoutPatches,
  withFileUpdate,
  type ReviewState,
} from './reviewState.ts';
import { abandonDecision, abandonUndo, redo, undo } from './undo.ts';

/** The review after an event, and what follows from it. The same events give the same review, always. */
export function applyEvent(state: ReviewState, event: ReviewEvent): ReviewOutcome {
  const context = new EventContext(state.revision + 1);
  const outcome = outcomeOf(state, event, context);
  if (outcome.state === state) {
    return outcome;
  }
  return {
    ...outcome,
    changed: [...new Set(outcome.changed)],
    state: pruneFiles({ ...outcome.state, revision: context.revision }),
  };
}

function outcomeOf(state: ReviewState, event: ReviewEvent, context: EventContext): ReviewOutcome {
  switch (event.kind) {
    case 'changed':
      return changed(state, event, context);
    case 'committed':
      return committed(state, event, context);
    case 'removed':
      return removed(state, event.path);
    case 'decided':
      return decide(state, event, context);
    case 'proposed':
      return proposed(state, event, context);
    case 'followed':
    case 'placed':
    case 'returned':
      return movedProposal(state, event, context);
    case 'undone':
      return undo(state, context);
    case 'redone':
      return redo(state, context);
    case 'reinstated':
      return restorePending(state, event.review, context);
    case 'abandoned':
      return event.what === 'undo'
        ? abandonUndo(state, event.path, context)
        : abandonDecision(state, event.path, context);
  }
}

type Changed = Extract<ReviewEvent, { kind: 'changed' }>;

function changed(state: ReviewState, event: Changed, context: EventContext): ReviewOutcome {
  const file = findFile(state, event.path) ?? startedBy(event, context);
  if (!file) {
    return unchanged(state);
  }
  if (isUserDeletion(event)) {
    return removed(state, event.path);
  }
  if (event.change.kind === 'renamed' && findFile(state, event.change.path)) {
    return renamedOver(state, event, toFileContent(file.current), context);
  }
  const step = changeFile(file, event.author, event.change, context);
  return {
    ...unchanged(withFileUpdate(state, step)),
    changed: [event.path, step.file.current.path],
  };
}

/** A file moved over another one under review: the one changed, the other is gone. */
function renamedOver(
  state: ReviewState,
  { path, author, change, before }: Changed,
  content: FileContent,
  context: EventContext,
): ReviewOutcome {
  const to = change.kind === 'renamed' ? change.path : path;
  const written = { kind: 'content', content } as const;
  const gone = { kind: 'content', content: { kind: 'absent' } } as const;
  const first = changed(
    state,
    { kind: 'changed', path: to, author, change: written, before: null },
    context,
  );
  const second = changed(
    first.state,
    { kind: 'changed', path, author, change: gone, before },
    context,
  );
  return extendOutcome(first, second);
}

/** What the user does to a file no agent has touched is no business of ours. */
function startedBy(event: Changed, context: EventContext): ReviewedFile | undefined {
  return event.author.kind === 'agent' && event.before
    ? startReview(event.path, event.before, context.revision)
    : undefined;
}

const isUserDeletion = ({ author, change }: Changed): boolean =>
  author.kind === 'user' && change.kind === 'content' && change.content.kind === 'absent';

function committed(
  state: ReviewState,
  event: Extract<ReviewEvent, { kind: 'committed' }>,
  context: EventContext,
): ReviewOutcome {
  const file = findFile(state, event.path);
  const step = file && acceptCommitted(file, event, context);
  return step
    ? { ...unchanged(withFileUpdate(state, step)), changed: [event.path] }
    : unchanged(state);
}

function proposed(
  state: ReviewState,
  event: Extract<ReviewEvent, { kind: 'proposed' }>,
  context: EventContext,
): ReviewOutcome {
  const step = startProposal(event, context);
  return findFile(state, event.path) || !isPending(step.file)
    ? unchanged(state)
    : { ...unchanged(withFileUpdate(state, step)), changed: [event.path] };
}

function movedProposal(
  state: ReviewState,
  event: Extract<ReviewEvent, { kind: 'followed' | 'placed' | 'returned' }>,
  context: EventContext,
): ReviewOutcome {
  const file = findFile(state, event.path);
  // While something agreed is not in the target yet there is no telling whose a change of the target is.
  if (!file || !isProposal(file) || isProposalApplied(file) !== (event.kind === 'followed')) {
    return unchanged(state);
  }
  const done = { ...unchanged(state), changed: [event.path] };
  switch (event.kind) {
    case 'followed':
      return { ...done, state: withFileUpdate(state, rebaseProposal(file, event.change, context)) };
    case 'placed':
      return { ...done, state: withFileUpdate(state, settledStep(markProposalApplied(file))) };
    case 'returned':
      return {
        ...done,
        state: withFileUpdate(withoutPatches(state, file.id), reopenProposal(file, context)),
      };
  }
}

const settledStep = (file: ReviewedFile): FileUpdate => ({ file, baseEdits: [], currentEdits: [] });

/** A file that we ourselves have just deleted is gone already. */
function removed(state: ReviewState, path: string): ReviewOutcome {
  const file = findFile(state, path);
  if (!file || file.current.form.kind === 'absent') {
    return unchanged(state);
  }
  const notes = [{ kind: 'dropped', path, file } as const];
  return { ...unchanged(withoutFile(state, file.id)), changed: [path], notes };
}
