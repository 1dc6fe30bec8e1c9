import type { RejectedEntry, RejectedFile, RejectedHunk } from './entry.ts';
import { newEntryBase, type TranscriptPatch, type Transcript } from './transcript.ts';

/** The user has rejected something: the transcript keeps it. */
export function rejectedPatches(
  transcript: Transcript,
  what: Pick<RejectedEntry, 'files' | 'left'>,
  nowMs: number,
): readonly TranscriptPatch[] {
  return [
    { kind: 'added', entry: { ...newEntryBase(transcript, nowMs), kind: 'rejected', ...what } },
  ];
}

/** What became of rejected hunks since: `isBack` tells of each whether it waits for a decision again. */
export function restoredHunkPatches(
  { entries }: Transcript,
  isBack: (hunk: RejectedHunk) => boolean,
): readonly TranscriptPatch[] {
  return entries.flatMap(entry => {
    if (entry.kind !== 'rejected') {
      return [];
    }
    const files = entry.files.map(file => fileAfter(file, isBack));
    const isSame = files.every((file, at) => file === entry.files[at]);
    return isSame ? [] : [{ kind: 'replaced' as const, entry: { ...entry, files } }];
  });
}

function fileAfter(file: RejectedFile, isBack: (hunk: RejectedHunk) => boolean): RejectedFile {
  const hunks = file.hunks.map(hunk =>
    isBack(hunk) === hunk.back ? hunk : { ...hunk, back: !hunk.back },
  );
  return hunks.every((hunk, at) => hunk === file.hunks[at]) ? file : { ...file, hunks };
}
