import type { ChangedFile } from '../../../core/chat/changedFile.ts';
import { visibleLine } from '../../../core/text/visibleLine.ts';
import { diffRows, type DiffRow } from '../../code/diffRows.ts';
import type { DiffContent } from './diffView.tsx';

/** Lines are compared as far as they are shown. */
const COMPARED_CHARS = 100;

/**
 * Whether the hunks of a file show all that the diffs of a tool call say. A diff may be a fragment of the file, whose lines
 * are then cut, or describe what was not written, or was written differently.
 */
export function isSameChange(file: ChangedFile, diffs: readonly DiffContent[]): boolean {
  const claimed = diffs.flatMap(({ oldText, newText }) =>
    changedLines(diffRows(oldText ?? '', newText)),
  );
  const actual = file.hunks.flatMap(({ rows }) => changedLines(rows));
  const isCut = file.hidden > 0 || file.hunks.some(({ hidden }) => hidden > 0);
  if (isCut) {
    const claimedLines = new Set(claimed);
    return diffs.length === 0 || actual.every(line => claimedLines.has(line));
  }
  const [one, other] = [claimed.toSorted(), actual.toSorted()];
  return (
    claimed.length === 0 ||
    (one.length === other.length && one.every((line, at) => line === other[at]))
  );
}

const changedLines = (rows: readonly DiffRow[]): readonly string[] =>
  rows.flatMap(row =>
    row.kind === 'added' || row.kind === 'removed'
      ? [`${row.kind} ${visibleLine(row.text, COMPARED_CHARS).slice(0, COMPARED_CHARS)}`]
      : [],
  );
