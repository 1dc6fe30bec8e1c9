// @vitest-environment happy-dom
import { render } from 'preact';
import { expect, it } from 'vitest';
import { MarkdownView } from '../../../../src/webview/markdown/markdownView.tsx';
import { parseBlocks } from '../../../../src/webview/markdown/parser.ts';

const show = (...texts: readonly string[]): HTMLElement => {
  const container = document.createElement('div');
  for (const text of texts) {
    render(<MarkdownView text={text} />, container);
  }
  return container;
};

/** The blocks in reading order: the text of a formula, or of a paragraph in quotes. */
const blocksOf = (container: HTMLElement): readonly string[] =>
  [...container.querySelectorAll('figure pre, p, li:not(:has(p, pre))')].map(
    ({ localName, textContent }) =>
      localName === 'pre' ? textContent : JSON.stringify(textContent),
  );

const blocks = (...texts: readonly string[]): readonly string[] => blocksOf(show(...texts));

it.each([
  ['$$\na^2\n$$', ['a^2\n']],
  ['$$ a^2 $$', ['a^2\n']],
  ['\\[ a^2 \\]', ['a^2\n']],
  ['\\[\n  a\n  + b\n\\]', ['  a\n  + b\n']],
  [
    '$$\\begin{aligned}\na &= b \\\\\n  c &= d\n\\end{aligned}$$',
    ['\\begin{aligned}\na &= b \\\\\n  c &= d\n\\end{aligned}\n'],
  ],
  ['The sum:\n$$\na\n\nb\n$$\nof both', ['"The sum:"', 'a\n\nb\n', '"of both"']],
  ['> $$\n> a\n> $$', ['a\n']],
])('shows a formula as code in the language math: %j', (text, expected) => {
  const container = show(text);
  expect(blocksOf(container)).toEqual(expected);
  expect(container.querySelector('figure')?.getAttribute('aria-label')).toBe('Code, math');
});

it.each([
  'Pay $$ or $$.',
  '$$ is the process ID.',
  '$$ a $$ and $$ b $$',
  '$$ is the process ID.\n\n$$$$',
  '\\[1\\] Smith, and others',
  '\\[x](https://example.com)',
  '$$\na\n$$ where a is a number',
  '    $$ a $$',
])('leaves %j to the other rules', text => {
  expect(show(text).querySelector('[aria-label="Code, math"]')).toBeNull();
});

it('reads a formula in a list item, and ends it with the item', () => {
  expect(blocks('- One:\n  $$\n    a\n  $$\n- Two')).toEqual(['  a\n', '"Two"']);
  expect(blocks('1. One\n\n   \\[\n   a\n2. Two')).toEqual(['"One"', 'a\n', '"Two"']);
});

it('shows an unclosed formula while it is written', () => {
  expect(blocks('Look:\n\n$$')).toEqual(['"Look:"', '']);
  expect(blocks('$$\na\n\nb')).toEqual(['a\n\nb\n']);
});

it('looks the same after every single character', () => {
  const text =
    'a\n\n$$\nx\n\ny\n$$\n\n- b\n  \\[ z\n  = 1 \\]\n- c\n\n$$ d\n- e\n$$ f\n\n\\[\ng\n\\] h\n\ni';
  const lengths = Array.from(text, (_, at) => at + 1);
  const streamed = show('');
  for (const length of lengths) {
    const prefix = text.slice(0, length);
    render(<MarkdownView text={prefix} />, streamed);
    expect(streamed.innerHTML).toBe(show(prefix).innerHTML);
  }
  expect(blocksOf(streamed).filter(block => !block.startsWith('"'))).toEqual([
    'x\n\ny\n',
    'z\n= 1\n',
  ]);
});

it.each(['$$', '\\[', '$$ a', '\\[ a'])('parses many lines of %j in linear time', line => {
  const startMs = performance.now();
  for (const text of [`${line}\n`, `${line}\nb\n`, `- ${line}\n`]) {
    expect(parseBlocks(text.repeat(20_000), {}).blocks).not.toEqual([]);
  }
  expect(performance.now() - startMs).toBeLessThan(10_000);
});
