import type { CallChanges } from './callChanges.ts';
import type { ChangedFile, ChangedHunk } from './changedFile.ts';

/**
 * Keeps hunks that were shown and have disappeared without a decision, because the user or another program has taken
 * them out of the file. A hunk that has become a part of another one is not kept.
 */
export function withVanishedHunks(before: CallChanges | undefined, now: CallChanges): CallChanges {
  if (!before) {
    return now;
  }
  const known = new Map(now.files.map(file => [file.fileId, file]));
  const files = before.files.flatMap(file => {
    const after = known.get(file.fileId);
    const vanished = vanishedHunks(file, after);
    known.delete(file.fileId);
    return after || vanished.length > 0
      ? [{ ...(after ?? file), hunks: [...(after?.hunks ?? []), ...vanished] }]
      : [];
  });
  return { ...now, files: [...files, ...known.values()] };
}

function vanishedHunks(before: ChangedFile, now: ChangedFile | undefined): readonly ChangedHunk[] {
  const revisions = new Map(before.hunks.map(({ id, revision }) => [id, revision]));
  const ids = new Set(now?.hunks.map(({ id }) => id));
  const isRewritten = now?.hunks.some(
    ({ id, revision, state }) => state === 'pending' && revisions.get(id) !== revision,
  );
  return isRewritten
    ? []
    : before.hunks
        .filter(({ id, state }) => !ids.has(id) && (state === 'pending' || state === 'gone'))
        .map(hunk => ({ ...hunk, state: 'gone' as const }));
}
