import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** A path in the project. */
export const inProject = (...parts: readonly string[]): string => path.join(root, ...parts);

/** The packaged extension, as `npm run package` leaves it. */
export const vsix = inProject('out', 'accord.vsix');

/** The script behind a development tool, to be run by Node. */
export function toolScript(packageName: string, tool = packageName): string {
  const folder = inProject('node_modules', packageName);
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    readonly bin: Readonly<Record<string, string>>;
  };
  const script = manifest.bin[tool];
  if (script === undefined) {
    throw new Error(`${packageName} has no program named ${tool}.`);
  }
  return path.join(folder, script);
}
