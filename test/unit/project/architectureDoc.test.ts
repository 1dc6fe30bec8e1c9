import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readModules } from '../../harness/modules/moduleGraph.ts';
import { inProject } from '../../harness/paths.ts';

const document = readFileSync(inProject('docs/ARCHITECTURE.md'), 'utf8');
const modules = readModules();

describe('docs/ARCHITECTURE.md', () => {
  it('lists every folder of src, in backticks and without "src/"', () => {
    const folders = modules.map(({ folder }) => folder.slice('src/'.length));
    expect(folders.filter(folder => folder && !document.includes(`\`${folder}\``))).toEqual([]);
  });

  it('lists every runtime package in backticks', () => {
    const manifest = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    const packages = Object.keys(manifest.dependencies);
    expect(packages.filter(name => !document.includes(`\`${name}\``))).toEqual([]);
  });
});
