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
    'a.ts:7',
    'a.ts:7:15',
    'HTTPS://example.com',
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
    'https://example.com/%1b',
    'https://example.com/%7F',
    'command:12x',
    'command:1:x',
    'command://x/a:12',
    'https://example.com/\u2028x',
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
    expect(getMismatchedHost('http://github.com', 'http://evil.example/')).toBe('evil.example');
    expect(getMismatchedHost(' GitHub.com ', 'HTTP://EVIL.example:81/')).toBe('evil.example:81');
    expect(getMismatchedHost('www.a.github.com', 'https://github.com')).toBe('github.com');
  });

  it('returns nothing for ordinary text, files and matching hosts', () => {
    expect(getMismatchedHost('the docs', 'https://example.com')).toBeUndefined();
    expect(getMismatchedHost('example.com', 'https://example.com/x')).toBeUndefined();
    expect(getMismatchedHost('a.ts', 'src/a.ts')).toBeUndefined();
    expect(getMismatchedHost('see github.com', 'https://example.com')).toBeUndefined();
    expect(getMismatchedHost('version 1.2', 'https://example.com')).toBeUndefined();
    expect(getMismatchedHost('1.2.3', 'https://example.com')).toBeUndefined();
    expect(getMismatchedHost('WWW.Example.COM', 'https://www.example.com')).toBeUndefined();
    expect(getMismatchedHost('github.com', 'x/https://evil.example')).toBeUndefined();
    expect(getMismatchedHost('github.com', 'https://')).toBeUndefined();
  });

  it('does not depend on blanks around the text', () => {
    expect(getMismatchedHost('\n  github.com', 'https://evil.example')).toBe('evil.example');
  });
});
