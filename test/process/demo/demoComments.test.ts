import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type Loader, transformSync } from 'esbuild';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Language, getLanguage } from '../../../src/demo/language.ts';
import {
  hasComments,
  countComments,
  addComments,
  removeComments,
} from '../../../src/demo/demoComments.ts';

const ROOT = join(import.meta.dirname, '../../..');

function language(path: string): Language {
  const found = getLanguage(path);
  if (!found) {
    throw new Error(`No language for ${path}`);
  }
  return found;
}

/** The program without its comments. */
const program = (text: string, path: string) =>
  transformSync(text, {
    loader: extname(path).replace(/^\.[cm]?/, '') as Loader,
    minifyWhitespace: true,
    legalComments: 'none',
    jsx: 'preserve',
  }).code;

/** Our own source files, as real programs. */
const ownFiles = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter(path => /\.tsx?$/.test(path))
  .map(path => join(ROOT, 'src', path));

describe('comments of the demo', () => {
  it('do not change the program', () => {
    for (const path of ownFiles) {
      const text = readFileSync(path, 'utf8');
      const noted = addComments(text, language(path));
      expect(program(noted, path), path).toBe(program(text, path));
      expect(removeComments(noted), path).toBe(text);
    }
  });

  it('are in several positions, each a separate hunk', () => {
    const path = join(ROOT, 'test/fixtures/sample/src/group.ts');
    const text = readFileSync(path, 'utf8');
    const before = text.split('\n');
    const after = addComments(text, language(path)).split('\n');
    const added = after.flatMap((line, i) => (/\(Accord Demo\)/.test(line) ? [i] : []));
    expect(added.length).toBeGreaterThanOrEqual(4);
    expect(countComments(text, language(path))).toBe(added.length);
    expect(after.filter(line => !line.includes('(Accord Demo)')).length).toBe(before.length + 2);
  });

  it.each(['.ts', '.py', '.go', '.java', '.rs', '.css', '.md'])(
    'come out again without a trace from %s',
    ending => {
      const line = fc.constantFrom(
        'export function findAll() {',
        'def find_all():',
        'func FindAll() {',
        'class Thing {',
        '  for (const item of items) {',
        '  return 1;',
        '}',
        '',
        '`',
        '"""',
        '/*',
        '*/',
        "const text = 'a';",
        '// why',
        '#!/usr/bin/env node',
      );
      const lines = fc.array(line, { maxLength: 40 });
      fc.assert(
        fc.property(lines, fc.constantFrom('\n', '\r\n'), fc.boolean(), (parts, eol, closed) => {
          const text = parts.join(eol) + (closed ? eol : '');
          const noted = addComments(text, language(`a${ending}`));
          expect(removeComments(noted)).toBe(text);
          expect(hasComments(noted)).toBe(noted !== text);
        }),
      );
    },
  );

  it('are not put inside multi-line strings and comments', () => {
    const inside = ['', '', '', '', '', '', '', 'function fake() {', '}', '', '', '', '', '', ''];
    const text = ['const a = `', ...inside, '`;', ''].join('\n');
    expect(addComments(text, language('a.ts'))).toContain(inside.join('\n'));
  });

  it('are never put above a line that must stay first', () => {
    for (const first of ['#!/usr/bin/env node', '// @ts-check', '/** @jest-environment node */']) {
      expect(addComments(`${first}\nlet a;\n`, language('a.js')).startsWith(first)).toBe(true);
    }
  });

  it('use the line endings of the file', () => {
    const noted = addComments('let a;\r\nlet b;\r\n', language('a.js'));
    expect(noted.replaceAll('\r\n', '')).not.toContain('\n');
  });
});
