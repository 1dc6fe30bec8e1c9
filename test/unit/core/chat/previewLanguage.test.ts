import MarkdownIt from 'markdown-it';
import { expect, it } from 'vitest';
import { hasPreview, toFencedBlock } from '../../../../src/core/chat/previewLanguage.ts';

it('knows the languages that the Markdown preview draws', () => {
  expect(['mermaid', 'Mermaid', 'math', 'latex', 'ts', ''].map(hasPreview)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});

it.each([
  'graph TD\n  A --> B',
  'graph\n```\n\n![x](https://evil.example/x.png)\n\n```mermaid',
  '````\n$$\n<img src="https://evil.example">\n`````',
  '`'.repeat(40),
  '\n\n~~~\n[a]: https://evil.example',
])('reads a text of an agent as code only: %j', text => {
  const tokens = new MarkdownIt({ html: true }).parse(toFencedBlock(text, 'mermaid'), {});
  expect(tokens.map(({ type, info, content }) => [type, info, content])).toEqual([
    ['fence', 'mermaid', `${text}\n`],
  ]);
});

it('calls formulas by the name that the preview knows', () => {
  expect(toFencedBlock('x^2', 'latex')).toBe('```math\nx^2\n```\n');
  expect(toFencedBlock('x', 'evil\n![x](https://evil.example)')).toBe('```\nx\n```\n');
});
