import type { ComponentChild, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { splitHighlightLines } from './splitHighlightLines.ts';
import { renderHighlightNode } from './renderHighlightNode.tsx';
import { useHighlighting } from './useHighlighting.ts';
import type { DiffRow } from './diffRows.ts';

const signs = { same: ' ', added: '+', removed: '-' } as const;

/** Rows of a diff of a file as they are, in the colours of its language once there is time for it. */
export function DiffRowsView(props: { rows: readonly DiffRow[]; path: string }): JSX.Element {
  const { rows, path } = props;
  const text = useMemo(() => rows.map(shownText).join('\n'), [rows]);
  const pieces = useHighlighting(text, languageOf(path));
  const lines = useMemo(() => pieces && splitHighlightLines(pieces), [pieces]);
  return (
    <>
      {rows.map((row, at) =>
        rowNode(row, at, lines?.[at]?.map(renderHighlightNode) ?? shownText(row)),
      )}
    </>
  );
}

const shownText = (row: DiffRow): string => (row.kind === 'gap' ? '' : row.text);

/** The highlighter knows languages by the endings of their files. */
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
