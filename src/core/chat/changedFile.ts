import type { LinePatch } from '../review/file/acceptParts.ts';
import { getSubagents, type Hunk } from '../review/file/hunk.ts';
import { getFileStatus, type FileStatus, type ReviewedFile } from '../review/file/reviewedFile.ts';
import { sliceRange, type LineRange } from '../text/lineRange.ts';
import type { Lines } from '../text/lines.ts';
import { visibleLine } from '../text/visibleLine.ts';
import { getFileChangeLabel } from './fileChangeLabel.ts';

/** A file with changes of an agent, as the chat view shows it. */
export interface ChangedFile {
  readonly fileId: string;
  readonly path: string;
  /** The path of the file itself, if `path` is that of a proposal for it. */
  readonly target: string;
  /** The path relative to the workspace folder. */
  readonly label: string;
  readonly status: FileStatus;
  /** What happened to the file beyond its lines, such as "Renamed from a.ts". */
  readonly detail?: string;
  /** Set for a proposal, which is not in its file yet: which request waits for the decision. */
  readonly proposed?: 'write' | 'permission' | 'nobody';
  /** At most `HUNK_LIMIT`. */
  readonly hunks: readonly ChangedHunk[];
  /** The number of hunks that are left out. */
  readonly hidden: number;
}

/**
 * A hunk in short, or a change of a file as a whole, which has no id. A hunk is `merged` if a later call has changed it,
 * which shows it then, and `gone` if somebody else has taken it out of the file.
 */
export interface ChangedHunk {
  readonly id: string;
  readonly revision: number;
  readonly state: 'pending' | 'accepted' | 'rejected' | 'merged' | 'gone';
  /** The names of the sub-agents that made it, if any did. */
  readonly by?: string;
  readonly rows: readonly ChangedRow[];
  /** The number of rows that are left out. */
  readonly hidden: number;
}

export interface ChangedRow {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** What only the VS Code layer knows about files and proposals. */
export interface ChangedFileInfo {
  readonly labelOf: (path: string) => string;
  readonly waitsFor: (path: string) => 'write' | 'permission' | undefined;
}

const HUNK_LIMIT = 30;
const ROW_LIMIT = 40;
const ROW_LIMIT_CHARS = 500;
const CONTEXT_LINES = 2;

/** Describes a file with the given hunks. */
export function toChangedFile(
  file: ReviewedFile,
  hunks: readonly ChangedHunk[],
  { labelOf, waitsFor }: ChangedFileInfo,
): ChangedFile {
  const { path } = file.current;
  const target = file.proposal?.target.path ?? path;
  const detail = getFileChangeLabel(file, labelOf);
  return {
    fileId: file.id,
    path,
    target,
    label: labelOf(target),
    status: getFileStatus(file),
    ...(detail === '' ? {} : { detail }),
    ...(file.proposal ? { proposed: waitsFor(path) ?? 'nobody' } : {}),
    hunks: hunks.slice(0, HUNK_LIMIT),
    hidden: Math.max(0, hunks.length - HUNK_LIMIT),
  };
}

export const pendingHunks = (file: ReviewedFile): readonly ChangedHunk[] =>
  file.hunks.slice(0, HUNK_LIMIT + 1).map(hunk => pendingHunk(file, hunk));

/** A pending hunk with the lines around it. */
export function pendingHunk({ base, current }: ReviewedFile, hunk: Hunk): ChangedHunk {
  return {
    id: hunk.id,
    revision: hunk.revision,
    state: 'pending',
    ...madeBy(hunk),
    ...toRows(current.lines, hunk.current, {
      removed: sliceRange(base.lines, hunk.base),
      added: sliceRange(current.lines, hunk.current),
    }),
  };
}

/** A hunk that was accepted or rejected, with the lines around the place where it was. */
export function decidedHunk(
  file: ReviewedFile,
  side: 'base' | 'current',
  { range, before, after, hunk }: LinePatch,
): ChangedHunk {
  const isAccepted = side === 'base';
  return {
    id: hunk.id,
    revision: 0,
    state: isAccepted ? 'accepted' : 'rejected',
    ...madeBy(hunk),
    ...toRows(file[side].lines, range, {
      removed: isAccepted ? before : after,
      added: isAccepted ? after : before,
    }),
  };
}

function madeBy({ origins }: Pick<Hunk, 'origins'>): Pick<ChangedHunk, 'by'> {
  const names = getSubagents(origins);
  return names.length > 0 ? { by: names.join(', ') } : {};
}

function toRows(
  lines: Lines,
  { start, end }: LineRange,
  { removed, added }: { readonly removed: Lines; readonly added: Lines },
): Pick<ChangedHunk, 'rows' | 'hidden'> {
  const above = lines.slice(Math.max(0, start - CONTEXT_LINES), start);
  const below = lines.slice(end, end + CONTEXT_LINES);
  const length = above.length + removed.length + added.length + below.length;
  const rows = [
    ...limitedRows('same', above),
    ...limitedRows('removed', removed),
    ...limitedRows('added', added),
    ...limitedRows('same', below),
  ].slice(0, ROW_LIMIT);
  return { rows, hidden: length - rows.length };
}

const limitedRows = (kind: ChangedRow['kind'], lines: Lines): readonly ChangedRow[] =>
  toChangedRows(kind, lines.slice(0, ROW_LIMIT));

/** Prepares lines for display: bounded, and with invisible characters made visible. */
export const toChangedRows = (kind: ChangedRow['kind'], lines: Lines): readonly ChangedRow[] =>
  lines.map(line => ({
    kind,
    text: visibleLine(line.replace(/\r?\n$/, ''), ROW_LIMIT_CHARS),
  }));
