import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Piece } from '../../../../src/webview/markdown/highlighter.ts';
import { pieceLines } from '../../../../src/webview/markdown/pieceLines.ts';

const { piece } = fc.letrec<{ piece: Piece }>(tie => ({
  piece: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: fc.constantFrom('a', ' ', '\n') }),
    fc.record({ scope: fc.constantFrom('keyword', 'string'), children: fc.array(tie('piece')) }),
  ),
}));

const textOf = (one: Piece): string =>
  typeof one === 'string' ? one : one.children.map(textOf).join('');

it('colours line by line what was coloured as a whole', () => {
  expect(pieceLines([{ scope: 'comment', children: ['/* one\n', 'two */'] }, ' x'])).toEqual([
    [{ scope: 'comment', children: ['/* one'] }],
    [{ scope: 'comment', children: ['two */'] }, ' x'],
  ]);
});

it('gives each line its text, however the pieces lie', () => {
  fc.assert(
    fc.property(fc.array(piece), pieces => {
      const lines = pieceLines(pieces).map(line => line.map(textOf).join(''));
      expect(lines.join('\n')).toBe(pieces.map(textOf).join(''));
      expect(lines.every(line => !line.includes('\n'))).toBe(true);
    }),
  );
});
