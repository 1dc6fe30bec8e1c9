import type { Origin } from '../review/file/hunk.ts';
import type { ReviewedFile } from '../review/file/reviewedFile.ts';
import { getFileStatus, lastOrigin, type FileStatus } from '../review/file/reviewedFile.ts';
import { formatHunkLocation } from '../review/comments/commentPrompt.ts';
import type { ReviewComment } from '../review/comments/reviewComment.ts';
import type { ReviewModel } from '../review/model/reviewModel.ts';
import type { ReviewProgress } from '../review/model/reviewProgress.ts';
import type { ReviewState } from '../review/model/reviewState.ts';
import {
  decidedOrigins,
  verdictsSincePrompt,
  type VerdictCounts,
} from '../review/model/turnVerdicts.ts';
import { lineCount } from '../text/lineRange.ts';
import type { CallChanges } from './callChanges.ts';
import type { ChangedFile, ChangedFileInfo } from './changedFile.ts';
import { getFileChangeLabel } from './fileChangeLabel.ts';

/** What a chat view shows of the review. Nothing else is sent to it. */
export interface ReviewView {
  /** The session on the page; empty if there is none. */
  readonly sessionId: string;
  /** Whether the list of pending files is expanded. */
  readonly isListed: boolean;
  /** The files in that list whose hunks are expanded. */
  readonly paths: readonly string[];
  /** The expanded tool calls of the session. */
  readonly callIds: readonly string[];
}

/** The pending changes in short. */
export interface PendingReview {
  /** The revision of the review model; later changes were not on screen. */
  readonly revision: number;
  readonly fileCount: number;
  readonly hunkCount: number;
  /** The pending changes by session. */
  readonly sessions: readonly PendingSession[];
  /** At most `FILE_LIMIT`; absent unless the list is expanded. */
  readonly files?: readonly PendingFile[];
  /**
   * What was decided about the changes of the shown session since its last prompt. If that is nothing, and nothing is pending, what
   * was decided in the last review: the bar of any session can decide on all changes, and has Undo afterwards.
   */
  readonly reviewed: VerdictCounts;
  /** What became of the changes of each turn of the shown session. */
  readonly turns: readonly TurnOutcome[];
  readonly canUndo: boolean;
  /** Whether proposals are pending, which are in no file and for which an agent may wait. */
  readonly hasProposals: boolean;
  /** The comments that were not sent yet. */
  readonly comments: readonly PendingComment[];
}

/** The pending changes of one session. */
export interface PendingSession {
  readonly sessionId: string;
  readonly fileCount: number;
}

/** What became of the changes of one turn. */
export interface TurnOutcome extends VerdictCounts {
  readonly turn: number;
  readonly pending: number;
  /** The number of files with changes that are pending or whose decision can be undone. */
  readonly fileCount: number;
}

