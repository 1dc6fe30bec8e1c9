import { acceptCommitted } from '../file/acceptCommitted.ts';
import { changeFile } from '../file/changeFile.ts';
import { toFileContent, type FileContent } from '../file/fileSide.ts';
import { sideUpdate, type FileUpdate } from '../file/fileUpdate.ts';
import { EventContext } from '../file/hunk.ts';
import {
  isProposal,
  isProposalApplied,
  markProposalApplied,
  rebaseProposal,
  reopenProposal,
  startProposal,
} from '../file/proposal.ts';
import { isPending, startReview, type ReviewedFile } from '../file/reviewedFile.ts';
import { decide } from './decide.ts';
import { restorePending } from './restorePending.ts';
import type { ReviewEvent } from './reviewEvent.ts';
import { extendOutcome, unchanged, type ReviewOutcome } from './reviewOutcome.ts';
import {
  findFile,
  pruneFiles,
  withFileUpdate,
  withoutFile,
  withoutPatches,
  type ReviewState,
} from './reviewState.ts';
import { abandonDecision, abandonUndo, redo, undo } from './undo.ts';

/** Applies an event to a review. Deterministic, so that a journal of events can be replayed. */
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
      return proposalChanged(state, event, context);
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
  const file = findFile(state, event.path) ?? startReviewFor(event, context);
  if (!file) {
    return unchanged(state);
  }
  if (isUserDeletion(event)) {
    return removed(state, event.path);
  }
  if (event.change.kind === 'renamed' && findFile(state, event.change.path)) {
    return renamedOver(state, event, toFileContent(file.current), context);
  }
  return updated(state, event, changeFile(file, event.author, event.change, context));
}

/** A file renamed to the path of another reviewed file: the target changed and the source is deleted. */
function renamedOver(
  state: ReviewState,
  { path, author, change, before }: Changed,
  content: FileContent,
  context: EventContext,
): ReviewOutcome {
  const to = change.kind === 'renamed' ? change.path : path;
  const written = { kind: 'content', content } as const;
  const deleted = { kind: 'content', content: { kind: 'absent' } } as const;
  const first = changed(
    state,
    { kind: 'changed', path: to, author, change: written, before: null },
    context,
  );
  const second = changed(
    first.state,
    { kind: 'changed', path, author, change: deleted, before },
    context,
  );
  return extendOutcome(first, second);
}

/** Only an agent's change starts a review. */
function startReviewFor(event: Changed, context: EventContext): ReviewedFile | undefined {
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
  const update = file && acceptCommitted(file, event, context);
  return update ? updated(state, event, update) : unchanged(state);
}

function proposed(
  state: ReviewState,
  event: Extract<ReviewEvent, { kind: 'proposed' }>,
  context: EventContext,
): ReviewOutcome {
  const update = startProposal(event, context);
  return findFile(state, event.path) || !isPending(update.file)
    ? unchanged(state)
    : updated(state, event, update);
}

function proposalChanged(
  state: ReviewState,
  event: Extract<ReviewEvent, { kind: 'followed' | 'placed' | 'returned' }>,
  context: EventContext,
): ReviewOutcome {
  const file = findFile(state, event.path);
  // While accepted changes are not in the target yet, a change of the target cannot be attributed.
  if (!file || !isProposal(file) || isProposalApplied(file) !== (event.kind === 'followed')) {
    return unchanged(state);
  }
  switch (event.kind) {
    case 'followed':
      return updated(state, event, rebaseProposal(file, event.change, context));
    case 'placed':
      return updated(state, event, sideUpdate(markProposalApplied(file), 'base', []));
    case 'returned':
      return updated(withoutPatches(state, file.id), event, reopenProposal(file, context));
  }
}

/** The outcome of an event that the editor has performed already, so that no action is needed. */
const updated = (
  state: ReviewState,
  { path }: { readonly path: string },
  update: FileUpdate,
): ReviewOutcome => ({
  ...unchanged(withFileUpdate(state, update)),
  changed: [path, update.file.current.path],
});

/** Ends the review of a deleted file. There is nothing to do if the file was deleted by a rejection. */
function removed(state: ReviewState, path: string): ReviewOutcome {
  const file = findFile(state, path);
  if (!file || file.current.form.kind === 'absent') {
    return unchanged(state);
  }
  const notes = [{ kind: 'dropped', path, file } as const];
  return { ...unchanged(withoutFile(state, file.id)), changed: [path], notes };
}
