import {
  quoteBatchCommand,
  getShellInvocation,
  type CommandLine,
} from '../../core/terminal/commandLine.ts';
import { resolveCommand, type ProcessEnvironment } from '../process/resolveCommand.ts';
import { isAbsolute, join } from 'node:path';

/** What a process is spawned with. */
export interface ProgramStart {
  readonly program: string;
  readonly args: readonly string[];
  /** The arguments are already quoted for Windows. */
  readonly isVerbatim: boolean;
  readonly cwd: string;
  readonly env: ProcessEnvironment;
}

/** The context that a command runs in. */
export interface CommandContext {
  readonly cwd: string;
  readonly env: ProcessEnvironment;
  readonly shell: string;
  readonly workspaceRoots: readonly string[];
}

/** How to start a command, or how it would fail in a shell. */
export type PreparedStart =
  | { readonly kind: 'ready'; readonly start: ProgramStart }
  /** The name was found only inside the workspace, so the user has to consent. */
  | { readonly kind: 'planted'; readonly start: ProgramStart }
  | { readonly kind: 'failed'; readonly exitCode: 126 | 127; readonly message: string };

/** Finds the program of a command. Only a command line is run by a shell. */
export async function prepareStart(
  command: CommandLine,
  context: CommandContext,
): Promise<PreparedStart> {
  const { cwd, env, shell } = context;
  if (command.kind === 'line') {
    return (await isProgramPath(command.line, context))
      ? prepareStart({ kind: 'program', program: command.line, args: [] }, context)
      : {
          kind: 'ready',
          start: { program: shell, ...getShellInvocation(shell, command.line), cwd, env },
        };
  }
  const { program, args } = command;
  const path = /[/\\]/.test(program) && !isAbsolute(program) ? join(cwd, program) : program;
  const found = await resolveCommand(path, args, { environment: env, ...context });
  const start = { isVerbatim: false, cwd, env, args };
  switch (found.kind) {
    case 'found':
      return { kind: 'ready', start: { ...start, program: found.program, args: found.args } };
    case 'onlyInWorkspace':
      return { kind: 'planted', start: { ...start, program: found.path } };
    case 'needsShell':
      return { kind: 'ready', start: { ...start, ...toBatchStart(found.path, args, env) } };
    case 'folder':
      return { kind: 'failed', exitCode: 126, message: `${program}: is a folder` };
    case 'notExecutable':
      return { kind: 'failed', exitCode: 126, message: `${program}: permission denied` };
    case 'missing':
    case 'relative':
      return { kind: 'failed', exitCode: 127, message: `${program}: command not found` };
  }
}

/** Whether a command line is the path of a program, which may contain blanks and brackets. */
async function isProgramPath(line: string, { env }: CommandContext): Promise<boolean> {
  return (
    isAbsolute(line) && (await resolveCommand(line, [], { environment: env })).kind === 'found'
  );
}

function toBatchStart(
  path: string,
  args: readonly string[],
  env: ProcessEnvironment,
): Pick<ProgramStart, 'program' | 'args' | 'isVerbatim'> {
  const shell = join(env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'cmd.exe');
  return { program: shell, ...getShellInvocation(shell, quoteBatchCommand(path, args)) };
}
