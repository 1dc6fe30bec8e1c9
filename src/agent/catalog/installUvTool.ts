import { join } from 'node:path';
import { UserError } from '../../core/errors.ts';
import { systemProgramFiles } from '../process/programFiles.ts';
import type { InstalledProgram } from './agentStore.ts';
import type { InstallOptions } from './installAgent.ts';
import type { PackageInstallation } from './installNpmPackage.ts';
import { runTool } from './runTool.ts';
import type { ToolContext } from './runTool.ts';
import { t } from '../../core/l10n.ts';

/** Installs an exact version of a Python package as a tool in the given folder. */
export async function installUvTool(
  task: PackageInstallation,
  context: ToolContext,
  options: Pick<InstallOptions, 'signal' | 'onProgress'>,
): Promise<InstalledProgram> {
  const { folder, name } = task;
  const { signal, onProgress } = options;
  const spec = task.spec.replace(/@(?=\d)/, '==');
  const bin = join(folder, 'bin');
  await runTool(
    {
      doing: t('Installing {0}', name),
      command: 'uv',
      args: ['tool', 'install', '--no-config', spec],
      env: { UV_TOOL_DIR: join(folder, 'tools'), UV_TOOL_BIN_DIR: bin },
      cwd: folder,
      signal,
      onLine: line => onProgress?.({ message: line.trim() }),
    },
    context,
  );
  const command = task.cmd ?? /^[\w.-]+/.exec(spec)?.[0] ?? '';
  const program = join(bin, process.platform === 'win32' ? `${command}.exe` : command);
  if ((await systemProgramFiles.getKind(program)) !== 'program') {
    throw new UserError(
      t('{0} has no command "{1}" for {2}. Nothing was installed.', spec, command, name),
    );
  }
  return { program };
}
