import { acceptCommitted } from '../file/acceptCommitted.ts';
import { changeFile } from '../file/changeFile.ts';
import { sameContent, toFileContent, type FileContent } from '../file/fileSide.ts';
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
import {
  forgetRewritten,
  keepVanished,
  markReturned,
  moveVanished,
  returnVanished,
  withAllVanished,
} from '../file/vanishedChange.ts';
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
import { verdictsAfter, withPrompt } from './turnVerdicts.ts';
import { abandonDecision, abandonUndo, redo, undo, undoChange } from './undo.ts';

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
    state: pruneFiles({
      ...outcome.state,
      revision: context.revision,
      verdicts: verdictsAfter(event, state, outcome.state),
    }),
  };
}

function outcomeOf(state: ReviewState, event: ReviewEvent, context: EventContext): ReviewOutcome {
  switch (event.kind) {
    case 'changed':
      return changed(state, event, context);
    case 'committed':
      return committed(state, event, context);
    case 'removed':
      return removed(state, event.path, context);
    case 'decided':
      return decide(state, event, context);
    case 'proposed':
      return proposed(state, event, context);
    case 'followed':
    case 'placed':
    case 'returned':
      return proposalChanged(state, event, context);
    case 'undone':
      return event.change ? undoChange(state, event.change, context) : undo(state, context);
    case 'redone':
      return redo(state, context);
    case 'prompted':
      return unchanged(withPrompt(state, event.sessionId));
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
  const known = findFile(state, event.path);
  const file = known ? catchUp(known, event, context) : startReviewFor(event, context);
  if (!file) {
    return unchanged(state);
  }
  if (isUserDeletion(event)) {
    return removed(state, event.path, context);
  }
  if (event.change.kind === 'renamed') {
    return renamed(state, event, file, context);
  }
  const update = changeFile(file, event.author, event.change, context);
  if (event.author.kind === 'agent') {
    return updated(state, event, { ...update, file: forgetRewritten(update.file) });
  }
  return event.author.onDisk
    ? changedOnDisk(state, file, update, context)
    : updated(state, event, update);
}

/** What a program removes may come back later, and what it writes may have been there before. */
function changedOnDisk(
  state: ReviewState,
  before: ReviewedFile,
  update: FileUpdate,
  context: EventContext,
): ReviewOutcome {
  const { path } = before.current;
  const returned = returnVanished(update, context);
  const rest = { ...update, file: markReturned(update.file) };
  const outcome = updated(state, { path }, returned ? update : keepVanished(before, rest));
  return returned ? extendOutcome(outcome, updated(outcome.state, { path }, returned)) : outcome;
}

/** A file that is kept only for its vanished changes may differ from what the user had before an agent changed it. */
function catchUp(file: ReviewedFile, { author, before }: Changed, context: EventContext) {
  const isBehind =
    author.kind === 'agent' &&
    before !== null &&
    file.vanished.length > 0 &&
    !isPending(file) &&
    !sameContent(before, toFileContent(file.current));
  return isBehind
    ? changeFile(file, { kind: 'user' }, { kind: 'content', content: before }, context).file
    : file;
}

function renamed(
  state: ReviewState,
  event: Changed,
  file: ReviewedFile,
  context: EventContext,
): ReviewOutcome {
  const { path, author, change } = event;
  const to = change.kind === 'renamed' ? change.path : path;
  const target = findFile(state, to);
  if (target && !isRemnant(target)) {
    return renamedOver(state, event, toFileContent(file.current), context);
  }
  const update = changeFile(file, author, change, context);
  const moved = moveVanished(update.file, path, to);
  const vanished = [...moved.vanished, ...(target?.vanished ?? [])];
  const free = target ? withoutFile(state, target.id) : state;
  return updated(free, event, { ...update, file: { ...moved, vanished } });
}

/** Whether a file is kept only because its vanished changes may return. */
const isRemnant = (file: ReviewedFile): boolean =>
  file.current.form.kind === 'absent' && !isPending(file) && file.vanished.length > 0;

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

/**
 * Ends the review of a deleted file, but keeps what was pending: the file may come back. There is nothing to do if the
 * file was deleted by a rejection.
 */
function removed(state: ReviewState, path: string, context: EventContext): ReviewOutcome {
  const file = findFile(state, path);
  if (!file || file.current.form.kind === 'absent') {
    return unchanged(state);
  }
  const notes = [{ kind: 'dropped', path, file } as const];
  const absent = { path, form: { kind: 'absent' }, lines: [] } as const;
  const { revision } = context;
  const rest = withAllVanished(
    { ...file, base: absent, current: absent, hunks: [], revision },
    file,
  );
  if (rest.vanished.length === 0) {
    return { ...unchanged(withoutFile(state, file.id)), changed: [path], notes };
  }
  const returned = returnVanished(sideUpdate(rest, 'current', []), context);
  const next = withoutPatches(state, file.id);
  return { ...updated(next, { path }, returned ?? sideUpdate(rest, 'base', [])), notes };
}
