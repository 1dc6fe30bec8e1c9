import { flipComparison, type Comparison } from './comparison.ts';
import { sameFacets, toFileSide, type FileContent, type FileSide } from './fileSide.ts';
import type { Hunk, Origin } from './hunk.ts';
import type { Proposal } from './proposal.ts';

/** What was pending in a file and disappeared without a decision, with the file as it was then. */
export interface VanishedChange {
  readonly base: FileSide;
  readonly current: FileSide;
  readonly hunks: readonly Hunk[];
  readonly origins: readonly Origin[];
  readonly mixed: boolean;
}

/** A file an agent has changed: the accepted content, the current content, and the hunks between them. */
export interface ReviewedFile {
  /** Does not change when the file is renamed. */
  readonly id: string;
  readonly base: FileSide;
  readonly current: FileSide;
  readonly hunks: readonly Hunk[];
  /** Who made the file-level changes: created, deleted or renamed the file, or changed its bytes or mode. */
  readonly origins: readonly Origin[];
  /** Whether the user has replaced the agent's bytes. */
  readonly mixed: boolean;
  /** The revisions of the last change of any kind, and of the last file-level change. */
  readonly revision: number;
  readonly facetsRevision: number;
  /** Changes that were pending until the disk lost them, newest first. They return when their text does. */
  readonly vanished: readonly VanishedChange[];
  /** Whether changes have returned, so that what is pending was the agent's before git or others wrote it. */
  readonly hasReturned: boolean;
  /** Set if this is a proposal and not an existing file. */
  readonly proposal: Proposal | null;
}

/** How a file differs from its base. */
export type FileStatus = 'created' | 'deleted' | 'renamed' | 'binary' | 'modified' | 'resolved';

/** Starts the review of a file. The user's content is the base; nothing is pending yet. */
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
    vanished: [],
    hasReturned: false,
    proposal: null,
  };
}

/** The most significant difference of a file. */
export function getFileStatus(file: ReviewedFile): FileStatus {
  const { base, current } = file;
  if (!isPending(file)) {
    return 'resolved';
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

/** The last one who changed a hunk. */
export function lastOrigin(file: ReviewedFile, hunk: Pick<Hunk, 'origins'>): Origin | undefined {
  return hunk.origins.at(-1) ?? file.origins.at(-1);
}

/** Whether anything in the file waits for a decision. */
export function isPending(file: ReviewedFile): boolean {
  return file.hunks.length > 0 || hasFileLevelChange(file);
}

/** Whether the file differs in more than its lines. */
function hasFileLevelChange({ base, current }: ReviewedFile): boolean {
  const bothAbsent = base.form.kind === 'absent' && current.form.kind === 'absent';
  return !bothAbsent && !sameFacets(base, current);
}

/** Whether the file can be compared line by line. */
export function isText({ base, current }: Pick<ReviewedFile, 'base' | 'current'>): boolean {
  return base.form.kind !== 'binary' && current.form.kind !== 'binary';
}

export function toComparison({ base, current, hunks }: ReviewedFile): Comparison {
  return { base: base.lines, current: current.lines, hunks };
}

/** Replaces the lines and hunks of a file. If nothing is pending, both sides share one array of lines. */
export function withComparison(
  file: ReviewedFile,
  comparison: Comparison,
  revision: number,
): ReviewedFile {
  const isResolved = comparison.hunks.length === 0 && isText(file);
  return {
    ...file,
    base: { ...file.base, lines: isResolved ? comparison.current : comparison.base },
    current: { ...file.current, lines: comparison.current },
    hunks: comparison.hunks,
    revision,
  };
}

/** Swaps the two sides. Rejecting is accepting in the flipped file. */
export function flipFile(file: ReviewedFile): ReviewedFile {
  const { base, current, hunks } = flipComparison(toComparison(file));
  return {
    ...file,
    base: { ...file.current, lines: base },
    current: { ...file.base, lines: current },
    hunks,
  };
}
