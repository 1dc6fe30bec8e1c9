import type { ReviewedFile } from '../review/file/reviewedFile.ts';
import { getFileStatus, type FileStatus } from '../review/file/reviewedFile.ts';
import { formatLocation } from '../review/comments/commentPrompt.ts';
import type { Hunk } from '../review/file/hunk.ts';
import type { ReviewComment } from '../review/comments/reviewComment.ts';
import { lineCount, sliceRange } from '../text/lineRange.ts';
import { visibleLine } from '../text/visibleLine.ts';

/** The pending changes, as the chat view shows them. */
export interface PendingReview {
  /** The revision of the review model; later changes were not on screen. */
  readonly revision: number;
  readonly fileCount: number;
  readonly hunkCount: number;
  /** At most `FILE_LIMIT`. */
  readonly files: readonly PendingFile[];
  /** The comments that were not sent yet. */
  readonly comments: readonly PendingComment[];
}

/** A comment in short. */
export interface PendingComment {
  readonly id: string;
  /** The session that it will be sent to. */
  readonly sessionId: string;
  /** Path and lines, from 1: `src/a.ts:3-5`. */
  readonly location: string;
  readonly verdict: ReviewComment['verdict'];
  readonly text: string;
}

/** A file with pending changes. */
export interface PendingFile {
  readonly path: string;
  /** The path relative to the workspace folder. */
  readonly label: string;
  readonly status: FileStatus;
  /** Set for a proposal, which is not in its file yet: which request waits for the decision. */
  readonly proposed?: 'write' | 'permission' | 'nobody';
  /** The session that changed it last. */
  readonly sessionId: string;
  readonly added: number;
  readonly removed: number;
  readonly hunkCount: number;
  /** At most `HUNK_LIMIT`. */
  readonly hunks: readonly PendingHunk[];
}

/** A hunk in short. */
export interface PendingHunk {
  readonly id: string;
  readonly revision: number;
  /** Counts from 1. */
  readonly number: number;
  readonly rows: readonly PendingRow[];
  /** The number of rows that are left out. */
  readonly hidden: number;
}

export interface PendingRow {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

const FILE_LIMIT = 100;
const HUNK_LIMIT = 30;
const ROW_LIMIT = 40;
const CONTEXT_LINES = 2;
const ROW_LIMIT_CHARS = 500;

/** What only the VS Code layer knows about files and proposals. */
export interface PendingFileInfo {
  readonly labelOf: (path: string) => string;
  readonly waitsFor: (path: string) => 'write' | 'permission' | undefined;
}

/** Summarizes the pending files. */
export function toPendingReview(
  files: readonly ReviewedFile[],
  revision: number,
  info: PendingFileInfo,
): Omit<PendingReview, 'comments'> {
  return {
    revision,
    fileCount: files.length,
    hunkCount: files.reduce((sum, file) => sum + Math.max(1, file.hunks.length), 0),
    files: files.slice(0, FILE_LIMIT).map(file => pendingFile(file, info)),
  };
}

/** Summarizes a comment. */
export const toPendingComment = (
  { id, path, range, verdict, words }: ReviewComment,
  sessionId: string,
  labelOf: (path: string) => string,
): PendingComment => ({
  id,
  sessionId,
  verdict,
  text: words,
  location: formatLocation(labelOf(path), range),
});

function pendingFile(file: ReviewedFile, { labelOf, waitsFor }: PendingFileInfo): PendingFile {
  const { path } = file.current;
  const origins = [...file.origins, ...file.hunks.flatMap(hunk => hunk.origins)];
  const sum = (side: 'base' | 'current'): number =>
    file.hunks.reduce((lines, hunk) => lines + lineCount(hunk[side]), 0);
  return {
    path,
    label: labelOf(file.proposal?.target.path ?? path),
    status: getFileStatus(file),
    ...(file.proposal ? { proposed: waitsFor(path) ?? 'nobody' } : {}),
    sessionId: origins.at(-1)?.sessionId ?? '',
    added: sum('current'),
    removed: sum('base'),
    hunkCount: file.hunks.length,
    hunks: file.hunks.slice(0, HUNK_LIMIT).map((hunk, at) => pendingHunk(file, hunk, at + 1)),
  };
}

/** The lines of a hunk with some context. */
function pendingHunk(file: ReviewedFile, hunk: Hunk, number: number): PendingHunk {
  const { base, current } = file;
  const { start, end } = hunk.current;
  const rows = [
    ...limitedRows('same', current.lines.slice(Math.max(0, start - CONTEXT_LINES), start)),
    ...limitedRows('removed', sliceRange(base.lines, hunk.base)),
    ...limitedRows('added', sliceRange(current.lines, hunk.current)),
    ...limitedRows('same', current.lines.slice(end, end + CONTEXT_LINES)),
  ];
  return {
    id: hunk.id,
    revision: hunk.revision,
    number,
    rows: rows.slice(0, ROW_LIMIT),
    hidden: Math.max(0, rows.length - ROW_LIMIT),
  };
}

const limitedRows = (kind: PendingRow['kind'], lines: readonly string[]): readonly PendingRow[] =>
  toPendingRows(kind, lines.slice(0, ROW_LIMIT + 1));

/** Prepares lines for display: bounded, and with invisible characters made visible. */
export const toPendingRows = (
  kind: PendingRow['kind'],
  lines: readonly string[],
): readonly PendingRow[] =>
  lines.map(line => ({
    kind,
    text: visibleLine(line.replace(/\r?\n$/, ''), ROW_LIMIT_CHARS),
  }));
