import type { FilePatch } from '../review/file/fileDecision.ts';
import type { Hunk, Origin } from '../review/file/hunk.ts';
import { isPending, type ReviewedFile } from '../review/file/reviewedFile.ts';
import type { ReviewState } from '../review/model/reviewState.ts';
import { lineCount } from '../text/lineRange.ts';
import {
  decidedHunk,
  pendingHunk,
  toChangedFile,
  type ChangedFile,
  type ChangedFileInfo,
  type ChangedHunk,
} from './changedFile.ts';

/** The changes that one tool call made in files, and what was decided about them. */
export interface CallChanges {
  readonly callId: string;
  /** At most `FILE_LIMIT`. */
  readonly files: readonly ChangedFile[];
  /** The number of files that are left out. */
  readonly hidden: number;
}

const FILE_LIMIT = 20;

/** Some tool calls of a session. */
export interface ToolCalls {
  readonly sessionId: string;
  readonly callIds: readonly string[];
  /** The calls of terminals, which changes may name instead of their call. */
  readonly callsByTerminal: ReadonlyMap<string, string>;
}

/** The changes of some tool calls of a session, in the order of the calls. */
export function toCallChanges(
  state: ReviewState,
  { callIds, ...session }: ToolCalls,
  info: ChangedFileInfo,
): readonly CallChanges[] {
  const decided = patchesByFile(state);
  const isWanted = new Set(callIds);
  const found = new Map<string, ChangedFile[]>();
  for (const file of filesInOrder(state)) {
    const patches = decided.get(file.id) ?? [];
    for (const callId of callsIn(file, patches, session)) {
      if (isWanted.has(callId)) {
        const hunks = changesIn(file, patches, { ...session, callId });
        const files = found.get(callId) ?? [];
        found.set(callId, hunks.length > 0 ? [...files, toChangedFile(file, hunks, info)] : files);
      }
    }
  }
  return callIds.map(callId => {
    const files = found.get(callId) ?? [];
    return {
      callId,
      files: files.slice(0, FILE_LIMIT),
      hidden: Math.max(0, files.length - FILE_LIMIT),
    };
  });
}

function filesInOrder({ files }: ReviewState): readonly ReviewedFile[] {
  return [...files.values()].toSorted((one, other) =>
    one.current.path < other.current.path ? -1 : 1,
  );
}

function patchesByFile({ done }: ReviewState): ReadonlyMap<string, readonly FilePatch[]> {
  const byFile = new Map<string, FilePatch[]>();
  for (const patch of done.flatMap(({ patches }) => patches)) {
    const known = byFile.get(patch.fileId);
    if (known) {
      known.push(patch);
    } else {
      byFile.set(patch.fileId, [patch]);
    }
  }
  return byFile;
}

/** The tool calls of a session that have changed a file. */
function callsIn(
  file: ReviewedFile,
  patches: readonly FilePatch[],
  session: Omit<Call, 'callId'>,
): ReadonlySet<string> {
  const origins = [
    ...file.origins,
    ...file.hunks.flatMap(hunk => hunk.origins),
    ...file.vanished.flatMap(one => one.hunks.flatMap(hunk => hunk.origins)),
    ...patches.flatMap(({ lines }) => lines.flatMap(({ hunk }) => hunk.origins)),
  ];
  return new Set(origins.flatMap(origin => callOf(session, origin) ?? []));
}

interface Call extends Omit<ToolCalls, 'callIds'> {
  readonly callId: string;
}

/** The call of this session that made a change, if it was one. */
const callOf = (
  session: Omit<Call, 'callId'>,
  { sessionId, toolCallId = '' }: Origin,
): string | undefined =>
  sessionId === session.sessionId && toolCallId !== ''
    ? (session.callsByTerminal.get(toolCallId) ?? toolCallId)
    : undefined;

const isBy = (call: Call, origin: Origin): boolean => callOf(call, origin) === call.callId;

/** All changes of a call in one file, in the order of the file. */
function changesIn(
  file: ReviewedFile,
  patches: readonly FilePatch[],
  call: Call,
): readonly ChangedHunk[] {
  const changes = [
    ...pendingChanges(file, call),
    ...patches.flatMap(patch => decidedChanges(file, patch, call)),
  ];
  const sorted = changes.toSorted((one, other) => one.line - other.line);
  const present = sorted.map(({ change }) => change);
  return [...present, ...goneHunks(file, call, new Set(present.map(({ id }) => id)))];
}

/** The newest version of each hunk that disappeared without a decision. */
function goneHunks(
  file: ReviewedFile,
  call: Call,
  known: ReadonlySet<string>,
): readonly ChangedHunk[] {
  const found = new Map<string, ChangedHunk>();
  for (const vanished of file.vanished) {
    for (const hunk of vanished.hunks) {
      const isOwn = hunk.origins.some(origin => isBy(call, origin));
      if (isOwn && !known.has(hunk.id) && !found.has(hunk.id)) {
        found.set(hunk.id, { ...pendingHunk({ ...file, ...vanished }, hunk), state: 'gone' });
      }
    }
  }
  return [...found.values()];
}

/** A change and its line in the current text, by which changes are sorted. */
interface LocatedChange {
  readonly line: number;
  readonly change: ChangedHunk;
}

function pendingChanges(file: ReviewedFile, call: Call): readonly LocatedChange[] {
  if (file.hunks.length === 0 && isPending(file) && file.origins.some(one => isBy(call, one))) {
    return [{ line: -1, change: wholeFile('pending', file.revision) }];
  }
  // The lines of a new or deleted file belong to whoever created or deleted it.
  const isWhole =
    file.base.form.kind === 'absent' || file.current.form.kind === 'absent' ? file.origins : [];
  return file.hunks.flatMap(hunk => {
    const origins = hunk.origins.length > 0 ? hunk.origins : isWhole;
    if (!origins.some(origin => isBy(call, origin))) {
      return [];
    }
    const change = pendingHunk(file, hunk);
    const isLast = isBy(call, lastCall(origins) ?? { sessionId: '', turnId: '' });
    const merged: ChangedHunk = { ...change, state: 'merged', rows: [], hidden: 0 };
    return [{ line: hunk.current.start, change: isLast ? change : merged }];
  });
}

const lastCall = (origins: readonly Origin[]): Origin | undefined =>
  origins.findLast(({ toolCallId }) => toolCallId !== undefined);

function decidedChanges(
  file: ReviewedFile,
  { side, lines }: FilePatch,
  call: Call,
): readonly LocatedChange[] {
  if (lines.length === 0) {
    const isOwn = file.origins.some(origin => isBy(call, origin));
    const state = side === 'base' ? 'accepted' : 'rejected';
    return isOwn ? [{ line: -1, change: wholeFile(state, 0) }] : [];
  }
  return lines
    .filter(({ hunk }) => isBy(call, lastCall(hunk.origins) ?? { sessionId: '', turnId: '' }))
    .map(line => ({
      line: side === 'current' ? line.range.start : toCurrentLine(line.range.start, file.hunks),
      change: decidedHunk(file, side, line),
    }));
}

const wholeFile = (state: ChangedHunk['state'], revision: number): ChangedHunk => ({
  id: '',
  revision,
  state,
  rows: [],
  hidden: 0,
});

/** The line in the current text of a line in the base. */
const toCurrentLine = (line: number, hunks: readonly Hunk[]): number =>
  hunks
    .filter(({ base }) => base.end <= line)
    .reduce((at, { base, current }) => at + lineCount(current) - lineCount(base), line);
