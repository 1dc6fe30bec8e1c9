import path from 'node:path';
import type { ReviewedFile } from '../../../src/core/review/file/reviewedFile.ts';
import { joinLines } from '../../../src/core/text/lines.ts';
import {
  agreedTags,
  pendingIn,
  proposedTags,
  visibleTags,
  type Observation,
} from '../oracle/observe.ts';
import { isAgentTag, tagsOf, type Tag } from '../oracle/tags.ts';
import type { Action } from '../script/script.ts';
import { Violation, type ScriptRun } from './scriptRun.ts';

type Decide = Extract<Action, { kind: 'decide' }>;

/** Decides as a user does, and notes what the review has made of it. */
export async function userDecides(run: ScriptRun, action: Decide): Promise<void> {
  const before = await run.waitUntilConsistent();
  await performDecision(run, before, action);
  const after = await run.waitUntilConsistent();
  const verb = verbOf(action);
  if (verb === 'reject') {
    const visible = new Set([...visibleTags(after).values()].flat());
    run.lines.rejectCommitted(undecided(run, before).filter(tag => !visible.has(tag)));
    return;
  }
  const wrong = run.lines.decide(verb, agreed(run, before), agreed(run, after));
  if (wrong.length > 0) {
    throw new Violation(wrong.join('\n'));
  }
}

const agreed = (run: ScriptRun, seen: Observation): ReadonlySet<string> =>
  new Set([...agreedTags(seen, run.folder).values()].flat());

/** The tags of the agents' lines that wait for a decision. */
function undecided(run: ScriptRun, seen: Observation): readonly Tag[] {
  const decided = agreed(run, seen);
  return pendingIn(seen, run.folder)
    .flatMap(({ current }) => tagsOf(joinLines(current.lines)))
    .filter(tag => isAgentTag(tag) && !decided.has(tag));
}

function verbOf({ action }: Decide): 'accept' | 'reject' | 'undo' | 'redo' {
  if (action === 'undoDecision' || action === 'redoDecision') {
    return action === 'undoDecision' ? 'undo' : 'redo';
  }
  return action.startsWith('accept') ? 'accept' : 'reject';
}

async function performDecision(
  run: ScriptRun,
  before: Observation,
  decision: Decide,
): Promise<void> {
  const pending = pendingIn(before, run.folder);
  const file = pending[decision.file % pending.length];
  const verb = verbOf(decision);
  if (verb === 'undo' || verb === 'redo') {
    if (!isOfRun(before, run.folder, verb)) {
      return; // A decision of an earlier run would be undone.
    }
    if (run.hasAccepted) {
      run.touchAll();
    }
    await run.window.call('command', `accord.${verb}Review`);
  } else if (file) {
    run.hasDecidedLines ||= decision.action.endsWith('Lines');
    if (verb === 'accept') {
      run.hasAccepted = true;
      if (decision.action === 'acceptAll') {
        run.lines.acceptProposed(proposedTags(before, run.folder));
      }
      const accepted = decision.action === 'acceptAll' ? pending : [file];
      accepted.forEach(({ current }) => run.touch(before, current.path));
    }
    await decideInFile(run, file, decision);
  }
}

/** Whether the decision that would be undone or redone is about files of the run. */
function isOfRun({ review }: Observation, folder: string, verb: 'undo' | 'redo'): boolean {
  const decision = (verb === 'undo' ? review.done : review.undone).at(-1);
  return (decision?.patches ?? []).some(({ fileId }) =>
    review.files.get(fileId)?.current.path.startsWith(folder + path.sep),
  );
}

/** Decides about a file, a hunk or a line of it, or about everything. */
async function decideInFile(
  { window }: ScriptRun,
  { current, hunks }: ReviewedFile,
  { action, pick }: Decide,
): Promise<void> {
  const verb = action.startsWith('accept') ? 'accept' : 'reject';
  const hunk = hunks[pick % hunks.length];
  if (action.endsWith('All')) {
    return window.call('command', `accord.${verb}All`);
  }
  if (action.endsWith('File') || !hunk || current.form.kind === 'absent') {
    return window.call('fileCommand', `accord.${verb}File`, current.path);
  }
  const lineCount = hunk.current.end - hunk.current.start;
  if (action.endsWith('Lines') && lineCount > 0) {
    const start = hunk.current.start + (pick % lineCount);
    const range = [start, start + 1] as const;
    return window.call('selectionCommand', `accord.${verb}Hunk`, current.path, range);
  }
  const ref = { id: hunk.id, revision: hunk.revision };
  return window.call('fileCommand', `accord.${verb}Hunk`, current.path, ref);
}
