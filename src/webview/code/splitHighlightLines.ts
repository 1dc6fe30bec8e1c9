import type { HighlightNode } from './highlighter.ts';

/** Coloured code line by line: what goes on over the end of a line begins again on the next one. */
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
