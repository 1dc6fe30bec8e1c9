import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allCitations, catalog } from '../../faults/catalog/catalog.ts';
import { mutationGroups } from '../../mutation/groups.ts';
import { inProject } from '../../harness/paths.ts';

/** The titles of the tests and groups in a file: strings that a function follows. */
const getTitles = (file: string): readonly string[] =>
  [
    ...readFileSync(inProject(file), 'utf8').matchAll(
      /(['"`])((?:\\.|(?!\1)[^\\])*?)\1,\s*(?:async\s*)?(?:\(|\w+\s*=>|function)/g,
    ),
  ].map(([, , title = '']) => title.replaceAll("\\'", "'"));

describe('the catalog of faults and threats', () => {
  it('has 79 rows and nine vulnerabilities, each once and with a test', () => {
    const ids = catalog.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter(id => /^[A-Z]{2}-\d\d$/.test(id))).toHaveLength(79);
    expect(ids.filter(id => /^V\d$/.test(id))).toHaveLength(9);
    expect(catalog.filter(({ tests }) => tests.length === 0)).toEqual([]);
  });

  it('names tests that exist', () => {
    const missing = allCitations.filter(
      ({ file, title }) =>
        !existsSync(inProject(file)) || !getTitles(file).some(found => found.includes(title)),
    );
    expect(missing).toEqual([]);
  });

  it('names a title for each test in the extension host, whose results have no file', () => {
    const untitled = allCitations.filter(
      ({ file, title }) => file.startsWith('test/host/') && title === '',
    );
    expect(untitled).toEqual([]);
  });
});

describe('the groups of guard code', () => {
  it('name files that exist', () => {
    const files = mutationGroups.flatMap(({ mutate }) => mutate);
    expect(files.filter(file => !file.includes('*') && !existsSync(inProject(file)))).toEqual([]);
  });
});
