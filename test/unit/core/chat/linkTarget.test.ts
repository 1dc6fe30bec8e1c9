import { describe, expect, it } from 'vitest';
import { parseLinkTarget } from '../../../../src/core/chat/linkTarget.ts';

describe('a link in the conversation', () => {
  it.each([
    ['src/a.ts', { kind: 'file', path: 'src/a.ts' }],
    ['src/a.ts:12', { kind: 'file', path: 'src/a.ts', line: 11 }],
    ['src/a.ts:12:5', { kind: 'file', path: 'src/a.ts', line: 11 }],
    ['src/a.ts#L12', { kind: 'file', path: 'src/a.ts', line: 11 }],
    ['/w/a b.ts#L12-L20', { kind: 'file', path: '/w/a b.ts', line: 11 }],
    ['file:///w/a%20b.ts#L5:15', { kind: 'file', path: '/w/a b.ts', line: 4 }],
    ['file:///c%3A/w/a.ts', { kind: 'file', path: 'c:/w/a.ts' }],
    [String.raw`C:\w\a.ts`, { kind: 'file', path: String.raw`C:\w\a.ts` }],
    ['100%.md', { kind: 'file', path: '100%.md' }],
  ])('leads from %s to a file', (href, target) => {
    expect(parseLinkTarget(href)).toEqual(target);
  });

  it('leads to a page and names its host', () => {
    expect(parseLinkTarget('https://example.com/a?b#c')).toEqual({
      kind: 'page',
      url: 'https://example.com/a?b#c',
      host: 'example.com',
    });
  });

  it.each([
    'command:workbench.action.quit',
    'vscode://x/y',
    'javascript:alert(1)',
    'data:text/html,x',
    'mailto:a@b.c',
    'file://server/share/x',
    'https://good.example@bad.example/',
    'https://user:pass@bad.example/',
    String.raw`https://good.example\@bad.example/`,
    'https://good.example%40bad.example/',
    'https://good%2Eexample/',
    'https://',
    'file:///%ff',
    '',
    ' ',
  ])('is refused when it is %s', href => {
    expect(parseLinkTarget(href).kind).toBe('refused');
  });
});
