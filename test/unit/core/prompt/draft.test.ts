import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  moveCommandFirst,
  draftToMarkdown,
  toDraft,
  toFlatDraft,
  type Draft,
} from '../../../../src/core/prompt/draft.ts';
import type { Mention } from '../../../../src/core/prompt/mention/mention.ts';
import { parseDraft } from '../../../../src/core/prompt/parseDraft.ts';
import { parseMention } from '../../../../src/core/prompt/mention/parseMention.ts';
import { anyMention } from './anyMention.ts';

const file: Mention = { kind: 'file', uri: 'file:///abs/a.ts' };

const flat = fc
  .string({ unit: 'binary' })
  .chain(text =>
    fc
      .array(fc.record({ at: fc.nat({ max: text.length }), mention: anyMention }), { maxLength: 6 })
      .map(marks => ({ text, mentions: marks.toSorted((one, other) => one.at - other.at) })),
  );

describe('a draft', () => {
  it('keeps text and mentions when it is sent to the chat view and back', () => {
    fc.assert(
      fc.property(flat, given => {
        expect(toFlatDraft(toDraft(given))).toEqual(given);
        const sent: unknown = JSON.parse(JSON.stringify(toFlatDraft(toDraft(given))));
        expect(parseDraft(sent)).toEqual(toDraft(given));
      }),
    );
  });

  it('is converted to text with Markdown links', () => {
    const draft: Draft = [
      { kind: 'text', text: 'Fix ' },
      { kind: 'mention', mention: file },
      { kind: 'text', text: ' now' },
    ];
    expect(draftToMarkdown(draft)).toBe('Fix [@a.ts](file:///abs/a.ts) now');
  });
});

describe('parseDraft', () => {
  it('rejects anything that is not a draft', () => {
    const bad: readonly unknown[] = [
      undefined,
      null,
      'text',
      { text: 1, mentions: [] },
      { text: 'x' },
      { text: 'x', mentions: [{ at: 2, mention: file }] },
      { text: 'x', mentions: [{ at: -1, mention: file }] },
      { text: 'x', mentions: [{ at: 0.5, mention: file }] },
      { text: 'x', mentions: [{ at: 0, mention: { kind: 'file' } }] },
      { text: 'x', mentions: [{ at: 0, mention: { kind: 'shell', uri: 'file:///a' } }] },
      { text: 'x', mentions: Array.from({ length: 501 }, () => ({ at: 0, mention: file })) },
    ];
    for (const raw of bad) {
      expect(parseDraft(raw)).toBeUndefined();
    }
  });

  it('accepts any input without throwing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), raw => {
        expect(() => parseDraft(raw)).not.toThrow();
        expect(() => parseDraft({ text: '', mentions: [{ at: 0, mention: raw }] })).not.toThrow();
      }),
    );
  });
});

describe('parseMention', () => {
  it('returns each mention unchanged', () => {
    fc.assert(
      fc.property(anyMention, mention => {
        expect(parseMention(JSON.parse(JSON.stringify(mention)))).toEqual(mention);
      }),
    );
  });

  it('drops unknown fields', () => {
    expect(parseMention({ ...file, extra: 1 })).toEqual(file);
  });

  it.each<[string, unknown]>([
    ['a URI with a line break', { kind: 'file', uri: 'file:///a\nb' }],
    ['a URI without a scheme', { kind: 'file', uri: '/a' }],
    ['a URI that never ends', { kind: 'file', uri: `file:///${'a'.repeat(9000)}` }],
    ['a script as a web page', { kind: 'url', url: 'javascript:alert(1)' }],
    [
      'lines that run backwards',
      { kind: 'symbol', uri: 'file:///a', name: 'x', lines: { start: 3, end: 2 } },
    ],
    [
      'a selection that runs backwards',
      {
        kind: 'selection',
        uri: 'file:///a',
        range: { start: { line: 1, character: 0 }, end: { line: 0, character: 0 } },
      },
    ],
    ['a diff of nothing known', { kind: 'gitDiff', diff: { kind: 'stash' } }],
  ])('refuses %s', (_, raw) => {
    expect(parseMention(raw)).toBeUndefined();
  });
});

describe('moveCommandFirst', () => {
  const mention = { kind: 'mention', mention: file } as const;

  it('moves a known command before the mentions', () => {
    const draft: Draft = [mention, { kind: 'text', text: ' /mcp:a:review this' }, mention];
    expect(moveCommandFirst(draft, ['mcp:a:review'])).toEqual([
      { kind: 'text', text: '/mcp:a:review this' },
      mention,
      mention,
    ]);
  });

  it('does not change a draft without a command', () => {
    const draft: Draft = [mention, { kind: 'text', text: '/etc/hosts is wrong' }];
    expect(moveCommandFirst(draft, ['review'])).toBe(draft);
    expect(moveCommandFirst([mention], ['review'])).toEqual([mention]);
  });
});
