import type { RejectedEntry, RejectedFile, RejectedHunk } from './entry.ts';
import { newEntryBase, type TranscriptPatch, type Transcript } from './transcript.ts';

/** Keeps rejected changes in the transcript. */
export function rejectedPatches(
  transcript: Transcript,
  rejected: Pick<RejectedEntry, 'files' | 'left'>,
  nowMs: number,
): readonly TranscriptPatch[] {
  return [
    { kind: 'added', entry: { ...newEntryBase(transcript, nowMs), kind: 'rejected', ...rejected } },
  ];
}

/** Updates the rejected hunks in the transcript: `isRestored` says for each whether it is pending again. */
export function restoredHunkPatches(
  { entries }: Transcript,
  isRestored: (hunk: RejectedHunk) => boolean,
): readonly TranscriptPatch[] {
  return entries.flatMap(entry => {
    if (entry.kind !== 'rejected') {
      return [];
    }
    const files = entry.files.map(file => fileAfter(file, isRestored));
    const isSame = files.every((file, at) => file === entry.files[at]);
    return isSame ? [] : [{ kind: 'replaced' as const, entry: { ...entry, files } }];
  });
}

function fileAfter(file: RejectedFile, isRestored: (hunk: RejectedHunk) => boolean): RejectedFile {
  const hunks = file.hunks.map(hunk =>
    isRestored(hunk) === hunk.back ? hunk : { ...hunk, back: !hunk.back },
  );
  return hunks.every((hunk, at) => hunk === file.hunks[at]) ? file : { ...file, hunks };
}
