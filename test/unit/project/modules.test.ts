import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readModules } from '../../harness/modules/moduleGraph.ts';
import { inProject } from '../../harness/paths.ts';

const FILE_LIMIT = 20;
const EXPORTED_TYPE = /^export (?:abstract )?(?:class|interface|type) (\w+)/gm;

/** Names that several files may export, each with the reason. */
const SHARED_NAMES: Readonly<Record<string, string>> = {};

const modules = readModules();

describe('the modules in src', () => {
  it('do not import each other', () => {
    const importsOf = new Map(modules.map(({ folder, imports }) => [folder, imports]));
    const mutual = modules.flatMap(({ folder, imports }) =>
      imports
        .filter(other => folder < other && importsOf.get(other)?.includes(folder))
        .map(other => `${folder} <-> ${other}`),
    );
    expect(mutual).toEqual([]);
  });

  it(`have at most ${FILE_LIMIT} files`, () => {
    const large = modules.filter(({ files }) => files.length > FILE_LIMIT);
    expect(large.map(({ folder, files }) => `${folder}: ${files.length}`)).toEqual([]);
  });

  it('export each class, interface and type name from one file only', () => {
    const filesByName = new Map<string, string[]>();
    for (const file of modules.flatMap(({ files }) => files)) {
      for (const [, name = ''] of readFileSync(inProject(file), 'utf8').matchAll(EXPORTED_TYPE)) {
        filesByName.set(name, [...(filesByName.get(name) ?? []), file]);
      }
    }
    const repeated = [...filesByName]
      .filter(([name, files]) => files.length > 1 && !(name in SHARED_NAMES))
      .map(([name, files]) => `${name}: ${files.join(', ')}`);
    expect(filesByName.size).toBeGreaterThan(100);
    expect(repeated).toEqual([]);
  });
});
