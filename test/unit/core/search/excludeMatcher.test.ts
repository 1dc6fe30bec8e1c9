import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createExcludeMatcher } from '../../../../src/core/search/excludeMatcher.ts';

describe('createExcludeMatcher', () => {
  it.each([
    [
      '**/node_modules',
      ['node_modules', 'node_modules/a/b.js', 'x/node_modules/a.js'],
      ['my_node_modules/a', 'a.ts'],
    ],
    ['**/*.log', ['a.log', 'x/y/b.log'], ['a.log.txt', 'log']],
    ['*.js', ['a.js'], ['x/a.js']],
    ['build', ['build', 'build/x'], ['x/build']],
    ['out/', ['out/a', 'out'], ['output']],
    ['**/.git', ['.git/config', 'a/.git'], ['.github/x']],
    ['src/**/test', ['src/test', 'src/a/b/test/x.ts'], ['test']],
    ['docs/**', ['docs/a', 'docs/a/b', 'docs'], ['docsx']],
    ['**/*.{png,jpg}', ['a.png', 'x/b.jpg'], ['a.gif', 'apng']],
    ['a?c/[x-z].ts', ['abc/x.ts'], ['ac/x.ts', 'abc/a.ts', 'a/c/x.ts']],
    ['**/[!a]*.md', ['b.md'], ['a.md']],
    ['a+(b).ts', ['a+(b).ts'], ['aab.ts']],
  ])('reads %s as VS Code does', (glob, hidden, shown) => {
    const isHidden = createExcludeMatcher([{ [glob]: true }]);
    expect(hidden.filter(path => !isHidden(path))).toEqual([]);
    expect(shown.filter(isHidden)).toEqual([]);
  });

  it('ignores globs that are disabled, conditional or invalid', () => {
    const isHidden = createExcludeMatcher([
      { '**/*.js': { when: '$(basename).ts' }, '**/a': false, '[z-a]': true },
      null,
      'x',
    ]);
    expect(['a', 'a.js', 'z'].filter(isHidden)).toEqual([]);
  });

  it('accepts any glob and path', () => {
    const odd = fc.string({
      unit: fc.constantFrom('*', '?', '[', ']', '{', '}', ',', '/', 'a', '!', '\\', '('),
    });
    fc.assert(
      fc.property(odd, odd, (glob, path) => {
        expect(() => createExcludeMatcher([{ [glob]: true }])(path)).not.toThrow();
      }),
    );
  });
});
