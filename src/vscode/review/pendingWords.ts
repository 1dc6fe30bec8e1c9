import { LINK_MODE } from '../../core/checkpoint/fileChange.ts';
import { damageIn } from '../../core/review/damage.ts';
import type { Facets } from '../../core/review/fileSide.ts';
import { said, t } from '../../core/words.ts';
import { statusOf, type ReviewedFile } from '../../core/review/reviewedFile.ts';

/** How much waits in some files: "3 files, 7 hunks", or only the hunks of a single one. */
export function countsIn(files: readonly ReviewedFile[]): string {
  const words = hunksIn(files);
  return files.length === 1 ? words : t('{0} files, {1}', files.length, words);
}

/** How many hunks wait, in whatever files: "7 hunks". */
export function hunksIn(files: readonly ReviewedFile[]): string {
  const hunks = files.reduce((sum, file) => sum + decisionsIn(file), 0);
  return hunks === 1 ? t('1 hunk') : t('{0} hunks', hunks);
}

/** How many decisions a file takes: a file that only changed as a whole takes one. */
export function decisionsIn(file: ReviewedFile): number {
  return Math.max(1, file.hunks.length);
}

/** What happened to a file, in a word. */
export function statusWord(file: ReviewedFile): string {
  const words = {
    created: said('created'),
    deleted: said('deleted'),
    renamed: said('renamed'),
    binary: said('changed, not a text'),
    modified: said('modified'),
  };
  const status = statusOf(file);
  return file.proposal
    ? t('proposed, not written yet')
    : status === 'settled'
      ? ''
      : t(words[status]);
}

/** What else happened to a file, if anything: to its bytes, or to who may do what with it. */
export function damageWords(file: ReviewedFile): string {
  const words = {
    encoding: said('Encoding damaged'),
    mark: said('Byte order mark removed'),
    endings: said('All line endings changed'),
  };
  return [...damageIn(file).map(damage => t(words[damage])), ...permissionWords(file)].join(', ');
}

function permissionWords({ base, current }: ReviewedFile): readonly string[] {
  const [before, after] = [permissionsOf(base), permissionsOf(current)];
  return before !== undefined && after !== undefined && before !== after
    ? [t('Permissions changed from {0} to {1}', before, after)]
    : [];
}

/** As `chmod` takes them; a link has none. */
const permissionsOf = ({ form }: Facets): string | undefined =>
  form.kind === 'absent' || form.mode === undefined || form.mode === LINK_MODE
    ? undefined
    : (form.mode & 0o7777).toString(8);
