/** A replacement in a text, by offsets. */
export interface TextReplacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies replacements that do not overlap, in any order. */
export function applyTextEdits(text: string, edits: readonly TextReplacement[]): string {
  const sorted = edits.toSorted((one, other) => one.start - other.start || one.end - other.end);
  const pieces: string[] = [];
  let at = 0;
  for (const edit of sorted) {
    pieces.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return [...pieces, text.slice(at)].join('');
}
