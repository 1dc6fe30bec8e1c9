import type { Piece } from './highlighter.ts';

/** Coloured code line by line: what goes on over the end of a line begins again on the next one. */
export function pieceLines(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const lines: Piece[][] = [[]];
  for (const piece of pieces) {
    const [first = [], ...rest] = linesOf(piece);
    lines.at(-1)?.push(...first);
    rest.forEach(line => lines.push([...line]));
  }
  return lines;
}

const linesOf = (piece: Piece): readonly (readonly Piece[])[] =>
  typeof piece === 'string'
    ? piece.split('\n').map(text => (text === '' ? [] : [text]))
    : pieceLines(piece.children).map(children => [{ ...piece, children }]);
