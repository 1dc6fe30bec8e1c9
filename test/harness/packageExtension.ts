import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inProject, root, toolScript, vsix } from './paths.ts';
import { exportStrings } from './localizableStrings.ts';
import { runNode } from './processes/processes.ts';
import { createSbom } from './sbom.ts';

/**
 * All files in the package get this date, 1980-01-01, the first that ZIP knows: two builds of the same source give the
 * same bytes. ZIP stores local time, hence the time zone.
 */
const REPRODUCIBLE = { SOURCE_DATE_EPOCH: '315532800', TZ: 'UTC' };

/** Builds the bundles in `dist`, with source maps. */
export async function buildExtension(): Promise<void> {
  await runNode([inProject('.esbuild.mjs')]);
}

/** Creates the VSIX from production bundles, with further options of vsce, and returns its size in bytes. */
export async function packageExtension(options: readonly string[] = []): Promise<number> {
  await exportStrings();
  await mkdir(path.dirname(vsix), { recursive: true });
  await packageFolder(root, vsix, options);
  const { size } = await stat(vsix);
  return size;
}

/** Creates the VSIX of the project in the folder, whose localizable strings were exported. */
export async function packageFolder(
  folder: string,
  out: string,
  options: readonly string[] = [],
): Promise<void> {
  await rm(path.join(folder, 'dist'), { recursive: true, force: true });
  await runNode([path.join(folder, '.esbuild.mjs'), '--production'], { cwd: folder });
  await writeFile(path.join(folder, 'dist', 'sbom.json'), await createSbom(folder));
  const command = ['package', '--no-dependencies', ...options, '--out', out];
  await runNode([toolScript('@vscode/vsce', 'vsce'), ...command], {
    cwd: folder,
    env: REPRODUCIBLE,
  });
}
