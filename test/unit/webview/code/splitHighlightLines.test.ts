import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { HighlightNode } from '../../../../src/webview/code/highlighter.ts';
import { splitHighlightLines } from '../../../../src/webview/code/splitHighlightLines.ts';

const { piece } = fc.letrec<{ piece: HighlightNode }>(tie => ({
  piece: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: fc.constantFrom('a', ' ', '\n') }),
    fc.record({ scope: fc.constantFrom('keyword', 'string'), children: fc.array(tie('piece')) }),
  ),
}));

const textOf = (one: HighlightNode): string =>
  typeof one === 'string' ? one : one.children.map(textOf).join('');

it('splits highlighted code into lines', () => {
  expect(
    splitHighlightLines([{ scope: 'comment', children: ['/* one\n', 'two */'] }, ' x']),
  ).toEqual([
    [{ scope: 'comment', children: ['/* one'] }],
    [{ scope: 'comment', children: ['two */'] }, ' x'],
  ]);
});

it('gives each line its text, however the nodes are nested', () => {
  fc.assert(
    fc.property(fc.array(piece), pieces => {
      const lines = splitHighlightLines(pieces).map(line => line.map(textOf).join(''));
      expect(lines.join('\n')).toBe(pieces.map(textOf).join(''));
      expect(lines.every(line => !line.includes('\n'))).toBe(true);
    }),
  );
});
