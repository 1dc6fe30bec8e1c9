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
    ['100%a.md', { kind: 'file', path: '100%a.md' }],
    ['a.ts#12', { kind: 'file', path: 'a.ts', line: 11 }],
    ['a.ts#0', { kind: 'file', path: 'a.ts', line: 0 }],
    ['a.ts:12:105', { kind: 'file', path: 'a.ts', line: 11 }],
    ['a\nb.ts:3', { kind: 'file', path: 'a\nb.ts', line: 2 }],
    ['see/http://x', { kind: 'file', path: 'see/http://x' }],
    ['my file: notes', { kind: 'file', path: 'my file: notes' }],
    ['x/file:///etc/passwd', { kind: 'file', path: 'x/file:///etc/passwd' }],
    ['file:///w/a.ts?query#frag', { kind: 'file', path: '/w/a.ts' }],
    ['file:///w/a\nb.ts', { kind: 'file', path: '/w/a\nb.ts' }],
    ['file:///w/c:/x', { kind: 'file', path: '/w/c:/x' }],
  ])('leads from %s to a file', (href, target) => {
    expect(parseLinkTarget(href)).toEqual(target);
  });

  it('leads to a page and names its host', () => {
    expect(parseLinkTarget('https://example.com/a?b#c')).toEqual({
      kind: 'page',
      url: 'https://example.com/a?b#c',
      host: 'example.com',
    });
    expect(parseLinkTarget('http://example.com').kind).toBe('page');
    expect(parseLinkTarget('https://example.com/@user/a//b@c').kind).toBe('page');
  });

  it('says why it is refused', () => {
    expect(parseLinkTarget('command:x')).toEqual({
      kind: 'refused',
      why: "This type of link isn't supported",
    });
    expect(parseLinkTarget('https://a@b.example')).toEqual({
      kind: 'refused',
      why: 'This link has a misleading address',
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
    '%ff',
    'h2+x.y-z:a',
    '',
    ' ',
  ])('is refused when it is %s', href => {
    expect(parseLinkTarget(href).kind).toBe('refused');
  });
});
