import { lineDiff } from '../../core/diff/lineDiff.ts';
import { splitLines, type Lines } from '../../core/text/lines.ts';

/** A row of a short diff. A `gap` stands for omitted unchanged lines. */
export type DiffRow =
  | { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }
  | { readonly kind: 'gap' };

/** Unchanged lines shown around a change. */
const CONTEXT_LINES = 2;
/** Comparisons spent on one diff before a region is shown as replaced. */
const EFFORT_COMPARISONS = 100_000;

/** The changes between two texts, with a few lines of context. */
export function diffRows(before: string, after: string): readonly DiffRow[] {
  const base = splitLines(before);
  const current = splitLines(after);
  const parts: (readonly DiffRow[])[] = [];
  let at = 0;
  for (const change of lineDiff(base, current, EFFORT_COMPARISONS)) {
    const head = parts.length === 0 ? 0 : CONTEXT_LINES;
    parts.push(
      between(base.slice(at, change.base.start), head),
      shown('removed', base.slice(change.base.start, change.base.end)),
      shown('added', current.slice(change.current.start, change.current.end)),
    );
    at = change.base.end;
  }
  const rest = parts.length === 0 ? [] : base.slice(at, at + CONTEXT_LINES);
  return [...parts, shown('same', rest)].flat();
}

/** The unchanged lines between two changes, or before the first one, which needs no `head`. */
function between(lines: Lines, head: number): readonly DiffRow[] {
  if (lines.length <= head + CONTEXT_LINES + 1) {
    return shown('same', lines);
  }
  return [
    ...shown('same', lines.slice(0, head)),
    ...(head === 0 ? [] : [{ kind: 'gap' } as const]),
    ...shown('same', lines.slice(-CONTEXT_LINES)),
  ];
}

const shown = (kind: 'same' | 'added' | 'removed', lines: Lines): readonly DiffRow[] =>
  lines.map(line => ({ kind, text: line.replace(/\r?\n$/, '') }));
