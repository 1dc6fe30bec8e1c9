import { localizable, t } from '../../../core/l10n.ts';
import { getFileStatus, type ReviewedFile } from '../../../core/review/file/reviewedFile.ts';

/** Counts pending changes: "3 files, 7 hunks", or only the hunks of a single file. */
export function getPendingLabel(files: readonly ReviewedFile[]): string {
  const label = getHunkCountLabel(files);
  return files.length === 1 ? label : t('{0} files, {1}', files.length, label);
}

/** Counts the pending hunks: "7 hunks". */
export function getHunkCountLabel(files: readonly ReviewedFile[]): string {
  const hunks = files.reduce((sum, file) => sum + getDecisionCount(file), 0);
  return hunks === 1 ? t('1 hunk') : t('{0} hunks', hunks);
}

/** The number of decisions a file needs: at least one, even if it only changed as a whole. */
function getDecisionCount(file: ReviewedFile): number {
  return Math.max(1, file.hunks.length);
}

/** What happened to a file: "created", "renamed". */
export function getStatusLabel(file: ReviewedFile): string {
  const labels = {
    created: localizable('created'),
    deleted: localizable('deleted'),
    renamed: localizable('renamed'),
    binary: localizable('changed, binary'),
    modified: localizable('modified'),
  };
  const status = getFileStatus(file);
  return file.proposal ? t('proposed') : status === 'resolved' ? '' : t(labels[status]);
}
