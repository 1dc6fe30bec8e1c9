import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { inProject, toolScript, vsix } from './paths.ts';
import { exportStrings } from './localizableStrings.ts';
import { runNode } from './processes/processes.ts';

/** Builds the bundles in `dist`, with source maps. */
export async function buildExtension(): Promise<void> {
  await runNode([inProject('.esbuild.mjs')]);
}

/** Creates the VSIX from production bundles and returns its size in bytes. */
export async function packageExtension(): Promise<number> {
  await rm(inProject('dist'), { recursive: true, force: true });
  await runNode([inProject('.esbuild.mjs'), '--production']);
  await exportStrings();
  await mkdir(path.dirname(vsix), { recursive: true });
  await runNode([
    toolScript('@vscode/vsce', 'vsce'),
    'package',
    '--no-dependencies',
    '--allow-missing-repository',
    '--no-rewrite-relative-links', // There is no public repository whose pages they could point to.
    '--out',
    vsix,
  ]);
  const { size } = await stat(vsix);
  return size;
}
