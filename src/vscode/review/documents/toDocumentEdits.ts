import { replaceEscapedBytes } from '../../../agent/review/exactText.ts';
import type { LineEdit } from '../../../core/diff/lineEdit.ts';
import type { Lines } from '../../../core/text/lines.ts';
import { toTextEdits, type TextEdit } from '../../../core/diff/minimalEdits.ts';

/** Converts edits of a file's lines to edits of the document that shows it, which has no byte order mark. */
export function toDocumentEdits(lines: Lines, edits: readonly LineEdit[]): readonly TextEdit[] {
  return toTextEdits(
    shownLines(lines, 0),
    edits.map(edit => ({
      range: edit.range,
      lines: shownLines(edit.lines.map(replaceEscapedBytes), edit.range.start),
    })),
  );
}

const shownLines = (lines: Lines, at: number): Lines => {
  const [first] = lines;
  return at === 0 && first?.startsWith('\uFEFF') ? lines.with(0, first.slice(1)) : lines;
};
