import { withoutCollisions } from './withoutCollisions.ts';
import type { EventContext } from '../file/hunk.ts';
import { actionsBetween, orderActions } from './reviewAction.ts';
import type { ReviewEvent } from './reviewEvent.ts';
import { extendOutcome, unchanged, type ReviewNote, type ReviewOutcome } from './reviewOutcome.ts';
import type { ReviewedFile } from '../file/reviewedFile.ts';
import {
  sideEdits,
  UNDO_LIMIT_DECISIONS,
  withFileUpdate,
  type ReviewState,
} from './reviewState.ts';
import { resolveScope, type SelectedFile } from './decisionScope.ts';
import {
  acceptInFile,
  rejectInFile,
  type FilePatch,
  type FileDecision,
} from '../file/fileDecision.ts';

type Decided = Extract<ReviewEvent, { kind: 'decided' }>;

/** Accepts or rejects what a scope names. */
export function decide(state: ReviewState, event: Decided, context: EventContext): ReviewOutcome {
  const chosen = resolveScope([...state.files.values()], event.scope, event.seen);
  const stale: ReviewNote[] = chosen.stale ? [{ kind: 'stale' }] : [];
  const start: Progress = { patches: [], outcome: { ...unchanged(state), notes: stale } };
  const { patches, outcome } = withoutCollisions(state, except =>
    chosen.files
      .filter(one => !except.has(one.file.id))
      .reduce((progress, one) => decideFile(progress, one, event, context), start),
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
  { file, choice }: SelectedFile,
  { verdict, force }: Decided,
  context: EventContext,
): Progress {
  if (verdict === 'accept') {
    return settled(progress, file, 'base', acceptInFile(file, choice, context));
  }
  const rejected = rejectInFile(file, choice, context);
  if (!force && losesUserWork(file, rejected.file)) {
    const notes: ReviewNote[] = [{ kind: 'kept', path: file.current.path }];
    return { ...progress, outcome: extendOutcome(progress.outcome, { notes }) };
  }
  return settled(progress, file, 'current', rejected);
}

/** A file is deleted, or its bytes replaced, only if it still is what the agent made. A proposal is no file yet. */
function losesUserWork(before: ReviewedFile, after: ReviewedFile): boolean {
  const isDeleted = before.current.form.kind !== 'absent' && after.current.form.kind === 'absent';
  const isTouched = before.hunks.some(hunk => hunk.wrote !== null);
  return !before.proposal && (before.mixed || (isDeleted && isTouched));
}

function settled(
  { patches, outcome }: Progress,
  before: ReviewedFile,
  side: 'base' | 'current',
  { file, edits, patch }: FileDecision,
): Progress {
  const actions =
    side === 'current' && !before.proposal
      ? actionsBetween(before.current, file.current, edits)
      : [];
  return {
    patches: [...patches, patch],
    outcome: extendOutcome(outcome, {
      state: withFileUpdate(outcome.state, { file, ...sideEdits(side, edits) }),
      changed: [before.current.path, file.current.path],
      actions,
    }),
  };
}
