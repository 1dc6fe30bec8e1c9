import { damageIn } from '../../core/review/damage.ts';
import { statusOf, type ReviewedFile } from '../../core/review/reviewedFile.ts';

/** How much waits in some files: "3 files, 7 hunks", or only the hunks of a single one. */
export function countsIn(files: readonly ReviewedFile[]): string {
  const hunks = files.reduce((sum, file) => sum + decisionsIn(file), 0);
  const words = hunks === 1 ? '1 hunk' : `${hunks} hunks`;
  return files.length === 1 ? words : `${files.length} files, ${words}`;
}

/** How many decisions a file takes: a file that only changed as a whole takes one. */
export function decisionsIn(file: ReviewedFile): number {
  return Math.max(1, file.hunks.length);
}

/** What happened to a file, in a word. */
export function statusWord(file: ReviewedFile): string {
  const words = {
    created: 'created',
    deleted: 'deleted',
    renamed: 'renamed',
    binary: 'changed, not a text',
    modified: 'modified',
    settled: '',
  };
  return file.proposal ? 'proposed, not written yet' : words[statusOf(file)];
}

/** What else happened to the bytes of a file, if anything. */
export function damageWords(file: ReviewedFile): string {
  const words = {
    encoding: 'Encoding damaged',
    mark: 'Byte order mark removed',
    endings: 'All line endings changed',
  };
  return damageIn(file)
    .map(damage => words[damage])
    .join(', ');
}
