import { describe, expect, it } from 'vitest';
import { getMismatchedHost, linkTarget } from '../../../../src/webview/markdown/linkTarget.ts';

describe('linkTarget', () => {
  it.each([
    'https://example.com/a?b#c',
    'http://localhost:3000',
    'file:///home/me/a.ts#L3',
    'src/a.ts',
    './a.ts#L3-L9',
    '/abs/a.ts:12',
    'a.ts:12:5',
    'C:\\work\\a.ts',
    'mailto:me@example.com',
    'vscode://accord-acp.accord/git-diff',
  ])('takes %s', target => {
    expect(linkTarget(target)).toBe(target);
  });

  it.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'command:workbench.action.quit',
    'data:text/html,x',
    'vscode-webview://x',
    'blob:x',
    '//evil.example/x',
    '#top',
    '',
    'https://example.com/\u202egpj.exe',
    'https://exam\u200bple.com',
    'https://example.com/%00',
  ])('refuses %j', target => {
    expect(linkTarget(target)).toBeUndefined();
  });
});

describe('getMismatchedHost', () => {
  it('returns the host when the text names another one', () => {
    expect(getMismatchedHost('github.com', 'https://evil.example/')).toBe('evil.example');
    expect(getMismatchedHost('https://github.com/a', 'https://github.com.evil.example/a')).toBe(
      'github.com.evil.example',
    );
  });

  it('returns nothing for ordinary text, files and matching hosts', () => {
    expect(getMismatchedHost('the docs', 'https://example.com')).toBeUndefined();
    expect(getMismatchedHost('example.com', 'https://example.com/x')).toBeUndefined();
    expect(getMismatchedHost('a.ts', 'src/a.ts')).toBeUndefined();
  });
});
