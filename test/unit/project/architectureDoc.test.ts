import { existsSync, readFileSync } from 'node:fs';
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

  it.each([
    ["From the composer to the agent's stdin", 14],
    ['From stdout to the DOM', 15],
    ['From a disk edit to a hunk', 12],
    ['From Reject to bytes on disk', 12],
  ])('describes a short data flow: %s', (title, limit) => {
    const section = document.split(/\n#+ /).find(text => text.startsWith(title)) ?? '';
    const files = [...section.matchAll(/^\| `([\w/.]+)`/gm)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(10);
    expect(files.length).toBeLessThanOrEqual(limit);
    expect(files.filter(file => !existsSync(inProject(`src/${file}`)))).toEqual([]);
  });

  it('has a glossary of at most 30 entries', () => {
    const glossary = document.slice(document.indexOf('## 7. Glossary')).match(/^\| \w.*$/gm) ?? [];
    expect(glossary.length).toBeGreaterThan(10);
    expect(glossary.length - 1).toBeLessThanOrEqual(30);
  });
});
