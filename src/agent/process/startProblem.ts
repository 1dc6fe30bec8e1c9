import { UserError } from '../../core/errors.ts';
import type { LaunchRecipe } from './launchRecipe.ts';
import type { ResolvedCommand } from './resolveCommand.ts';

type NotFound = Exclude<ResolvedCommand, { readonly kind: 'found' }>;

const CHECK = 'Check its command in the setting accord.agents, or choose another agent.';

/** The words for a command that names no program we may start. */
export function commandProblem(recipe: LaunchRecipe, problem: NotFound): UserError {
  return new UserError(`${recipe.name} cannot start: ${reason(recipe.command, problem)}`);
}

function reason(command: string, problem: NotFound): string {
  switch (problem.kind) {
    case 'missing':
      return `the command "${command}" was not found. ${adviceFor(command)}`;
    case 'relative':
      return `"${command}" is a relative path. Give the whole path in the setting accord.agents.`;
    case 'folder':
      return `${problem.path} is a folder, not a program. ${CHECK}`;
    case 'notExecutable':
      return `${problem.path} may not be executed. Make it executable (chmod +x), or correct the command in the setting accord.agents.`;
    case 'onlyInWorkspace':
      return `"${command}" was found only inside the workspace (${problem.path}), and programs are not taken from there by name. If you trust it, give its whole path in the setting accord.agents.`;
    case 'needsShell':
      return `${problem.path} is a script for cmd.exe, which could misread its arguments. Name the program behind it in the setting accord.agents.`;
  }
}

function adviceFor(command: string): string {
  switch (command) {
    case 'npx':
    case 'npm':
    case 'node':
      return 'Install Node.js (https://nodejs.org), then reload the window.';
    case 'uvx':
    case 'uv':
      return 'Install uv (https://docs.astral.sh/uv), then reload the window.';
    default:
      return `Install it, or correct the command in the setting accord.agents. If it runs in a terminal, reload the window so that a changed PATH is read again.`;
  }
}

/** The words for a working folder that is not there. */
export function folderProblem(recipe: LaunchRecipe, folder: string): UserError {
  return new UserError(
    `${recipe.name} cannot start: the folder ${folder} does not exist. ${CHECK}`,
  );
}

/** The words for a program that the system refused to start. */
export function spawnProblem(recipe: LaunchRecipe, program: string, error: Error): UserError {
  const code = 'code' in error ? String(error.code) : error.message;
  return new UserError(`${recipe.name} cannot start: ${refusal(program, code)}`);
}

function refusal(program: string, code: string): string {
  switch (code) {
    case 'ENOENT':
      return `${program} is there, but the interpreter named in its first line is not. Install that, or ${lower(CHECK)}`;
    case 'EACCES':
    case 'EPERM':
      return `the system does not allow to execute ${program} (${code}). Check its rights, or ${lower(CHECK)}`;
    case 'ERR_INVALID_ARG_VALUE':
      return `its command, arguments or environment hold a character that cannot be passed on. ${CHECK}`;
    case 'E2BIG':
      return `its arguments and environment are too long. ${CHECK}`;
    case 'EAGAIN':
    case 'EMFILE':
    case 'ENFILE':
    case 'ENOMEM':
      return `the system has no room for another process (${code}). Close some programs and try again.`;
    default:
      return wrongMachine(program, ` (${code})`);
  }
}

/** The words for a program made for another machine. */
export function machineProblem(recipe: LaunchRecipe, program: string): UserError {
  return new UserError(`${recipe.name} cannot start: ${wrongMachine(program, '')}`);
}

const wrongMachine = (program: string, code: string): string =>
  `${program} was made for another system or processor than this one (${process.platform} ${process.arch})${code}. Install the build for this machine.`;

const lower = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);
