import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inProject, root } from '../paths.ts';

/** A folder of `src` with source files directly in it. */
export interface Module {
  /** Relative to the project, with slashes: `src/core/text`. */
  readonly folder: string;
  readonly files: readonly string[];
  /** The other folders that its files import from, sorted; imports of types count too. */
  readonly imports: readonly string[];
}

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g;

/** Reads the modules of `src` and their dependencies from the import statements, sorted by folder. */
export function readModules(): readonly Module[] {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).map(file =>
    file.replaceAll('\\', '/'),
  );
  const folders = [...new Set(files.map(file => path.posix.dirname(file)))].toSorted();
  return folders.map(folder => {
    const own = files.filter(file => path.posix.dirname(file) === folder).toSorted();
    return { folder, files: own, imports: importedFolders(folder, own) };
  });
}

function importedFolders(folder: string, files: readonly string[]): readonly string[] {
  const imported = files
    .flatMap(file => [...readFileSync(inProject(file), 'utf8').matchAll(IMPORT)])
    .map(([, specifier = '']) => path.posix.dirname(path.posix.join(folder, specifier)))
    .filter(target => target !== folder && target.startsWith('src'));
  return [...new Set(imported)].toSorted();
}
