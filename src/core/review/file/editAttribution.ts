import type { LineEdit } from '../../diff/lineEdit.ts';
import type { Lines } from '../../text/lines.ts';
import type { Origin } from './hunk.ts';

/** Where an edit comes from, for the hunk that it creates or joins. */
export interface EditAttribution {
  readonly by: 'agent' | 'user' | 'undo';
  readonly origins: readonly Origin[];
  /** The id and the agent's lines of the hunk that a revert restores. */
  readonly id: string | null;
  readonly wrote: Lines | null;
  /** Whether the edit restores exactly one hunk, which need not be compared again. */
  readonly whole: boolean;
}

/** An edit of one side of a file, with its attribution. */
export interface AttributedEdit extends LineEdit {
  readonly attribution: EditAttribution;
}

/** The attribution of an edit that does not restore a hunk. */
export function editAttribution(
  by: EditAttribution['by'],
  origins: readonly Origin[] = [],
): EditAttribution {
  return { by, origins, id: null, wrote: null, whole: false };
}

/** Attributes all edits to the same author. */
export function attributeEdits(
  edits: readonly LineEdit[],
  attribution: EditAttribution,
): AttributedEdit[] {
  return edits.map(({ range, lines }) => ({ range, lines, attribution }));
}
