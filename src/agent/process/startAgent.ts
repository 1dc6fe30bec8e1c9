import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { agentEnvironment } from './agentEnvironment.ts';
import { AgentProcess } from './agentProcess.ts';
import type { ProcessTreeRoot } from './killTree.ts';
import type { LaunchConfig } from './launchConfig.ts';
import { getSystemProcessTable } from './table/processTable.ts';
import { expandHome, resolveCommand, withTrustedPath } from './resolveCommand.ts';
import type { CommandSearch, ProcessEnvironment, ResolvedProgram } from './resolveCommand.ts';
import { prepareRunner } from './runnerFolder.ts';
import { createCommandError, createFolderError, createSpawnError } from './startError.ts';
import type { Watchdog } from './watchdog.ts';

export interface StartAgentOptions {
  /** The user's environment, from `LoginEnvironment`. */
  readonly environment: ProcessEnvironment;
  /** The working directory, unless the launch configuration has one. */
  readonly cwd: string;
  readonly workspaceRoots?: readonly string[];
  /** The folder of ours in which package runners such as `npx` run. */
  readonly runnerFolder?: string;
  readonly watchdog?: Watchdog;
  readonly noBrowser?: boolean;
}

/** Starts an agent without a shell. Throws a `UserError` with the reason and what to do. */
export async function startAgent(
  config: LaunchConfig,
  options: StartAgentOptions,
): Promise<AgentProcess> {
  const marker = randomUUID();
  const { environment: base, noBrowser = false } = options;
  const { workspaceRoots = [] } = options;
  const env = await withTrustedPath({
    environment: agentEnvironment({ base, extra: config.env, marker, noBrowser }),
    workspaceRoots,
  });
  const found = await findProgram(config, { environment: env, workspaceRoots });
  const folder = expandHome(config.cwd ?? options.cwd);
  await checkFolder(config, folder);
  const start = await prepareRunner(config, found, options.runnerFolder);
  const { program, args, cwd = folder } = start;
  options.watchdog?.start();
  try {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: 'pipe',
      windowsHide: true,
      detached: process.platform !== 'win32', // Its own process group, which can be killed as a whole.
    });
    return await watched(child, marker, options.watchdog);
  } catch (error) {
    throw createSpawnError(
      config,
      program,
      error instanceof Error ? error : new Error(String(error)),
    );
  }
}

async function findProgram(config: LaunchConfig, search: CommandSearch): Promise<ResolvedProgram> {
  const resolved = await resolveCommand(config.command, config.args, search);
  if (resolved.kind !== 'found') {
    throw createCommandError(config, resolved);
  }
  return resolved;
}

async function checkFolder(config: LaunchConfig, folder: string): Promise<void> {
  const stats = await stat(folder).catch(() => undefined);
  if (!stats?.isDirectory()) {
    throw createFolderError(config, folder);
  }
}

async function watched(
  child: ChildProcessWithoutNullStreams,
  marker: string,
  watchdog: Watchdog | undefined,
): Promise<AgentProcess> {
  if (child.pid === undefined) {
    await once(child, 'spawn'); // Rejects with the reason why there is no process.
  }
  const pid = child.pid ?? 0;
  const root: ProcessTreeRoot = { pid, marker, started: getSystemProcessTable().getStartTime(pid) };
  watchdog?.watch(root);
  return new AgentProcess(child, root, () => watchdog?.release(root));
}
