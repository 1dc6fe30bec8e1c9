import {
  acceptInFile,
  rejectInFile,
  type FileDecision,
  type FilePatch,
} from '../file/fileDecision.ts';
import { sideUpdate } from '../file/fileUpdate.ts';
import type { EventContext } from '../file/hunk.ts';
import type { ReviewedFile } from '../file/reviewedFile.ts';
import { resolveScope, type SelectedFile } from './decisionScope.ts';
import { orderActions } from './reviewAction.ts';
import type { ReviewEvent } from './reviewEvent.ts';
import {
  extendOutcome,
  unchanged,
  withUpdatedFile,
  type ReviewNote,
  type ReviewOutcome,
} from './reviewOutcome.ts';
import { UNDO_LIMIT_DECISIONS, type ReviewState } from './reviewState.ts';
import { withoutCollisions } from './withoutCollisions.ts';

type Decided = Extract<ReviewEvent, { kind: 'decided' }>;

/** Accepts or rejects what a scope denotes. */
export function decide(state: ReviewState, event: Decided, context: EventContext): ReviewOutcome {
  const selected = resolveScope([...state.files.values()], event.scope, event.seen);
  const stale: ReviewNote[] = selected.stale ? [{ kind: 'stale' }] : [];
  const initial: Progress = { patches: [], outcome: { ...unchanged(state), notes: stale } };
  const { patches, outcome } = withoutCollisions(state, except =>
    selected.files
      .filter(one => !except.has(one.file.id))
      .reduce((progress, one) => decideFile(progress, one, event, context), initial),
  );
  if (patches.length === 0) {
    const notes = outcome.notes.length > 0 ? outcome.notes : [{ kind: 'nothing' } as const];
    return { ...unchanged(state), notes };
  }
  const decision = { verdict: event.verdict, patches };
  const done = [...outcome.state.done, decision].slice(-UNDO_LIMIT_DECISIONS);
  const actions = orderActions(outcome.actions);
  return { ...outcome, actions, state: { ...outcome.state, done, undone: [] } };
}

interface Progress {
  readonly patches: readonly FilePatch[];
  readonly outcome: ReviewOutcome;
}

function decideFile(
  progress: Progress,
  { file, selection }: SelectedFile,
  { verdict, force }: Decided,
  context: EventContext,
): Progress {
  if (verdict === 'accept') {
    return withDecision(progress, file, acceptInFile(file, selection, context));
  }
  const rejected = rejectInFile(file, selection, context);
  if (!force && losesUserWork(file, rejected.file)) {
    const notes: ReviewNote[] = [{ kind: 'kept', path: file.current.path }];
    return { ...progress, outcome: extendOutcome(progress.outcome, { notes }) };
  }
  return withDecision(progress, file, rejected);
}

/** A file may only be deleted, or its bytes replaced, if the user has not changed it. A proposal is not a file yet. */
function losesUserWork(before: ReviewedFile, after: ReviewedFile): boolean {
  const isDeleted = before.current.form.kind !== 'absent' && after.current.form.kind === 'absent';
  const isTouched = before.hunks.some(hunk => hunk.wrote !== null);
  return !before.proposal && (before.mixed || (isDeleted && isTouched));
}

function withDecision(
  { patches, outcome }: Progress,
  before: ReviewedFile,
  { file, edits, patch }: FileDecision,
): Progress {
  return {
    patches: [...patches, patch],
    outcome: withUpdatedFile(outcome, before, sideUpdate(file, patch.side, edits)),
  };
}
