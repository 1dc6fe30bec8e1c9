import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readModules } from '../../harness/modules/moduleGraph.ts';
import { inProject } from '../../harness/paths.ts';

const FILE_LIMIT = 20;
const EXPORTED =
  /^export (?:abstract |async )?(?:class|interface|type|const|let|function\*?) (\w+)/gm;

/** Names that several files may export, each with the reason. */
const SHARED_NAMES: Readonly<Record<string, string>> = {
  activate: 'VS Code calls it in what it loads, which calls it in the extension.',
  deactivate: 'VS Code calls it in what it loads, which calls it in the extension.',
  readTextFile: 'The demo agent is a program of its own, and calls what we serve by its name.',
  t: 'The chat page has its own table of strings.',
};

const modules = readModules();

describe('the modules in src', () => {
  it('do not import each other, nor in a circle', () => {
    const importsOf = new Map(modules.map(({ folder, imports }) => [folder, imports]));
    // A module that imports none of the others, or that none of them imports, is in no circle.
    for (let size = -1; size !== importsOf.size;) {
      size = importsOf.size;
      for (const [folder, imports] of importsOf) {
        const importers = [...importsOf.values()].filter(others => others.includes(folder));
        if (importers.length === 0 || !imports.some(other => importsOf.has(other))) {
          importsOf.delete(folder);
        }
      }
    }
    expect([...importsOf.keys()]).toEqual([]);
  });

  it(`have at most ${FILE_LIMIT} files`, () => {
    const large = modules.flatMap(({ folder }) => {
      const count = filesIn(folder);
      return count > FILE_LIMIT ? [`${folder}: ${count}`] : [];
    });
    expect(large).toEqual([]);
  });

  it('export each name from one file only', () => {
    const filesByName = new Map<string, string[]>();
    for (const file of modules.flatMap(({ files }) => files)) {
      for (const [, name = ''] of readFileSync(inProject(file), 'utf8').matchAll(EXPORTED)) {
        filesByName.set(name, [...(filesByName.get(name) ?? []), file]);
      }
    }
    const repeated = [...filesByName]
      .filter(([name, files]) => files.length > 1 && !(name in SHARED_NAMES))
      .map(([name, files]) => `${name}: ${files.join(', ')}`);
    expect(filesByName.size).toBeGreaterThan(1_000);
    expect(repeated).toEqual([]);
  });
});

const filesIn = (folder: string): number =>
  readdirSync(inProject(folder), { withFileTypes: true }).filter(entry => entry.isFile()).length;
