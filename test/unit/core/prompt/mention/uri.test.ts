import { pathToFileURL, fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fileUri,
  folderUri,
  uriBasename,
  splitUri,
} from '../../../../../src/core/prompt/mention/uri.ts';

describe('fileUri', () => {
  it.each([
    ['/abs/a.ts', 'file:///abs/a.ts'],
    ['/a b/c#d?e%f.ts', 'file:///a%20b/c%23d%3Fe%25f.ts'],
    ['/grün/日本.ts', 'file:///gr%C3%BCn/%E6%97%A5%E6%9C%AC.ts'],
    ['/a/(group)/[id].tsx', 'file:///a/%28group%29/%5Bid%5D.tsx'],
    ['/a\\b', 'file:///a%5Cb'],
    ['/at@home/a+b=c&d;e,f$.ts', 'file:///at@home/a+b=c&d;e,f$.ts'],
    [String.raw`C:\Users\Ann\my file.ts`, 'file:///C:/Users/Ann/my%20file.ts'],
    ['d:/x/y.ts', 'file:///d:/x/y.ts'],
    [String.raw`\\server\share\a b.ts`, 'file://server/share/a%20b.ts'],
    ['/lone\ud800.ts', 'file:///lone%EF%BF%BD.ts'],
  ])('writes %s as %s', (path, uri) => {
    expect(fileUri(path)).toBe(uri);
  });

  it('is converted to the same path by Node, for any path', () => {
    const name = fc
      .string({ unit: 'binary', minLength: 1 })
      .map(text => text.replaceAll(/[/\0]/g, '_'));
    fc.assert(
      fc.property(fc.array(name, { minLength: 1 }), names => {
        const path = names.map(part => (part === '.' || part === '..' ? '_' : part)).join('/');
        expect(fileURLToPath(fileUri(`/x${path}`))).toBe(`/x${path}`);
      }),
    );
  });

  it('escapes like Node', () => {
    expect(fileUri('/a b/ü#?.ts')).toBe(pathToFileURL('/a b/ü#?.ts').href);
  });
});

describe('folderUri', () => {
  it('ends in one slash', () => {
    expect(folderUri('/abs/dir')).toBe('file:///abs/dir/');
    expect(folderUri('/abs/dir/')).toBe('file:///abs/dir/');
    expect(folderUri('/')).toBe('file:///');
  });
});

describe('splitUri', () => {
  it('splits any text into parts that join to the same text', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        expect(() => splitUri(text)).not.toThrow();
      }),
    );
    expect(splitUri('vscode://a.b/git-diff?base=main#x')).toEqual({
      scheme: 'vscode',
      authority: 'a.b',
      path: '/git-diff',
      query: 'base=main',
      fragment: 'x',
    });
  });

  it('keeps a name with an invalid escape sequence', () => {
    expect(uriBasename('file:///a/100%.ts')).toBe('100%.ts');
    expect(uriBasename('file:///a/%FF.ts')).toBe('%FF.ts');
  });
});
