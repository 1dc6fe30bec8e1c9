import { flipComparison, type Comparison } from './comparison.ts';
import { sameFacets, toFileSide, type FileContent, type FileSide } from './fileSide.ts';
import type { Hunk, Origin } from './hunk.ts';
import type { Proposal } from './proposal.ts';

/** A file an agent has changed: what the user has agreed to, what stands there now, and the hunks between. */
export interface ReviewedFile {
  /** Stays with the file when it is renamed. */
  readonly id: string;
  readonly base: FileSide;
  readonly current: FileSide;
  readonly hunks: readonly Hunk[];
  /** Who changed the file as a whole: created, deleted, renamed it, or changed its bytes or mode. */
  readonly origins: readonly Origin[];
  /** Whether the user has put other bytes in the place of the agent's. */
  readonly mixed: boolean;
  /** When anything about the file last changed, and when something other than its lines did. */
  readonly revision: number;
  readonly facetsRevision: number;
  /** What it proposes to which file, if it is not a file itself. */
  readonly proposal: Proposal | null;
}

/** How a file differs from what the user agreed to. */
export type FileStatus = 'created' | 'deleted' | 'renamed' | 'binary' | 'modified' | 'settled';

/** Starts a review: nothing is pending yet, the text the user has is the base. */
export function startReview(path: string, content: FileContent, revision: number): ReviewedFile {
  const side = toFileSide(path, content);
  return {
    id: `file${revision}`,
    base: side,
    current: side,
    hunks: [],
    origins: [],
    mixed: false,
    revision,
    facetsRevision: revision,
    proposal: null,
  };
}

/** How the file as a whole differs; what weighs most comes first. */
export function getFileStatus(file: ReviewedFile): FileStatus {
  const { base, current } = file;
  if (!isPending(file)) {
    return 'settled';
  }
  if (base.form.kind === 'absent') {
    return 'created';
  }
  if (current.form.kind === 'absent') {
    return 'deleted';
  }
  if (base.path !== current.path) {
    return 'renamed';
  }
  return isText(file) ? 'modified' : 'binary';
}

/** Whether anything waits for a decision. */
export function isPending(file: ReviewedFile): boolean {
  return file.hunks.length > 0 || hasFileLevelChange(file);
}

/** Whether the file differs in more than its lines. */
export function hasFileLevelChange({ base, current }: ReviewedFile): boolean {
  const bothAbsent = base.form.kind === 'absent' && current.form.kind === 'absent';
  return !bothAbsent && !sameFacets(base, current);
}

/** Whether the file can be compared by lines. */
export function isText({ base, current }: ReviewedFile): boolean {
  return base.form.kind !== 'binary' && current.form.kind !== 'binary';
}

/** The two texts of a file and the hunks between them. */
export function toComparison({ base, current, hunks }: ReviewedFile): Comparison {
  return { base: base.lines, current: current.lines, hunks };
}

/** The file with other lines and hunks. Equal texts are kept once. */
export function withComparison(
  file: ReviewedFile,
  compared: Comparison,
  revision: number,
): ReviewedFile {
  const isSettled = compared.hunks.length === 0 && isText(file);
  return {
    ...file,
    base: { ...file.base, lines: isSettled ? compared.current : compared.base },
    current: { ...file.current, lines: compared.current },
    hunks: compared.hunks,
    revision,
  };
}

/** The file looked at from the other side: rejecting is accepting, seen from there. */
export function flipFile(file: ReviewedFile): ReviewedFile {
  const { base, current, hunks } = flipComparison(toComparison(file));
  return {
    ...file,
    base: { ...file.current, lines: base },
    current: { ...file.base, lines: current },
    hunks,
  };
}
