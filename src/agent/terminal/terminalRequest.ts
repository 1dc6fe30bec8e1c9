import { delimiter, isAbsolute } from 'node:path';
import type { ProcessEnvironment } from '../process/resolveCommand.ts';
import { invalidParams } from '../wire/responseError.ts';

/** `terminal/create`, as it comes in. */
export interface CreateTerminalParams {
  readonly command: string;
  readonly args?: readonly string[] | null | undefined;
  readonly env?: readonly { readonly name: string; readonly value: string }[] | null | undefined;
  readonly cwd?: string | null | undefined;
  readonly outputByteLimit?: number | null | undefined;
}

/** The same, checked, with what was left open filled in. */
export interface TerminalRequest {
  readonly command: string;
  readonly args: readonly string[] | undefined;
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly cwd: string | undefined;
  readonly limitBytes: number;
}

const DEFAULT_OUTPUT_BYTES = 1024 * 1024;
const OUTPUT_LIMIT_BYTES = 8 * 1024 * 1024;
/** What Linux takes for one argument. */
const ARGUMENT_LIMIT_CHARS = 128 * 1024;
const LIST_LIMIT = 10_000;

/** Checks a request; throws what is wrong with it. */
export function parseTerminalRequest(request: CreateTerminalParams): TerminalRequest {
  const { command, cwd, outputByteLimit } = request;
  const args = request.args ?? undefined;
  const env = request.env ?? [];
  if (command.trim() === '') {
    throw invalidParams('The command is empty.');
  }
  checkTexts([command, ...(args ?? []), ...env.flatMap(({ name, value }) => [name, value])]);
  if (env.some(({ name }) => !/^[^=]+$/.test(name))) {
    throw invalidParams('The environment holds a name that none can have.');
  }
  return {
    command,
    args,
    env,
    cwd: cwd ?? undefined,
    limitBytes: limitOf(outputByteLimit ?? DEFAULT_OUTPUT_BYTES),
  };
}

function checkTexts(texts: readonly string[]): void {
  if (texts.length > LIST_LIMIT || texts.some(text => text.length > ARGUMENT_LIMIT_CHARS)) {
    throw invalidParams('The command is too long.');
  }
  if (texts.some(text => text.includes('\0'))) {
    throw invalidParams('The command holds a character that none can have.');
  }
}

function limitOf(bytes: number): number {
  if (!Number.isInteger(bytes) || bytes < 0) {
    throw invalidParams('outputByteLimit must be a whole number, 0 or more.');
  }
  return Math.min(bytes, OUTPUT_LIMIT_BYTES);
}

/** Nobody sits before the pager: it would wait for ever. */
const UNATTENDED: ProcessEnvironment = { PAGER: 'cat', GIT_PAGER: 'cat', TERM: 'xterm-256color' };

/** The environment of a command, and the names whose values the agent changed. */
export function commandEnvironment(
  base: ProcessEnvironment,
  asked: TerminalRequest['env'],
): { readonly env: ProcessEnvironment; readonly changed: readonly string[] } {
  const own = Object.fromEntries(asked.map(({ name, value }) => [name, value]));
  const env = { ...base, ...UNATTENDED, ...own };
  return {
    env: { ...env, ...withoutRelativeFolders(env) },
    changed: Object.keys(own).filter(name => own[name] !== base[name]),
  };
}

/** An empty or relative folder in PATH is the working folder: a program planted there would be started. */
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
