import type { LineEdit } from '../../diff/lineEdit.ts';
import type { ReviewedFile } from './reviewedFile.ts';

/** An edit, with the id of the patch that reverts it and of the patch that it reverts exactly. */
export interface ReviewEdit extends LineEdit {
  readonly revertedBy?: string;
  readonly reverts?: string;
}

/** A file after an event, and the edits made to its two texts. */
export interface FileUpdate {
  readonly file: ReviewedFile;
  readonly baseEdits: readonly ReviewEdit[];
  readonly currentEdits: readonly ReviewEdit[];
}

/** An update that edits at most one side. */
export function sideUpdate(
  file: ReviewedFile,
  side: 'base' | 'current',
  edits: readonly ReviewEdit[],
): FileUpdate {
  return {
    file,
    baseEdits: side === 'base' ? edits : [],
    currentEdits: side === 'current' ? edits : [],
  };
}
