import type { RejectedFile, RejectedHunk } from '../../session/transcript/entry.ts';
import type { Origin } from '../file/hunk.ts';
import type { ReviewedFile } from '../file/reviewedFile.ts';
import type { Decision, ReviewState } from '../model/reviewState.ts';
import type { FilePatch } from '../file/fileDecision.ts';
import type { LinePatch } from '../file/acceptParts.ts';

/** What was rejected of one session's work. */
export interface Rejection {
  readonly sessionId: string;
  readonly files: readonly RejectedFile[];
  /** Hunks that are not kept. */
  readonly left: number;
}

/** Lines that tell later where a hunk belongs. */
const CONTEXT_LINES = 3;
/** A transcript keeps this much of one decision; what is beyond it can still be taken back with undo. */
const KEPT_HUNKS = 500;
const KEPT_CHARS = 500_000;

/** What a decision took out of the files, by the session whose work it was. The state is the one just after it. */
export function rejectedFiles(
  decision: Decision,
  state: ReviewState,
  labelOf: (path: string) => string,
): readonly Rejection[] {
  const budget = new Budget();
  const found = decision.patches.flatMap(patch => {
    const file = state.files.get(patch.fileId);
    return file ? rejectedIn(file, patch, budget) : [];
  });
  const sessions = [...new Set(found.map(({ sessionId }) => sessionId))];
  return sessions.map(sessionId => {
    const own = found.filter(one => one.sessionId === sessionId);
    const left = own.reduce((sum, one) => sum + one.left, 0);
    return {
      sessionId,
      left,
      files: own.map(({ file }) => ({ ...file, label: labelOf(file.path) })),
    };
  });
}

class Budget {
  #hunks = KEPT_HUNKS;
  #chars = KEPT_CHARS;

  /** Whether there is room for one more hunk; if there is, it is taken. */
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

function rejectedIn(file: ReviewedFile, patch: FilePatch, budget: Budget): readonly Found[] {
  const change = changeIn(patch);
  const inReview =
    patch.facets?.after.form.kind === 'absent' ? patch.facets.before.path : file.current.path;
  const path = file.proposal?.target.path ?? inReview;
  const ownerOf = (line: LinePatch): Origin | undefined =>
    line.hunk.origins.at(-1) ?? file.origins.at(-1);
  const owners = patch.lines.map(line => ownerOf(line)?.sessionId ?? '');
  const sessions = new Set(owners.length > 0 ? owners : [file.origins.at(-1)?.sessionId ?? '']);
  return [...sessions].map(sessionId => {
    const lines = patch.lines.filter((_, at) => owners[at] === sessionId);
    const kept = change === 'binary' ? [] : lines.filter(line => budget.take(line));
    const hunks = kept.map(line => rejectedHunk(line, file, ownerOf(line)));
    const left = change === 'binary' ? 0 : lines.length - kept.length;
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
