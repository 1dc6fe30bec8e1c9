import type { RejectedFile, RejectedHunk } from '../../session/transcript/entry.ts';
import type { LinePatch } from '../file/acceptParts.ts';
import type { FilePatch } from '../file/fileDecision.ts';
import type { Origin } from '../file/hunk.ts';
import { lastOrigin, type ReviewedFile } from '../file/reviewedFile.ts';
import type { Decision, ReviewState } from '../model/reviewState.ts';

/** The rejected changes of one session. */
export interface Rejection {
  readonly sessionId: string;
  readonly files: readonly RejectedFile[];
  /** The number of hunks that were omitted because of their size. */
  readonly left: number;
}

/** Lines around a hunk that are saved to find its position later. */
const CONTEXT_LINES = 3;
/** How much of one decision a transcript keeps. The rest can still be restored with undo. */
const KEPT_HUNKS = 500;
const KEPT_CHARS = 500_000;

/** The changes that a decision rejected, by session. `state` is the state just after it. */
export function rejectedFiles(
  decision: Decision,
  state: ReviewState,
  labelOf: (path: string) => string,
): readonly Rejection[] {
  const budget = new Budget();
  const found = decision.patches.flatMap(patch => {
    const file = state.files.get(patch.fileId);
    return file ? rejectionsIn(file, patch, budget) : [];
  });
  const sessions = [...new Set(found.map(({ sessionId }) => sessionId))];
  return sessions.map(sessionId => {
    const ofSession = found.filter(one => one.sessionId === sessionId);
    const left = ofSession.reduce((sum, one) => sum + one.left, 0);
    return {
      sessionId,
      left,
      files: ofSession.map(({ file }) => ({ ...file, label: labelOf(file.path) })),
    };
  });
}

class Budget {
  #hunks = KEPT_HUNKS;
  #chars = KEPT_CHARS;

  /** Reserves space for a hunk. False if there is not enough. */
  take({ before, after }: LinePatch): boolean {
    const chars = [...before, ...after].reduce((sum, line) => sum + line.length, 0);
    if (this.#hunks === 0 || chars > this.#chars) {
      return false;
    }
    this.#hunks -= 1;
    this.#chars -= chars;
    return true;
  }
}

interface Found {
  readonly sessionId: string;
  readonly file: Omit<RejectedFile, 'label'>;
  readonly left: number;
}

function rejectionsIn(file: ReviewedFile, patch: FilePatch, budget: Budget): readonly Found[] {
  const change = changeIn(patch);
  const reviewedPath =
    patch.facets?.after.form.kind === 'absent' ? patch.facets.before.path : file.current.path;
  const path = file.proposal?.target.path ?? reviewedPath;
  const owners = patch.lines.map(({ hunk }) => lastOrigin(file, hunk)?.sessionId ?? '');
  const sessions = new Set(owners.length > 0 ? owners : [file.origins.at(-1)?.sessionId ?? '']);
  return [...sessions].map(sessionId => {
    const lines = patch.lines.filter((_, at) => owners[at] === sessionId);
    const included = change === 'binary' ? [] : lines.filter(line => budget.take(line));
    const hunks = included.map(line => rejectedHunk(line, file, lastOrigin(file, line.hunk)));
    const left = change === 'binary' ? 0 : lines.length - included.length;
    return { sessionId, left, file: { path, change, hunks } };
  });
}

function changeIn({ facets }: FilePatch): RejectedFile['change'] {
  const before = facets?.before.form.kind;
  const after = facets?.after.form.kind;
  if (before === 'binary' || after === 'binary') {
    return 'binary';
  }
  if (before === 'absent') {
    return 'deleted';
  }
  if (after === 'absent') {
    return 'created';
  }
  return facets && facets.before.path !== facets.after.path ? 'renamed' : 'modified';
}

function rejectedHunk(
  { range, before, after, hunk }: LinePatch,
  { current: { lines } }: ReviewedFile,
  origin: Origin | undefined,
): RejectedHunk {
  return {
    id: hunk.id,
    line: range.start,
    above: lines.slice(Math.max(0, range.start - CONTEXT_LINES), range.start),
    below: lines.slice(range.end, range.end + CONTEXT_LINES),
    base: after,
    wrote: before,
    turnId: origin?.turnId ?? '',
    ...(origin?.toolCallId === undefined ? {} : { toolCallId: origin.toolCallId }),
    back: false,
  };
}
