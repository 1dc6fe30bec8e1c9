import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { vscodeFolder } from './vscodeFolder.ts';

/** Colours, icons, languages and git: what our windows show. */
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

/**
 * Makes a folder with those of VS Code's own extensions that tests of ours can see. The others, TypeScript's server above
 * all, take a third of the time in which a window opens. The host tests and the benchmarks run with all of them.
 */
export async function linkBuiltInExtensions(folder: string): Promise<void> {
  const all = path.join(await vscodeFolder(), 'extensions');
  await mkdir(folder, { recursive: true });
  await Promise.all(
    shown.map(name => symlink(path.join(all, name), path.join(folder, name), 'junction')),
  );
}
