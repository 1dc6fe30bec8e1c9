import { errorCode } from '../../core/errorCode.ts';
import { UserError } from '../../core/errors.ts';
import type { LaunchConfig } from './launchConfig.ts';
import type { ResolvedCommand } from './resolveCommand.ts';
import { localizable, t } from '../../core/l10n.ts';

type NotFound = Exclude<ResolvedCommand, { readonly kind: 'found' }>;

const CHECK = localizable(
  'Check its command in the accord.agents setting, or select another agent.',
);

/** The error for a command that does not resolve to a program that may be started. */
export function createCommandError(config: LaunchConfig, problem: NotFound): UserError {
  return new UserError(t("Can't start {0}: {1}", config.name, reason(config.command, problem)));
}

function reason(command: string, problem: NotFound): string {
  switch (problem.kind) {
    case 'missing':
      return t('command "{0}" not found. {1}', command, adviceFor(command));
    case 'relative':
      return t(
        '"{0}" is a relative path. Use an absolute path in the accord.agents setting.',
        command,
      );
    case 'folder':
      return t('{0} is a folder, not a program. {1}', problem.path, t(CHECK));
    case 'notExecutable':
      return t(
        "{0} isn't executable. Make it executable (chmod +x), or change the command in the accord.agents setting.",
        problem.path,
      );
    case 'onlyInWorkspace':
      return t(
        '"{0}" was only found in the workspace ({1}), and workspace programs aren\'t run by name. If you trust it, use its absolute path in the accord.agents setting.',
        command,
        problem.path,
      );
    case 'needsShell':
      return t(
        '{0} is a script for cmd.exe, which can misread arguments. Use the program it runs in the accord.agents setting.',
        problem.path,
      );
  }
}

function adviceFor(command: string): string {
  switch (command) {
    case 'npx':
    case 'npm':
    case 'node':
      return t('Install Node.js (https://nodejs.org), then reload the window.');
    case 'uvx':
    case 'uv':
      return t('Install uv (https://docs.astral.sh/uv), then reload the window.');
    default:
      if (/\s/.test(command)) {
        return t('Move any arguments to "args" in the accord.agents setting.');
      }
      return t(
        'Install it, or change the command in the accord.agents setting. If it works in a terminal, reload the window to update the PATH.',
      );
  }
}

/** The error for a missing working directory. */
export function createFolderError(config: LaunchConfig, folder: string): UserError {
  return new UserError(
    t("Can't start {0}: folder {1} doesn't exist. {2}", config.name, folder, t(CHECK)),
  );
}

/** The error for a program that the system refused to start. */
export function createSpawnError(config: LaunchConfig, program: string, error: Error): UserError {
  const code = errorCode(error) ?? error.message;
  return new UserError(t("Can't start {0}: {1}", config.name, refusal(program, code)));
}

function refusal(program: string, code: string): string {
  switch (code) {
    case 'ENOENT':
      return t(
        "the interpreter in the first line of {0} wasn't found. Install it, check the command in the accord.agents setting, or select another agent.",
        program,
      );
    case 'EACCES':
    case 'EPERM':
      return t(
        "the system doesn't allow running {0} ({1}). Check its permissions, check the command in the accord.agents setting, or select another agent.",
        program,
        code,
      );
    case 'ERR_INVALID_ARG_VALUE':
      return t(
        'its command, arguments, or environment contain an invalid character. {0}',
        t(CHECK),
      );
    case 'E2BIG':
      return t('its arguments and environment are too long. {0}', t(CHECK));
    case 'EAGAIN':
    case 'EMFILE':
    case 'ENFILE':
    case 'ENOMEM':
      return t(
        "the system can't start another process ({0}). Close some programs and try again.",
        code,
      );
    default:
      return wrongMachine(program, ` (${code})`);
  }
}

/** The error for a program for another platform. */
export function createForeignProgramError(config: LaunchConfig, program: string): UserError {
  return new UserError(t("Can't start {0}: {1}", config.name, wrongMachine(program, '')));
}

const wrongMachine = (program: string, code: string): string =>
  t(
    '{0} was built for another system or processor (this machine: {1} {2}){3}. Install the build for this machine.',
    program,
    process.platform,
    process.arch,
    code,
  );
