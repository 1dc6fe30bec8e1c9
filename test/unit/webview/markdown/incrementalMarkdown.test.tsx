// @vitest-environment happy-dom
import fc from 'fast-check';
import { render } from 'preact';
import { describe, expect, it } from 'vitest';
import {
  type BlockGroups,
  IncrementalMarkdown,
} from '../../../../src/webview/markdown/incrementalMarkdown.ts';
import { MarkdownView } from '../../../../src/webview/markdown/markdownView.tsx';

/** Lines that change the meaning of the lines around them. */
const line = fc.constantFrom(
  'some words',
  '2',
  '2. second',
  '1. first',
  '- item',
  '  - inner',
  '    indented',
  '* [x] done',
  '',
  '',
  '> quoted',
  'lazy',
  '===',
  '---',
  '# Title',
  '### Part',
  '###### Deep',
  '```ts',
  '```',
  '~~~',
  '$$',
  '$$ x',
  'y $$',
  '$$ x $$',
  '\\[',
  '\\]',
  '\\[ x',
  '  $$',
  '=',
  '| a | b |',
  '|---|:-:|',
  '| 1 | `|` |',
  '[label]: http://example.com',
  'see [label] and [other][label]',
  '[late] text',
  '[late]: src/a.ts "title"',
  '**bold *both* text',
  '`code` ![alt](http://x/y.png)',
  'a\tb',
  '\u0000',
);
const document = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\n', '\n', '\r\n', '\r', '')), { maxLength: 24 })
  .map(lines => lines.flat().join(''));

const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

/** The text in chunks, as an agent would stream it. */
function prefixes(text: string, at: readonly number[]): string[] {
  const offsets = at.map(share => Math.floor(share * text.length)).toSorted((a, b) => a - b);
  return [...offsets.map(container => text.slice(0, container)), text];
}

function htmlOf(texts: readonly string[]): string {
  const container = globalThis.document.createElement('div');
  for (const text of texts) {
    render(<MarkdownView text={text} />, container);
  }
  const html = Array.from(container.childNodes, canonical).join('');
  render(null, container);
  return html;
}

/** A node as text, with its attributes in alphabetical order. */
function canonical(node: Node): string {
  if (!(node instanceof Element)) {
    return JSON.stringify(node.textContent);
  }
  const attributes = [...node.attributes].map(({ name, value }) => ` ${name}=${value}`).toSorted();
  const inner = Array.from(node.childNodes, canonical).join('');
  return `<${node.localName}${attributes.join('')}>${inner}</>`;
}

const shapeOf = (groups: BlockGroups): unknown =>
  groups.map(blocks =>
    blocks.map(({ source, parentLevel: below, tokens }) => [source, below, tokens.length]),
  );

describe('a growing Markdown text', () => {
  it('looks the same, however it was split into chunks', () => {
    fc.assert(
      fc.property(document, cuts, (text, at) => {
        expect(htmlOf(prefixes(text, at))).toBe(htmlOf([text]));
      }),
      { numRuns: 150 },
    );
  });

  it('looks the same after every single character', () => {
    const text =
      '1. a\n2. b\n\n2\n\n[x]\n\n```js\nlet a\n```\n\n> q\nlazy\n\n[x]: http://e.com/a\n\nend';
    const container = globalThis.document.createElement('div');
    for (let length = 1; length <= text.length; length++) {
      const prefix = text.slice(0, length);
      render(<MarkdownView text={prefix} />, container);
      expect(Array.from(container.childNodes, canonical).join('')).toBe(htmlOf([prefix]));
    }
  });

  it('reuses closed blocks and full groups', () => {
    const text = new IncrementalMarkdown();
    const long = Array.from({ length: 100 }, (_, index) => `paragraph ${index}`).join('\n\n');
    const before = text.groups(long);
    const after = text.groups(`${long} and more`);
    expect(after.slice(0, -1).every((group, index) => group === before[index])).toBe(true);
    const [last, earlier] = [after.flat(), before.flat()];
    expect(last.length).toBe(100);
    expect(last.slice(0, -1).every((block, index) => block === earlier[index])).toBe(true);
    expect(last.at(-1)).not.toBe(earlier.at(-1));
  });

  it('is parsed in chunks when there is no time, with the same result', () => {
    fc.assert(
      fc.property(document, fc.integer({ min: 0, max: 20_000 }), (part, length) => {
        const long = `${`${part}\n`.repeat(Math.ceil(40_000 / (part.length + 1)))}${'x'.repeat(length)}`;
        const text = new IncrementalMarkdown();
        let pieces = 0;
        do {
          text.groups(long, () => false);
          pieces += 1;
        } while (!text.isComplete);
        expect(pieces).toBeGreaterThan(1);
        const whole = new IncrementalMarkdown().groups(long);
        expect(shapeOf(text.groups(long))).toEqual(shapeOf(whole));
      }),
      { numRuns: 8 },
    );
  });

  it('is split at a line break, or else between two characters', () => {
    const lines = new IncrementalMarkdown().groups('a line of words\n'.repeat(4_000), () => false);
    expect(lines.flat().at(-1)?.source.endsWith('words\n')).toBe(true);
    const faces = new IncrementalMarkdown().groups(`x${'\u{1f600}'.repeat(20_000)}`, () => false);
    expect(faces.flat().at(-1)?.source).toMatch(/[\uDC00-\uDFFF]$/);
  });

  it('needs few chunks, however long its last block is', () => {
    const text = new IncrementalMarkdown();
    const code = `\`\`\`\n${'a line of code\n'.repeat(100_000)}`;
    let pieces = 1;
    while (text.groups(code, () => false) && !text.isComplete) {
      pieces += 1;
    }
    expect(pieces).toBeLessThan(12);
  });

  it('starts over when the text is replaced', () => {
    expect(htmlOf(['# One\n\ntwo\n\nthree\n\nfour', 'five'])).toBe(htmlOf(['five']));
  });

  it('has no gaps between heading levels, whichever levels the agent skipped', () => {
    const text = '### Deep\n\n- ###### In a list\n\na\n\nb\n\nc\n\n# Top\n\n## Next\n\n#### Far';
    const container = globalThis.document.createElement('div');
    render(<MarkdownView text={text} />, container);
    const levels = [...container.querySelectorAll('.heading')].map(heading =>
      heading.getAttribute('aria-level'),
    );
    expect(levels).toEqual(['2', '3', '2', '3', '4']);
  });
});
