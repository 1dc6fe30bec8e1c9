import { escapesShown } from '../../agent/review/exactText.ts';
import type { LineEdit } from '../../core/text/lineEdit.ts';
import type { Lines } from '../../core/text/lines.ts';
import { trimmedEdits, type TextEdit } from '../../core/text/minimalEdits.ts';

/** Edits of lines as edits of the text that an editor shows: line by line the same, without the mark at its start. */
export function shownEdits(lines: Lines, edits: readonly LineEdit[]): readonly TextEdit[] {
  return trimmedEdits(
    shownLines(lines, 0),
    edits.map(edit => ({
      range: edit.range,
      lines: shownLines(edit.lines.map(escapesShown), edit.range.start),
    })),
  );
}

const shownLines = (lines: Lines, at: number): Lines => {
  const [first] = lines;
  return at === 0 && first?.startsWith('\uFEFF') ? lines.with(0, first.slice(1)) : lines;
};
