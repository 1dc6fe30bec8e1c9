import { SYMLINK_MODE } from '../../../core/checkpoint/snapshotChange.ts';
import { detectEncodingDamage } from '../../../core/review/file/encodingDamage.ts';
import type { Facets } from '../../../core/review/file/fileSide.ts';
import { localizable, t } from '../../../core/l10n.ts';
import { getFileStatus, type ReviewedFile } from '../../../core/review/file/reviewedFile.ts';

/** How much waits in some files: "3 files, 7 hunks", or only the hunks of a single one. */
export function getPendingLabel(files: readonly ReviewedFile[]): string {
  const words = getHunkCountLabel(files);
  return files.length === 1 ? words : t('{0} files, {1}', files.length, words);
}

/** How many hunks wait, in whatever files: "7 hunks". */
export function getHunkCountLabel(files: readonly ReviewedFile[]): string {
  const hunks = files.reduce((sum, file) => sum + getDecisionCount(file), 0);
  return hunks === 1 ? t('1 hunk') : t('{0} hunks', hunks);
}

/** How many decisions a file takes: a file that only changed as a whole takes one. */
export function getDecisionCount(file: ReviewedFile): number {
  return Math.max(1, file.hunks.length);
}

/** What happened to a file, in a word. */
export function getStatusLabel(file: ReviewedFile): string {
  const words = {
    created: localizable('created'),
    deleted: localizable('deleted'),
    renamed: localizable('renamed'),
    binary: localizable('changed, not a text'),
    modified: localizable('modified'),
  };
  const status = getFileStatus(file);
  return file.proposal
    ? t('proposed, not written yet')
    : status === 'resolved'
      ? ''
      : t(words[status]);
}

/** What else happened to a file, if anything: to its bytes, or to who may do what with it. */
export function getDamageLabel(file: ReviewedFile): string {
  const words = {
    encoding: localizable('Encoding damaged'),
    mark: localizable('Byte order mark removed'),
    endings: localizable('All line endings changed'),
  };
  return [
    ...detectEncodingDamage(file).map(damage => t(words[damage])),
    ...permissionWords(file),
  ].join(', ');
}

function permissionWords({ base, current }: ReviewedFile): readonly string[] {
  const [before, after] = [permissionsOf(base), permissionsOf(current)];
  return before !== undefined && after !== undefined && before !== after
    ? [t('Permissions changed from {0} to {1}', before, after)]
    : [];
}

/** As `chmod` takes them; a link has none. */
const permissionsOf = ({ form }: Facets): string | undefined =>
  form.kind === 'absent' || form.mode === undefined || form.mode === SYMLINK_MODE
    ? undefined
    : (form.mode & 0o7777).toString(8);
