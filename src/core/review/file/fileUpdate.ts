import type { LineEdit } from '../../diff/lineEdit.ts';
import type { ReviewedFile } from './reviewedFile.ts';

/** A file after an event, and the edits made to its two texts. */
export interface FileUpdate {
  readonly file: ReviewedFile;
  readonly baseEdits: readonly LineEdit[];
  readonly currentEdits: readonly LineEdit[];
}

/** An update that edits at most one side. */
export function sideUpdate(
  file: ReviewedFile,
  side: 'base' | 'current',
  edits: readonly LineEdit[],
): FileUpdate {
  return {
    file,
    baseEdits: side === 'base' ? edits : [],
    currentEdits: side === 'current' ? edits : [],
  };
}
