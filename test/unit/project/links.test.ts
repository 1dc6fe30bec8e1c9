import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EXTENSION_URI_AUTHORITY } from '../../../src/core/prompt/mention/uri.ts';
import { inProject } from '../../harness/paths.ts';

const readText = (file: string): string => readFileSync(inProject(file), 'utf8');

const documents = globSync(
  ['*.md', 'docs/**/*.md', 'test/**/*.md', 'src/**/*.md', '.github/**/*.md'],
  {
    cwd: inProject('.'),
  },
);

/** The addresses of links and pictures, without code, in which brackets mean something else. */
function linksIn(markdown: string): readonly string[] {
  const text = markdown.replaceAll(/^(```|~~~)[^]*?^\1|`[^`\n]*`/gm, '');
  const inline = [...text.matchAll(/\]\(<?([^)\s>]+)/g)];
  const references = [...text.matchAll(/^\[[^\]]+\]:\s*<?(\S+?)>?\s*$/gm)];
  return [...inline, ...references].map(([, address = '']) => address);
}

const isRelative = (address: string): boolean => !/^(?:[a-z]+:|#)/i.test(address);

describe('the documents', () => {
  it('link only to files that exist', () => {
    expect(documents).toContain('docs/ARCHITECTURE.md');
    const broken = documents.flatMap(file =>
      linksIn(readText(file))
        .filter(isRelative)
        .map(address => path.join(path.dirname(file), address.replace(/#.*/, '')))
        .filter(target => !existsSync(inProject(target)))
        .map(target => `${file}: ${target}`),
    );
    expect(broken).toEqual([]);
  });
});

describe('the name of the extension', () => {
  const Manifest = z.object({
    name: z.string(),
    publisher: z.string(),
    repository: z.object({ url: z.string() }),
  });
  const { name, publisher, repository } = Manifest.parse(JSON.parse(readText('package.json')));

  it('is that of the manifest in links of the extension', () => {
    const id = `${publisher}.${name}`;
    expect(EXTENSION_URI_AUTHORITY).toBe(id);
  });

  it('and its repository are those of the manifest in all documents', () => {
    const home = repository.url.replace(/\.git$/, '');
    const readme = readText('README.md');
    expect(readme).toContain(`https://open-vsx.org/extension/${publisher}/${name}`);
    expect(readme).toContain(`${home}/actions/workflows/test.yml/badge.svg`);
    const owner = new URL(home).pathname.split('/')[1];
    const others = documents
      .filter(file => !file.startsWith('test/'))
      .flatMap(file => [...readText(file).matchAll(/https:\/\/github\.com\/([\w-]+)\/accord\b/g)])
      .filter(([, found]) => found !== owner);
    expect(others).toEqual([]);
  });
});
