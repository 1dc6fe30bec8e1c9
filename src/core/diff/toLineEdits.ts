import { shiftRange } from '../text/lineRange.ts';
import { splitLines, type Lines } from '../text/lines.ts';
import { lineDiff } from './lineDiff.ts';
import { toEdits, type LineEdit } from './lineEdit.ts';
import type { TextEdit } from './minimalEdits.ts';

/**
 * Converts text edits to edits of whole lines. Only the touched lines are compared, so this is fast for long texts. All
 * edits refer to the text before; no two overlap.
 */
export function toLineEdits(lines: Lines, edits: readonly TextEdit[]): LineEdit[] {
  const inOrder = edits.toSorted(byPosition);
  return groupAdjacent(inOrder).flatMap(group => editsOfGroup(lines, group));
}

type Group = [TextEdit, ...TextEdit[]];

const byPosition = ({ start: one }: TextEdit, { start: other }: TextEdit): number =>
  one.line - other.line || one.character - other.character;

/** Groups edits on the same or on adjacent lines. */
function groupAdjacent(edits: readonly TextEdit[]): Group[] {
  const groups: Group[] = [];
  for (const edit of edits) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && edit.start.line <= last.end.line + 1) {
      group.push(edit);
    } else {
      groups.push([edit]);
    }
  }
  return groups;
}

function editsOfGroup(lines: Lines, group: Group): LineEdit[] {
  const start = group[0].start.line;
  const end = (group.at(-1) ?? group[0]).end.line + 1;
  const before = lines.slice(start, end);
  const after = splitLines(textAfter(before, group, start));
  return toEdits(lineDiff(before, after), after).map(({ range, lines: added }) => ({
    range: shiftRange(range, start),
    lines: added,
  }));
}

function textAfter(before: Lines, group: Group, start: number): string {
  const text = before.join('');
  const offsets = [0];
  for (const line of before) {
    offsets.push((offsets.at(-1) ?? 0) + line.length);
  }
  const offsetOf = ({ line, character }: TextEdit['start']): number =>
    (offsets[line - start] ?? text.length) + character;
  const parts: string[] = [];
  let at = 0;
  for (const edit of group) {
    parts.push(text.slice(at, offsetOf(edit.start)), edit.text);
    at = offsetOf(edit.end);
  }
  return [...parts, text.slice(at)].join('');
}
