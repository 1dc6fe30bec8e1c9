import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCodeBlockPath } from '../../../../src/core/chat/parseCodeBlockPath.ts';
import { applyCodeBlock } from '../../../../src/core/chat/applyCodeBlock.ts';

const file = [
  'import { a } from "./a";',
  '',
  'export class Counter {',
  '  count(text: string): number {',
  '    return text.length;',
  '  }',
  '',
  '  name(): string {',
  '    return "counter";',
  '  }',
  '}',
  '',
].join('\n');

describe('code from the conversation', () => {
  it('takes the place of the lines that begin and end as it does, with their indentation', () => {
    const code = 'count(text: string): number {\n  return text.split(" ").length;\n}\n';
    expect(applyCodeBlock(file, code)).toBe(
      file.replace('    return text.length;', '    return text.split(" ").length;'),
    );
  });

  it('may be longer than what it replaces', () => {
    const code = '  name(): string {\n    const name = "counter";\n    return name;\n  }\n';
    expect(applyCodeBlock(file, code)).toBe(
      file.replace('    return "counter";', '    const name = "counter";\n    return name;'),
    );
  });

  it('replaces a file of which it is a new version', () => {
    const code = file.replace('import { a } from "./a";', 'import { b } from "./b";');
    expect(applyCodeBlock(file, code)).toBe(code);
  });

  it('fills an empty file', () => {
    expect(applyCodeBlock('', 'first\n')).toBe('first\n');
  });

  it('takes the place of what is selected', () => {
    expect(applyCodeBlock('a\nb\nc\n', 'x', { start: 1, end: 2 })).toBe('a\nx\nc\n');
  });

  it('is applied where it is a patch, also when lines have moved', () => {
    const patch =
      '@@ -4,3 +4,3 @@\n   count(text: string): number {\n-    return text.length;\n+    return 0;\n   }\n';
    expect(applyCodeBlock(`// new\n// lines\n${file}`, patch)).toBe(
      `// new\n// lines\n${file.replace('text.length', '0')}`,
    );
    expect(applyCodeBlock('something else\n', patch)).toBeUndefined();
  });

  it('finds no place in a file that has nothing in common with it', () => {
    expect(applyCodeBlock(file, 'SELECT 1;\n')).toBeUndefined();
  });

  it('keeps the line endings of the file', () => {
    expect(applyCodeBlock('a\r\nbb\r\nc\r\n', 'x\ny', { start: 1, end: 2 })).toBe(
      'a\r\nx\r\ny\r\nc\r\n',
    );
  });

  it('leaves every line outside the selection as it was', () => {
    const line = fc.string({ maxLength: 5 }).map(text => `${text.replaceAll(/[\r\n]/g, '')}\n`);
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), fc.array(line), fc.nat(), (all, code, at) => {
        const start = at % all.length;
        const placed = applyCodeBlock(all.join(''), code.join(''), { start, end: start + 1 });
        fc.pre(!code.some(words => words.startsWith('@@')));
        expect(placed).toBe([...all.slice(0, start), ...code, ...all.slice(start + 1)].join(''));
      }),
    );
  });
});

describe('the file that a block of code names', () => {
  it.each([
    ['ts', undefined],
    ['', undefined],
    ['c++', undefined],
    ['ts src/a.ts', 'src/a.ts'],
    ['src/a.test.ts', 'src/a.test.ts'],
    ['ts title="src/deep/a.ts"', 'src/deep/a.ts'],
    ['12:15:src/a.ts', 'src/a.ts'],
    ['python:scripts/run.py', 'scripts/run.py'],
    ['ts {1,3-5}', undefined],
    ['json package.json#L3', 'package.json'],
    ['sh ../../etc/passwd', undefined],
  ])('in "%s" is %s', (info, path) => {
    expect(parseCodeBlockPath(info)).toBe(path);
  });
});
