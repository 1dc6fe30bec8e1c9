import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { inProject, toolScript } from '../../harness/paths.ts';
import { runNode } from '../../harness/processes/processes.ts';
import { loadClient, type MeasuredClient } from './clientWindow.ts';

const folder = inProject('test/bench/clients/bare');
const vsix = inProject('out', 'bare.vsix');

/** Packages the bare client, with which the others are compared. */
export async function bareClient(): Promise<MeasuredClient> {
  await mkdir(path.dirname(vsix), { recursive: true });
  const options = ['--no-dependencies', '--skip-license', '--allow-missing-repository'];
  await runNode([toolScript('@vscode/vsce', 'vsce'), 'package', ...options, '--out', vsix], {
    cwd: folder,
  });
  return loadClient(vsix, path.join(folder, 'adapter.mjs'));
}