/** The expanded hunks that have changed since they were last sent. */
export interface ReviewDetails {
  readonly files: readonly ChangedFile[];
  readonly calls: readonly CallChanges[];
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

/** A file with pending changes, without its hunks. */
export interface PendingFile {
  readonly path: string;
  /** The path relative to the workspace folder. */
  readonly label: string;
  readonly status: FileStatus;
  /** Set for a proposal, which is not in its file yet. */
  readonly isProposed?: true;
  /** The session that changed it last. */
  readonly sessionId: string;
  readonly added: number;
  readonly removed: number;
  /** What happened to the file beyond its lines, such as "Renamed from a.ts". */
  readonly detail?: string;
  /** Set if only the permissions have changed. */
  readonly isModeChange?: true;
}

const FILE_LIMIT = 2_000;

/** Summarizes the review. */
export function toPendingReview(
  { state, pending }: Pick<ReviewModel, 'state' | 'pending'>,
  progress: Pick<ReviewProgress, 'verdicts'>,
  view: Pick<ReviewView, 'sessionId' | 'isListed'>,
  info: Pick<ChangedFileInfo, 'labelOf'>,
): Omit<PendingReview, 'comments'> {
  const { sessionId, isListed } = view;
  const own = verdictsSincePrompt(state.verdicts, sessionId);
  const isLast = pending.length === 0 && own.accepted + own.rejected === 0;
  return {
    revision: state.revision,
    fileCount: pending.length,
    hunkCount: pending.reduce((sum, file) => sum + changeCount(file), 0),
    sessions: [...countPendingFiles(pending)].map(([id, count]) => ({
      sessionId: id,
      fileCount: count,
    })),
    ...(isListed
      ? { files: pending.slice(0, FILE_LIMIT).map(file => pendingFile(file, info)) }
      : {}),
    reviewed: isLast ? progress.verdicts : own,
    turns: turnOutcomes(state, pending, sessionId),
    canUndo: state.done.length > 0,
    hasProposals: pending.some(({ proposal }) => proposal !== null),
  };
}

/** Summarizes a comment. */
export const toPendingComment = (
  { id, path, range, verdict, text }: ReviewComment,
  sessionId: string,
  labelOf: (path: string) => string,
): PendingComment => ({
  id,
  sessionId,
  verdict,
  text,
  location: formatHunkLocation(labelOf(path), range),
});

/** The number of hunks. A file that has changed as a whole counts as one. */
const changeCount = ({ hunks }: ReviewedFile): number => Math.max(1, hunks.length);

/** The session that changed a file last. */
const sessionOf = ({ origins, hunks }: ReviewedFile): string =>
  (hunks.findLast(hunk => hunk.origins.length > 0)?.origins ?? origins).at(-1)?.sessionId ?? '';

/** The number of files with pending changes, by session. */
export function countPendingFiles(files: readonly ReviewedFile[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const file of files) {
    const sessionId = sessionOf(file);
    counts.set(sessionId, (counts.get(sessionId) ?? 0) + 1);
  }
  return counts;
}

function turnOutcomes(
  state: ReviewState,
  pending: readonly ReviewedFile[],
  sessionId: string,
): readonly TurnOutcome[] {
  const outcomes = new Map<string, Omit<TurnOutcome, 'fileCount'>>();
  const files = changedFiles(state, pending, sessionId);
  const outcomeOf = (turnId: string): Omit<TurnOutcome, 'fileCount'> =>
    outcomes.get(turnId) ?? { turn: Number(turnId), pending: 0, accepted: 0, rejected: 0 };
  for (const { turnId, accepted, rejected } of state.verdicts.filter(
    one => one.sessionId === sessionId && one.accepted + one.rejected > 0,
  )) {
    outcomes.set(turnId, { ...outcomeOf(turnId), accepted, rejected });
  }
  for (const { origin } of pendingOrigins(pending, sessionId)) {
    const known = outcomeOf(origin.turnId);
    outcomes.set(origin.turnId, { ...known, pending: known.pending + 1 });
  }
  return [...outcomes].map(([turnId, outcome]) => ({
    ...outcome,
    fileCount: files.get(turnId)?.size ?? 0,
  }));
}

/** The ids of the files that each turn of a session has changed. */
function changedFiles(
  state: ReviewState,
  pending: readonly ReviewedFile[],
  sessionId: string,
): ReadonlyMap<string, ReadonlySet<string>> {
  const files = new Map<string, Set<string>>();
  const decided = state.done
    .flatMap(decision => decidedOrigins(decision, state))
    .filter(({ origin }) => origin.sessionId === sessionId);
  for (const { fileId, origin } of [...decided, ...pendingOrigins(pending, sessionId)]) {
    files.set(origin.turnId, (files.get(origin.turnId) ?? new Set()).add(fileId));
  }
  return files;
}

/** Who made each pending change of a session. */
const pendingOrigins = (
  pending: readonly ReviewedFile[],
  sessionId: string,
): readonly { readonly fileId: string; readonly origin: Origin }[] =>
  pending.flatMap(file =>
    (file.hunks.length > 0 ? file.hunks : [{ origins: [] }]).flatMap(hunk => {
      const origin = lastOrigin(file, hunk);
      return origin?.sessionId === sessionId ? [{ fileId: file.id, origin }] : [];
    }),
  );

function pendingFile(
  file: ReviewedFile,
  { labelOf }: Pick<ChangedFileInfo, 'labelOf'>,
): PendingFile {
  const { path } = file.current;
  const status = getFileStatus(file);
  // Looking for other changes in the lines of a thousand files would take too long.
  const isWhole = status === 'renamed' || file.hunks.length === 0;
  const detail = isWhole ? getFileChangeLabel(file, labelOf) : '';
  const sum = (side: 'base' | 'current'): number =>
    file.hunks.reduce((lines, hunk) => lines + lineCount(hunk[side]), 0);
  return {
    path,
    label: labelOf(file.proposal?.target.path ?? path),
    status,
    ...(detail === '' ? {} : { detail }),
    ...(file.proposal ? { isProposed: true } : {}),
    ...(status === 'modified' && isWhole ? { isModeChange: true } : {}),
    sessionId: sessionOf(file),
    added: sum('current'),
    removed: sum('base'),
  };
}
