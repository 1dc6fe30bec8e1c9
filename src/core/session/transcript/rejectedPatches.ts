import type { RejectedEntry, RejectedFile, RejectedHunk } from './entry.ts';
import { newEntryBase, type TranscriptPatch, type Transcript } from './transcript.ts';

/** Up to this many rejected hunks share an entry, which is journaled again with each of them. */
const ENTRY_LIMIT_HUNKS = 30;

type Rejected = Pick<RejectedEntry, 'files' | 'left'>;

/** Keeps rejected changes in the transcript. What is rejected in a row is one entry. */
export function rejectedPatches(
  transcript: Transcript,
  rejected: Rejected,
  nowMs: number,
): readonly TranscriptPatch[] {
  const last = transcript.entries.at(-1);
  const merged = last?.kind === 'rejected' ? mergeRejected(last, rejected) : undefined;
  return last?.kind === 'rejected' && merged && countHunks(merged) <= ENTRY_LIMIT_HUNKS
    ? [{ kind: 'replaced', entry: { ...last, ...merged } }]
    : [
        {
          kind: 'added',
          entry: { ...newEntryBase(transcript, nowMs), kind: 'rejected', ...rejected },
        },
      ];
}

const countHunks = ({ files }: Rejected): number =>
  files.reduce((sum, { hunks }) => sum + Math.max(1, hunks.length), 0);

/** A hunk that was pending again and is rejected again is not kept twice. */
function mergeRejected(before: Rejected, now: Rejected): Rejected {
  const again = new Set(now.files.flatMap(({ hunks }) => hunks.map(({ id }) => id)));
  const kept = before.files
    .map(file => ({ ...file, hunks: file.hunks.filter(({ id }) => !again.has(id)) }))
    .filter(({ hunks, path }) => hunks.length > 0 || now.files.every(file => file.path !== path));
  const added = now.files.filter(file => !kept.some(known => isSameFile(file, known)));
  const files = kept.map(file => {
    const more = now.files.find(one => isSameFile(one, file));
    return more ? { ...file, hunks: [...file.hunks, ...more.hunks] } : file;
  });
  return { files: [...files, ...added], left: before.left + now.left };
}

const isSameFile = (file: RejectedFile, known: RejectedFile): boolean =>
  file.path === known.path && file.change === known.change && known.hunks.length > 0;

/** Says of rejected changes whether they are pending again. */
export interface RestoredChanges {
  readonly isHunkRestored: (hunk: RejectedHunk) => boolean;
  /** Asked for files without hunks. */
  readonly isFileRestored: (path: string) => boolean;
}

/** Updates the rejected changes in the transcript. */
export function restoredHunkPatches(
  { entries }: Transcript,
  restored: RestoredChanges,
): readonly TranscriptPatch[] {
  return entries.flatMap(entry => {
    if (entry.kind !== 'rejected') {
      return [];
    }
    const files = entry.files.map(file => fileAfter(file, restored));
    const isSame = files.every((file, at) => file === entry.files[at]);
    return isSame ? [] : [{ kind: 'replaced' as const, entry: { ...entry, files } }];
  });
}

function fileAfter(
  file: RejectedFile,
  { isHunkRestored, isFileRestored }: RestoredChanges,
): RejectedFile {
  if (file.hunks.length === 0) {
    const back = isFileRestored(file.path);
    return back === (file.back ?? false) ? file : { ...file, back };
  }
  const hunks = file.hunks.map(hunk =>
    isHunkRestored(hunk) === hunk.back ? hunk : { ...hunk, back: !hunk.back },
  );
  return hunks.every((hunk, at) => hunk === file.hunks[at]) ? file : { ...file, hunks };
}
