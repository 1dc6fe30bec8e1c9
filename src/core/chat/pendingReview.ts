import type { ReviewedFile } from '../review/file/reviewedFile.ts';
import { getFileStatus, type FileStatus } from '../review/file/reviewedFile.ts';
import { formatLocation } from '../review/comments/commentPrompt.ts';
import type { Hunk } from '../review/file/hunk.ts';
import type { ReviewComment } from '../review/comments/reviewComment.ts';
import { lineCount, sliceRange } from '../text/lineRange.ts';
import { visibleLine } from '../text/visibleLine.ts';

/** What waits for the user's decision, as the chat shows it. */
export interface PendingReview {
  /** The revision of the ledger: what came later was not on screen. */
  readonly revision: number;
  readonly fileCount: number;
  readonly hunkCount: number;
  /** At most `MOST_FILES`. */
  readonly files: readonly PendingFile[];
  /** What the user has said about hunks and not sent yet. */
  readonly comments: readonly PendingComment[];
}

/** A remark in short. */
export interface PendingComment {
  readonly id: string;
  /** The session it goes to. */
  readonly sessionId: string;
  /** Where it stands, lines from 1: `src/a.ts:3-5`. */
  readonly location: string;
  readonly verdict: ReviewComment['verdict'];
  readonly text: string;
}

/** A file with changes of an agent. */
export interface PendingFile {
  readonly path: string;
  /** The path as the user knows it, from the workspace folder on. */
  readonly label: string;
  readonly status: FileStatus;
  /** It is not in its file yet, and who waits for the decision. */
  readonly proposed?: 'write' | 'permission' | 'nobody';
  /** Who changed it last. */
  readonly sessionId: string;
  readonly added: number;
  readonly removed: number;
  readonly hunkCount: number;
  /** At most `MOST_HUNKS`. */
  readonly hunks: readonly PendingHunk[];
}

/** A hunk in short. */
export interface PendingHunk {
  readonly id: string;
  readonly revision: number;
  /** Counts from 1. */
  readonly number: number;
  readonly rows: readonly PendingRow[];
  /** Rows that are left out. */
  readonly hidden: number;
}

export interface PendingRow {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

const MOST_FILES = 100;
const MOST_HUNKS = 30;
const MOST_ROWS = 40;
const CONTEXT_LINES = 2;
const ROW_LIMIT_CHARS = 500;

/** What only the editor knows of files and proposals. */
export interface PendingFileInfo {
  readonly labelOf: (path: string) => string;
  readonly waitsFor: (path: string) => 'write' | 'permission' | undefined;
}

/** The pending files in short. */
export function toPendingReview(
  files: readonly ReviewedFile[],
  revision: number,
  naming: PendingFileInfo,
): Omit<PendingReview, 'comments'> {
  return {
    revision,
    fileCount: files.length,
    hunkCount: files.reduce((sum, file) => sum + Math.max(1, file.hunks.length), 0),
    files: files.slice(0, MOST_FILES).map(file => pendingFile(file, naming)),
  };
}

/** A remark in short, for the session it goes to. */
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
    hunks: file.hunks.slice(0, MOST_HUNKS).map((hunk, at) => pendingHunk(file, hunk, at + 1)),
  };
}

/** The lines of a hunk with a little of what stands around them. */
function pendingHunk(file: ReviewedFile, hunk: Hunk, number: number): PendingHunk {
  const { base, current } = file;
  const { start, end } = hunk.current;
  const rows = [
    ...shown('same', current.lines.slice(Math.max(0, start - CONTEXT_LINES), start)),
    ...shown('removed', sliceRange(base.lines, hunk.base)),
    ...shown('added', sliceRange(current.lines, hunk.current)),
    ...shown('same', current.lines.slice(end, end + CONTEXT_LINES)),
  ];
  return {
    id: hunk.id,
    revision: hunk.revision,
    number,
    rows: rows.slice(0, MOST_ROWS),
    hidden: Math.max(0, rows.length - MOST_ROWS),
  };
}

const shown = (kind: PendingRow['kind'], lines: readonly string[]): readonly PendingRow[] =>
  toPendingRows(kind, lines.slice(0, MOST_ROWS + 1));

/** Lines as they are shown in a hunk: bounded, and with what hides in them made visible. */
export const toPendingRows = (
  kind: PendingRow['kind'],
  lines: readonly string[],
): readonly PendingRow[] =>
  lines.map(line => ({
    kind,
    text: visibleLine(line.replace(/\r?\n$/, ''), ROW_LIMIT_CHARS),
  }));
