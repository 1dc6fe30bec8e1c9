import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { commandOf, shownCommand } from '../../core/terminal/commandLine.ts';
import { riskyVariables } from '../../core/terminal/riskyVariables.ts';
import { codeOf, systemDisk } from '../files/disk.ts';
import type { PathGuard } from '../files/pathGuard.ts';
import { pinFolder, systemPinning } from '../files/pinnedFolder.ts';
import type { Consent, Question, SpawnPty } from '../ports.ts';
import { SPAWN_MARKER, systemProcesses } from '../process/processTable.ts';
import type { Environment } from '../process/resolveCommand.ts';
import type { Watchdog } from '../process/watchdog.ts';
import { invalidParams, throwIfCancelled } from '../wireError.ts';
import { AgentTerminal, type TerminalFacts } from './agentTerminal.ts';
import { pipedProgram } from './pipedProgram.ts';
import { ptyProgram } from './ptyProgram.ts';
import { preparedStart, type Start } from './startProgram.ts';
import { commandEnvironment, type TerminalRequest } from './terminalRequest.ts';

/** What the commands of a session are started with. */
export interface StartOptions {
  readonly guard: PathGuard;
  readonly consent: Consent;
  /** The session's working directory, and all its roots. */
  readonly cwd: string;
  readonly roots: readonly string[];
  /** The user's environment, without what the editor set for itself. */
  readonly environment: () => Environment | Promise<Environment>;
  /** The user's shell, by its full path. */
  readonly shell: () => string;
  /** Without it commands run on pipes. */
  readonly spawnPty?: SpawnPty | undefined;
  readonly watchdog?: Watchdog | undefined;
}

/** Starts a command. One that cannot be started gives a terminal that has ended, as in a shell: 127 or 126. */
export async function startTerminal(
  request: TerminalRequest,
  options: StartOptions,
  signal?: AbortSignal,
): Promise<AgentTerminal> {
  const command = commandOf(request.command, request.args);
  const shown = shownCommand(command);
  const cwd = await folderFor(request, options, signal);
  const { env, changed } = commandEnvironment(await options.environment(), request.env);
  const risky = riskyVariables(changed, env);
  if (risky.length > 0) {
    await agree({ kind: 'environment', names: risky, command: shown }, options.consent, signal);
  }
  const { roots: workspaceRoots } = options;
  const prepared = await preparedStart(command, {
    cwd,
    env,
    shell: options.shell(),
    workspaceRoots,
  });
  const facts = { id: randomUUID(), command: shown, cwd, limitBytes: request.limitBytes };
  if (prepared.kind === 'failed') {
    return new AgentTerminal(facts, prepared);
  }
  const { start } = prepared;
  if (prepared.kind === 'planted') {
    await agree(
      { kind: 'program', program: start.program, command: shown },
      options.consent,
      signal,
    );
  }
  throwIfCancelled(signal);
  return spawned(facts, start, options);
}

async function folderFor(
  { cwd }: TerminalRequest,
  { guard, cwd: sessionCwd }: StartOptions,
  signal: AbortSignal | undefined,
): Promise<string> {
  const place = await guard.admit(cwd ?? sessionCwd, 'run', signal);
  const stats = await stat(place.real).catch(() => undefined);
  if (!stats?.isDirectory()) {
    throw invalidParams(`${place.shown} is not a folder.`, { path: place.shown });
  }
  return place.real;
}

async function agree(
  question: Question,
  consent: Consent,
  signal: AbortSignal | undefined,
): Promise<void> {
  if ((await consent.ask(question, signal)) === 'deny') {
    throw invalidParams('The user did not allow this command to run.', { reason: question.kind });
  }
}

async function spawned(
  facts: TerminalFacts,
  start: Start,
  { spawnPty, watchdog }: StartOptions,
): Promise<AgentTerminal> {
  const marker = randomUUID();
  const env = { ...start.env, [SPAWN_MARKER]: marker };
  watchdog?.start();
  // The folder is held open until the program has started in it: it cannot be exchanged in between.
  const folder = await pinFolder(start.cwd, systemDisk, systemPinning);
  try {
    const pinned = { ...start, env, cwd: folder.at('.') };
    const program = spawnPty
      ? ptyProgram(spawnPty(pinned.program, pinned.args, pinned))
      : await pipedProgram(pinned);
    const root = { pid: program.pid, marker, started: systemProcesses().startOf(program.pid) };
    return new AgentTerminal(facts, { program, root, watchdog });
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) {
      throw error;
    }
    const exitCode = code === 'ENOENT' ? 127 : 126;
    return new AgentTerminal(facts, { exitCode, message: `${start.program}: ${code}` });
  } finally {
    await folder.close();
  }
}
