import { describe, expect, it } from 'vitest';
import { highlight, type HighlightNode } from '../../../../src/webview/code/highlighter.ts';

const textOf = (node: HighlightNode): string =>
  typeof node === 'string' ? node : node.children.map(textOf).join('');
const depthOf = (node: HighlightNode): number =>
  typeof node === 'string' ? 0 : 1 + Math.max(0, ...node.children.map(depthOf));

describe('highlight', () => {
  it.each([
    ['javascript', '`${\n'],
    ['json', '{\n'],
    ['json', '['],
    ['scss', '{\n'],
    ['ruby', '#{\n'],
  ])('keeps the text of 7,000 nested %s brackets without an overflow', (language, unit) => {
    const code = unit.repeat(7_000);
    const nodes = highlight(code, language) ?? [];
    expect(nodes.map(textOf).join('')).toBe(code);
    expect(Math.max(...nodes.map(depthOf))).toBeLessThan(100);
  });
});
