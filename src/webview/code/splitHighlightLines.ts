import type { HighlightNode } from './highlighter.ts';

/** Splits highlighted code into lines: a node that spans lines is repeated on each of them. */
export function splitHighlightLines(
  pieces: readonly HighlightNode[],
): readonly (readonly HighlightNode[])[] {
  const lines: HighlightNode[][] = [[]];
  for (const piece of pieces) {
    const [first = [], ...rest] = linesOf(piece);
    lines.at(-1)?.push(...first);
    rest.forEach(line => lines.push([...line]));
  }
  return lines;
}

const linesOf = (piece: HighlightNode): readonly (readonly HighlightNode[])[] =>
  typeof piece === 'string'
    ? piece.split('\n').map(text => (text === '' ? [] : [text]))
    : splitHighlightLines(piece.children).map(children => [{ ...piece, children }]);
