import { delimiter, isAbsolute } from 'node:path';
import type { ProcessEnvironment } from '../process/resolveCommand.ts';
import { invalidParams } from '../wire/responseError.ts';

/** The parameters of a `terminal/create` request. */
export interface CreateTerminalParams {
  readonly command: string;
  readonly args?: readonly string[] | null | undefined;
  readonly env?: readonly { readonly name: string; readonly value: string }[] | null | undefined;
  readonly cwd?: string | null | undefined;
  readonly outputByteLimit?: number | null | undefined;
}

/** A validated `terminal/create` request with its defaults. */
export interface TerminalRequest {
  readonly command: string;
  readonly args: readonly string[] | undefined;
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly cwd: string | undefined;
  readonly limitBytes: number;
  /** A tool of ours runs it. */
  readonly isTask?: boolean;
  /** The command is a line for the shell, also if it looks like the name of a program. */
  readonly isLine?: boolean | undefined;
}

const DEFAULT_OUTPUT_BYTES = 1024 * 1024;
const OUTPUT_LIMIT_BYTES = 8 * 1024 * 1024;
/** The limit of Linux for one argument. */
const ARGUMENT_LIMIT_CHARS = 128 * 1024;
const LIST_LIMIT = 10_000;

/** Validates a request. Throws an error response if it is invalid. */
export function parseTerminalRequest(request: CreateTerminalParams): TerminalRequest {
  const { command, cwd, outputByteLimit } = request;
  const args = request.args ?? undefined;
  const env = request.env ?? [];
  if (command.trim() === '') {
    throw invalidParams('The command is empty.');
  }
  validateStrings([command, ...(args ?? []), ...env.flatMap(({ name, value }) => [name, value])]);
  if (env.some(({ name }) => !/^[^=]+$/.test(name))) {
    throw invalidParams('The environment holds a name that none can have.');
  }
  return {
    command,
    args,
    env,
    cwd: cwd ?? undefined,
    limitBytes: parseOutputLimit(outputByteLimit ?? DEFAULT_OUTPUT_BYTES),
  };
}

function validateStrings(strings: readonly string[]): void {
  if (strings.length > LIST_LIMIT || strings.some(text => text.length > ARGUMENT_LIMIT_CHARS)) {
    throw invalidParams('The command is too long.');
  }
  if (strings.some(text => text.includes('\0'))) {
    throw invalidParams('The command holds a character that none can have.');
  }
}

function parseOutputLimit(bytes: number): number {
  if (!Number.isInteger(bytes) || bytes < 0) {
    throw invalidParams('outputByteLimit must be a whole number, 0 or more.');
  }
  return Math.min(bytes, OUTPUT_LIMIT_BYTES);
}

/** A pager would wait forever for input. */
const UNATTENDED: ProcessEnvironment = { PAGER: 'cat', GIT_PAGER: 'cat', TERM: 'xterm-256color' };

/** Returns the environment of a command and the names of the variables that the agent changed. */
export function commandEnvironment(
  base: ProcessEnvironment,
  requested: TerminalRequest['env'],
): { readonly env: ProcessEnvironment; readonly changed: readonly string[] } {
  const own = Object.fromEntries(requested.map(({ name, value }) => [name, value]));
  const env = { ...base, ...UNATTENDED, ...own };
  return {
    env: { ...env, ...withoutRelativeFolders(env) },
    changed: Object.keys(own).filter(name => own[name] !== base[name]),
  };
}

/** Removes empty and relative folders from PATH, which would find programs in the working directory. */
function withoutRelativeFolders(env: ProcessEnvironment): ProcessEnvironment {
  const paths = Object.entries(env).filter(([name]) => name.toUpperCase() === 'PATH');
  return {
    ...Object.fromEntries(
      paths.map(([name, value]) => [
        name,
        value
          .split(delimiter)
          .filter(folder => isAbsolute(folder.replaceAll('"', '')))
          .join(delimiter),
      ]),
    ),
    ...(process.platform === 'win32' && { NoDefaultCurrentDirectoryInExePath: '1' }),
  };
}
