import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readGraphs } from '../../harness/modules/moduleDiagram.ts';
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
    expect(findCircles(importsOf)).toEqual([]);
  });

  it.each(readGraphs(modules))('do not import in a circle between top folders: $title', graph => {
    const importsOf = new Map([...graph.targets].map(([from, all]) => [from, [...all]]));
    expect(findCircles(importsOf)).toEqual([]);
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

/** The modules that import themselves through others. */
function findCircles(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const left = new Map(imports);
  // A module that imports none of the others, or that none of them imports, is in no circle.
  for (let size = -1; size !== left.size;) {
    size = left.size;
    for (const [folder, imported] of left) {
      const isImported = [...left.values()].some(others => others.includes(folder));
      if (!isImported || !imported.some(other => left.has(other))) {
        left.delete(folder);
      }
    }
  }
  return [...left.keys()];
}

const filesIn = (folder: string): number =>
  readdirSync(inProject(folder), { withFileTypes: true }).filter(entry => entry.isFile()).length;
