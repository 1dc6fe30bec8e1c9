import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Mention } from '../../../../../src/core/prompt/mention/mention.ts';
import { mentionKey, mentionUri } from '../../../../../src/core/prompt/mention/mentionUri.ts';
import {
  parseHandlerUri,
  parseMentionUri,
} from '../../../../../src/core/prompt/mention/parseMentionUri.ts';
import { decodeUriText, splitUri } from '../../../../../src/core/prompt/mention/uri.ts';
import { anyMention } from '../anyMention.ts';

const uri = 'file:///abs/a.ts';
const at = (line: number, character: number): { line: number; character: number } => ({
  line,
  character,
});

describe('mentionUri', () => {
  const cases: readonly [string, Mention, string][] = [
    ['a file', { kind: 'file', uri }, 'file:///abs/a.ts'],
    ['a folder', { kind: 'folder', uri: 'file:///abs/dir/' }, 'file:///abs/dir/'],
    [
      'a selection, lines from 1 and inclusive',
      { kind: 'selection', uri, range: { start: at(4, 2), end: at(14, 7) } },
      'file:///abs/a.ts#L5:15',
    ],
    [
      'a selection that ends at the start of the next line',
      { kind: 'selection', uri, range: { start: at(4, 0), end: at(15, 0) } },
      'file:///abs/a.ts#L5:15',
    ],
    [
      'a symbol',
      { kind: 'symbol', uri, name: 'wrap run', lines: { start: 9, end: 20 } },
      'file:///abs/a.ts?symbol=wrap%20run#L10:20',
    ],
    [
      'a branch diff',
      { kind: 'gitDiff', diff: { kind: 'branch', base: 'main' } },
      'vscode://accord-acp.accord/git-diff?base=main',
    ],
    [
      'staged changes',
      { kind: 'gitDiff', diff: { kind: 'staged' } },
      'vscode://accord-acp.accord/git-diff?scope=staged',
    ],
    [
      'a branch with odd letters, in one of several repositories',
      { kind: 'gitDiff', diff: { kind: 'branch', base: 'a&b=c#d' }, repo: 'file:///r' },
      'vscode://accord-acp.accord/git-diff?base=a%26b%3Dc%23d&repo=file:///r',
    ],
    [
      'problems of a file',
      { kind: 'problems', uri: 'file:///a%20b.ts', severity: 'error' },
      'vscode://accord-acp.accord/problems?uri=file:///a%2520b.ts&severity=error',
    ],
    [
      'a session',
      { kind: 'session', id: 'x/y 1', title: 'Fix it' },
      'vscode://accord-acp.accord/session/x/y%201',
    ],
    [
      'a notebook cell, whose URI has a fragment of its own',
      {
        kind: 'selection',
        uri: 'vscode-notebook-cell:/n.ipynb#W1',
        range: { start: at(0, 0), end: at(1, 2) },
      },
      'vscode-notebook-cell:/n.ipynb#W1,L1:2',
    ],
  ];
  it.each(cases)('of %s', (_, mention, expected) => {
    expect(mentionUri(mention)).toBe(expected);
  });

  it('is parsed to a mention with the same URI, for any mention', () => {
    fc.assert(
      fc.property(anyMention, mention => {
        const back = parseMentionUri(mentionUri(mention));
        expect(back?.kind).toBe(mention.kind);
        expect(back && mentionUri(back)).toBe(mentionUri(mention));
      }),
    );
  });

  it('is one line without blanks or brackets, so that it survives in a Markdown link', () => {
    fc.assert(
      fc.property(
        anyMention.filter(mention => mention.kind !== 'url'),
        mention => {
          expect(mentionUri(mention)).toMatch(/^[^\s()<>"]+$/);
        },
      ),
    );
  });
});

describe('mentionKey', () => {
  it('distinguishes selections on the same lines', () => {
    const one: Mention = { kind: 'selection', uri, range: { start: at(4, 2), end: at(4, 7) } };
    const other: Mention = { kind: 'selection', uri, range: { start: at(4, 3), end: at(4, 7) } };
    expect(mentionUri(one)).toBe(mentionUri(other));
    expect(mentionKey(one)).not.toBe(mentionKey(other));
  });
});

describe('parseMentionUri', () => {
  it('reads the line formats of other tools', () => {
    for (const lines of ['#L5:15', '#L5-15', '#L5-L15']) {
      const mention = parseMentionUri(`file:///a.ts${lines}`);
      expect(mention).toMatchObject({ kind: 'selection', uri: 'file:///a.ts' });
      expect(mention && mentionUri(mention)).toBe('file:///a.ts#L5:15');
    }
  });

  it('reads URIs with the scheme of another editor', () => {
    expect(parseMentionUri('cursor://accord-acp.accord/git-diff?base=main')).toEqual({
      kind: 'gitDiff',
      diff: { kind: 'branch', base: 'main' },
    });
  });

  it.each([
    '',
    'javascript:alert(1)',
    'vscode://accord-acp.accord/run?x=1',
    'vscode://other.ext/git-diff',
    'command:x',
  ])('refuses %s', text => {
    expect(parseMentionUri(text)).toBeUndefined();
  });

  it('accepts any text', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        expect(() => parseMentionUri(`vscode://accord-acp.accord/${text}`)).not.toThrow();
      }),
    );
  });
});

describe('parseHandlerUri', () => {
  it('does not unescape again what VS Code has unescaped', () => {
    const names = fc.string({ unit: 'binary', minLength: 1 }).filter(text => !/&\w+=/.test(text));
    fc.assert(
      fc.property(names, base => {
        const mention: Mention = { kind: 'gitDiff', diff: { kind: 'branch', base } };
        const { path, query } = splitUri(mentionUri(mention));
        expect(parseHandlerUri(decodeUriText(path), decodeUriText(query))).toEqual(
          parseMentionUri(mentionUri(mention)),
        );
      }),
    );
  });
});
