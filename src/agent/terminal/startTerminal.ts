import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { parseCommand, formatCommand, type CommandLine } from '../../core/terminal/commandLine.ts';
import { riskyVariables } from '../../core/terminal/riskyVariables.ts';
import { errorCode } from '../../core/errorCode.ts';
import { nodeFileSystem } from '../disk/fileSystem.ts';
import type { PathGuard } from '../files/pathGuard.ts';
import { pinFolder, defaultPinningMode } from '../files/pinnedFolder.ts';
import type { Consent, ConsentRequest, Gate } from '../files/consent.ts';
import type { SpawnPty } from './pty.ts';
import { SPAWN_MARKER, getSystemProcessTable } from '../process/table/processTable.ts';
import type { ProcessEnvironment } from '../process/resolveCommand.ts';
import type { Watchdog } from '../process/watchdog.ts';
import { invalidParams, throwIfCanceled } from '../wire/responseError.ts';
import { AgentTerminal, type TerminalInfo } from './agentTerminal.ts';
import { startPipedProgram } from './startPipedProgram.ts';
import { ptyProgram } from './ptyProgram.ts';
import { prepareStart, type ProgramStart } from './prepareStart.ts';
import { commandEnvironment, type TerminalRequest } from './terminalRequest.ts';

/** What the commands of a session need. */
export interface StartTerminalOptions {
  readonly guard: PathGuard;
  readonly consent: Consent;
  /** Decides whether a command is started at this moment. */
  readonly gate?: Pick<Gate, 'admitCommand'> | undefined;
  /** The session's working directory, which is one of its roots. */
  readonly cwd: string;
  readonly roots: readonly string[];
  /** The user's environment without the variables of the editor. */
  readonly environment: () => ProcessEnvironment | Promise<ProcessEnvironment>;
  /** The absolute path of the user's shell. */
  readonly shell: () => string;
  /** If absent, commands run on pipes. */
  readonly spawnPty?: SpawnPty | undefined;
  readonly watchdog?: Watchdog | undefined;
}

/** Starts a command. If that fails, returns a terminal that has ended with exit code 127 or 126, as a shell does. */
export async function startTerminal(
  request: TerminalRequest,
  options: StartTerminalOptions,
  signal?: AbortSignal,
): Promise<AgentTerminal> {
  const command: CommandLine = request.isLine
    ? { kind: 'line', line: request.command }
    : parseCommand(request.command, request.args);
  const shown = formatCommand(command);
  const cwd = await resolveFolder(request, options, signal);
  const { env, changed } = commandEnvironment(await options.environment(), request.env);
  const risky = riskyVariables(changed, env);
  if (risky.length > 0) {
    await requireConsent(
      { kind: 'environment', env: pick(env, risky), command: shown },
      options.consent,
      signal,
    );
  }
  const { roots: workspaceRoots } = options;
  const prepared = await prepareStart(command, {
    cwd,
    env,
    shell: options.shell(),
    workspaceRoots,
  });
  const info = { id: randomUUID(), command: shown, cwd, limitBytes: request.limitBytes };
  if (prepared.kind === 'failed') {
    return new AgentTerminal(info, prepared);
  }
  const { start } = prepared;
  if (prepared.kind === 'planted') {
    await requireConsent(
      { kind: 'program', program: start.program, command: shown },
      options.consent,
      signal,
    );
  }
  const didEnd = await options.gate?.admitCommand(
    { command, cwd, env: pick(env, changed), isTask: request.isTask ?? false },
    signal,
  );
  try {
    throwIfCanceled(signal);
    const terminal = await spawnTerminal(info, start, options);
    void terminal.waitForExit().finally(didEnd);
    return terminal;
  } catch (error) {
    didEnd?.();
    throw error;
  }
}

const pick = (env: ProcessEnvironment, names: readonly string[]): ProcessEnvironment =>
  Object.fromEntries(names.map(name => [name, env[name] ?? '']));

async function resolveFolder(
  { cwd }: TerminalRequest,
  { guard, cwd: sessionCwd }: StartTerminalOptions,
  signal: AbortSignal | undefined,
): Promise<string> {
  const folder = await guard.authorize(cwd ?? sessionCwd, 'run', signal);
  const stats = await stat(folder.real).catch(() => undefined);
  if (!stats?.isDirectory()) {
    throw invalidParams(`${folder.shown} is not a folder.`, { path: folder.shown });
  }
  return folder.real;
}

async function requireConsent(
  request: ConsentRequest,
  consent: Consent,
  signal: AbortSignal | undefined,
): Promise<void> {
  if ((await consent.ask(request, signal)) === 'deny') {
    throw invalidParams('The user did not allow this command to run.', { reason: request.kind });
  }
}

async function spawnTerminal(
  info: TerminalInfo,
  start: ProgramStart,
  { spawnPty, watchdog }: StartTerminalOptions,
): Promise<AgentTerminal> {
  const marker = randomUUID();
  const env = { ...start.env, [SPAWN_MARKER]: marker };
  watchdog?.start();
  // The folder is kept open until the program has started in it, so that it cannot be replaced meanwhile.
  const folder = await pinFolder(start.cwd, nodeFileSystem, defaultPinningMode);
  try {
    const pinned = { ...start, env, cwd: folder.resolve('.') };
    const program = spawnPty
      ? ptyProgram(spawnPty(pinned.program, pinned.args, pinned))
      : await startPipedProgram(pinned);
    const root = {
      pid: program.pid,
      marker,
      started: getSystemProcessTable().getStartTime(program.pid),
    };
    return new AgentTerminal(info, { program, root, watchdog });
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) {
      throw error;
    }
    const exitCode = code === 'ENOENT' ? 127 : 126;
    return new AgentTerminal(info, { exitCode, message: `${start.program}: ${code}` });
  } finally {
    await folder.close();
  }
}
