import { errorCode } from '../../core/errorCode.ts';
import { UserError } from '../../core/errors.ts';
import type { LaunchConfig } from './launchConfig.ts';
import type { ResolvedCommand } from './resolveCommand.ts';
import { localizable, t } from '../../core/l10n.ts';

type NotFound = Exclude<ResolvedCommand, { readonly kind: 'found' }>;

const CHECK = localizable(
  'Check its command in the setting accord.agents, or choose another agent.',
);

/** The error for a command that does not resolve to a program that may be started. */
export function createCommandError(config: LaunchConfig, problem: NotFound): UserError {
  return new UserError(t('{0} cannot start: {1}', config.name, reason(config.command, problem)));
}

function reason(command: string, problem: NotFound): string {
  switch (problem.kind) {
    case 'missing':
      return t('the command "{0}" was not found. {1}', command, adviceFor(command));
    case 'relative':
      return t(
        '"{0}" is a relative path. Give the whole path in the setting accord.agents.',
        command,
      );
    case 'folder':
      return t('{0} is a folder, not a program. {1}', problem.path, t(CHECK));
    case 'notExecutable':
      return t(
        '{0} may not be executed. Make it executable (chmod +x), or correct the command in the setting accord.agents.',
        problem.path,
      );
    case 'onlyInWorkspace':
      return t(
        '"{0}" was found only inside the workspace ({1}), and programs are not taken from there by name. If you trust it, give its whole path in the setting accord.agents.',
        command,
        problem.path,
      );
    case 'needsShell':
      return t(
        '{0} is a script for cmd.exe, which could misread its arguments. Name the program behind it in the setting accord.agents.',
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
        return t(
          'Its arguments, if these are some, belong into "args" in the setting accord.agents.',
        );
      }
      return t(
        'Install it, or correct the command in the setting accord.agents. If it runs in a terminal, reload the window so that a changed PATH is read again.',
      );
  }
}

/** The error for a missing working directory. */
export function createFolderError(config: LaunchConfig, folder: string): UserError {
  return new UserError(
    t('{0} cannot start: the folder {1} does not exist. {2}', config.name, folder, t(CHECK)),
  );
}

/** The error for a program that the system refused to start. */
export function createSpawnError(config: LaunchConfig, program: string, error: Error): UserError {
  const code = errorCode(error) ?? error.message;
  return new UserError(t('{0} cannot start: {1}', config.name, refusal(program, code)));
}

function refusal(program: string, code: string): string {
  switch (code) {
    case 'ENOENT':
      return t(
        '{0} is there, but the interpreter named in its first line is not. Install that, or check its command in the setting accord.agents, or choose another agent.',
        program,
      );
    case 'EACCES':
    case 'EPERM':
      return t(
        'the system does not allow to execute {0} ({1}). Check its rights, or check its command in the setting accord.agents, or choose another agent.',
        program,
        code,
      );
    case 'ERR_INVALID_ARG_VALUE':
      return t(
        'its command, arguments or environment hold a character that cannot be passed on. {0}',
        t(CHECK),
      );
    case 'E2BIG':
      return t('its arguments and environment are too long. {0}', t(CHECK));
    case 'EAGAIN':
    case 'EMFILE':
    case 'ENFILE':
    case 'ENOMEM':
      return t(
        'the system has no room for another process ({0}). Close some programs and try again.',
        code,
      );
    default:
      return wrongMachine(program, ` (${code})`);
  }
}

/** The error for a program for another platform. */
export function createForeignProgramError(config: LaunchConfig, program: string): UserError {
  return new UserError(t('{0} cannot start: {1}', config.name, wrongMachine(program, '')));
}

const wrongMachine = (program: string, code: string): string =>
  t(
    '{0} was made for another system or processor than this one ({1} {2}){3}. Install the build for this machine.',
    program,
    process.platform,
    process.arch,
    code,
  );
