import {
  quoteBatchCommand,
  getShellInvocation,
  type CommandLine,
} from '../../core/terminal/commandLine.ts';
import { resolveCommand, type ProcessEnvironment } from '../process/resolveCommand.ts';
import { isAbsolute, join } from 'node:path';

/** All that a process is started with. */
export interface ProgramStart {
  readonly program: string;
  readonly args: readonly string[];
  /** The arguments are already as Windows wants them. */
  readonly isVerbatim: boolean;
  readonly cwd: string;
  readonly env: ProcessEnvironment;
}

/** Where and how a command is to run. */
export interface CommandContext {
  readonly cwd: string;
  readonly env: ProcessEnvironment;
  readonly shell: string;
  readonly workspaceRoots: readonly string[];
}

/** How to start a command, or how it would have failed in a shell. */
export type PreparedStart =
  | { readonly kind: 'ready'; readonly start: ProgramStart }
  /** A name that means a program in the workspace only: the user decides. */
  | { readonly kind: 'planted'; readonly start: ProgramStart }
  | { readonly kind: 'failed'; readonly exitCode: 126 | 127; readonly message: string };

/** Finds the program of a command. Only a command line sees a shell. */
export async function prepareStart(
  command: CommandLine,
  surroundings: CommandContext,
): Promise<PreparedStart> {
  const { cwd, env, shell } = surroundings;
  if (command.kind === 'line') {
    return (await isProgramPath(command.line, surroundings))
      ? prepareStart({ kind: 'program', program: command.line, args: [] }, surroundings)
      : {
          kind: 'ready',
          start: { program: shell, ...getShellInvocation(shell, command.line), cwd, env },
        };
  }
  const { program, args } = command;
  const path = /[/\\]/.test(program) && !isAbsolute(program) ? join(cwd, program) : program;
  const found = await resolveCommand(path, args, { environment: env, ...surroundings });
  const start = { isVerbatim: false, cwd, env, args };
  switch (found.kind) {
    case 'found':
      return { kind: 'ready', start: { ...start, program: found.program, args: found.args } };
    case 'onlyInWorkspace':
      return { kind: 'planted', start: { ...start, program: found.path } };
    case 'needsShell':
      return { kind: 'ready', start: { ...start, ...batch(found.path, args, env) } };
    case 'folder':
      return { kind: 'failed', exitCode: 126, message: `${program}: is a folder` };
    case 'notExecutable':
      return { kind: 'failed', exitCode: 126, message: `${program}: permission denied` };
    case 'missing':
    case 'relative':
      return { kind: 'failed', exitCode: 127, message: `${program}: command not found` };
  }
}

/** A path may hold blanks and brackets without being a command line. */
async function isProgramPath(line: string, { env }: CommandContext): Promise<boolean> {
  return (
    isAbsolute(line) && (await resolveCommand(line, [], { environment: env })).kind === 'found'
  );
}

function batch(
  path: string,
  args: readonly string[],
  env: ProcessEnvironment,
): Pick<ProgramStart, 'program' | 'args' | 'isVerbatim'> {
  const shell = join(env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'cmd.exe');
  return { program: shell, ...getShellInvocation(shell, quoteBatchCommand(path, args)) };
}
