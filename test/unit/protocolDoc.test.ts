import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';

const test = new URL('..', import.meta.url);

/** The text of all test files of that name. */
async function testsNamed(): Promise<ReadonlyMap<string, string>> {
  const files = await readdir(test, { recursive: true });
  const texts = new Map<string, string>();
  for (const file of files.filter(name => name.endsWith('.test.ts'))) {
    const text = (await readFile(new URL(file, test), 'utf8')).replaceAll("\\'", "'");
    texts.set(basename(file), `${texts.get(basename(file)) ?? ''}${text}`);
  }
  return texts;
}

describe('docs/PROTOCOL.md', () => {
  it('names only tests that exist', async () => {
    const doc = await readFile(new URL('../docs/PROTOCOL.md', test), 'utf8');
    const cited = [...doc.matchAll(/`([\w.]+\.test\.ts)` "([^"]+)"/g)];
    const texts = await testsNamed();
    const missing = cited.filter(([, file = '', name = '']) => !texts.get(file)?.includes(name));
    expect(missing.map(([words]) => words)).toEqual([]);
    expect(cited.length).toBeGreaterThan(100);
  });

  it('says of every rule that it holds, with a proof, or why not', async () => {
    const doc = await readFile(new URL('../docs/PROTOCOL.md', test), 'utf8');
    const rules = doc.split('\n').filter(line => /^\|\s*[MSP]\s*\|/.test(line));
    const open = rules.filter(
      line => !/^\|\s*[MSP]\s*\|[^|]+\|\s*(?:holds|not)\s*\|[^|]{5,}\|$/.test(line),
    );
    expect(open).toEqual([]);
    expect(rules.length).toBeGreaterThan(80);
  });
});
