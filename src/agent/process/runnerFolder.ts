import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isNpmRunner, isPackageRunner } from '../../core/catalog/packageRunner.ts';
import { writeFileAtomic } from '../disk/writeFileAtomic.ts';
import type { LaunchConfig } from './launchConfig.ts';
import type { ResolvedProgram } from './resolveCommand.ts';

/**
 * Prepares a package runner such as `npx` to run in a folder of ours. In the workspace it would run the workspace's
 * copy of the package, or obey its settings. Other programs stay as they are.
 *
 * The started program changes the folder itself, so that it can be started by an agent or a terminal, too. On Windows
 * there is no shell for that: there the caller has to start it in the folder, which `cwd` names.
 */
export async function prepareRunner(
  { command, args }: Pick<LaunchConfig, 'command' | 'args'>,
  start: ResolvedProgram,
  folder: string | undefined,
): Promise<ResolvedProgram & { readonly cwd?: string }> {
  if (folder === undefined || !isPackageRunner(command, args)) {
    return start;
  }
  await fillFolder(folder);
  if (process.platform === 'win32') {
    return { ...start, cwd: folder };
  }
  const script = isNpmRunner(command, args) ? RUN_NPM_IN_FOLDER : RUN_IN_FOLDER;
  return { program: SHELL, args: ['-c', script, folder, start.program, ...start.args] };
}

const SHELL = '/bin/sh';
const NPM_SHELL = 'npm-shell.sh';

const RUN_IN_FOLDER = 'cd "$0" && exec "$@"';

/** npm runs the program in its own working directory, through a shell that can be set: ours goes back first. */
const RUN_NPM_IN_FOLDER = `ACCORD_DIRECTORY=$PWD npm_config_script_shell=$0/${NPM_SHELL}
export ACCORD_DIRECTORY npm_config_script_shell
${RUN_IN_FOLDER}`;

/** npm uses the shell for install scripts as well, which have to stay where they are. */
const NPM_SHELL_SCRIPT = `#!${SHELL}
if [ "$npm_lifecycle_event" = npx ]; then
  cd "$ACCORD_DIRECTORY" || exit 1
  INIT_CWD=$PWD
  export INIT_CWD
  unset ACCORD_DIRECTORY npm_config_script_shell
fi
exec ${SHELL} "$@"
`;

/** With a manifest of its own, the folder is the root for npm, whatever the folders above contain. */
async function fillFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFileAtomic(join(folder, 'package.json'), '{"private":true}\n');
  await writeFileAtomic(join(folder, NPM_SHELL), NPM_SHELL_SCRIPT, { mode: 0o700 });
}
