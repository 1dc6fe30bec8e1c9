import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { vscodeFolder } from './vscodeFolder.ts';

/** Colors, icons, languages and git, which are visible in our windows. */
const shown = [
  'diff',
  'git',
  'git-base',
  'javascript',
  'json',
  'markdown-basics',
  'theme-defaults',
  'theme-seti',
  'typescript-basics',
];

/** The TypeScript server, and the folder next to it in which it finds its compiler. */
export const TYPESCRIPT_SERVER: readonly string[] = [
  'typescript-language-features',
  'node_modules',
];

/**
 * Creates a folder with the built-in extensions that our tests need. The others, above all the TypeScript server, take a
 * third of the time in which a window opens. Host tests and benchmarks run with all of them.
 */
export async function linkBuiltInExtensions(
  folder: string,
  more: readonly string[] = [],
): Promise<void> {
  const all = path.join(await vscodeFolder(), 'extensions');
  await mkdir(folder, { recursive: true });
  await Promise.all(
    [...shown, ...more].map(name =>
      symlink(path.join(all, name), path.join(folder, name), 'junction'),
    ),
  );
}
