import type { ComponentChild, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { splitHighlightLines } from './splitHighlightLines.ts';
import { renderHighlightNode } from './renderHighlightNode.tsx';
import { useHighlighting } from './useHighlighting.ts';
import type { DiffRow } from './diffRows.ts';

const signs = { same: ' ', added: '+', removed: '-' } as const;

/** The rows of a diff, syntax-highlighted when the page is idle. */
export function DiffRowsView(props: { rows: readonly DiffRow[]; path: string }): JSX.Element {
  const { rows, path } = props;
  const text = useMemo(() => rows.map(shownText).join('\n'), [rows]);
  const nodes = useHighlighting(text, languageOf(path));
  const lines = useMemo(() => nodes && splitHighlightLines(nodes), [nodes]);
  return (
    <>
      {rows.map((row, at) =>
        rowNode(row, at, lines?.[at]?.map(renderHighlightNode) ?? shownText(row)),
      )}
    </>
  );
}

const shownText = (row: DiffRow): string => (row.kind === 'gap' ? '' : row.text);

/** The highlighter knows languages by their file extensions. */
const languageOf = (path: string): string => /[^./\\]+$/.exec(path)?.[0] ?? '';

function rowNode(row: DiffRow, at: number, content: ComponentChild): JSX.Element {
  return row.kind === 'gap' ? (
    <span key={at} class="diff-gap">
      {'\u22ef\n'}
    </span>
  ) : (
    <span key={at} class={`diff-row ${row.kind}`}>
      <span class="diff-sign">{signs[row.kind]}</span>
      {content}
      {'\n'}
    </span>
  );
}
