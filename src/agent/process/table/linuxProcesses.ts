import { readFileSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { mapWithLimit } from '../../../core/async/mapWithLimit.ts';
import type { ProcessInfo } from './processTable.ts';
import { isUserBrowser } from './isUserBrowser.ts';

/** All running processes in /proc. */
export async function listLinuxProcesses(): Promise<readonly ProcessInfo[]> {
  const names = await readdir('/proc');
  const pids = names.map(Number).filter(Number.isInteger);
  const processes = await mapWithLimit(pids, async pid =>
    parseStat((await textOf(`/proc/${pid}/stat`)) ?? ''),
  );
  return processes.filter(process => process !== undefined);
}

/** The processes whose initial environment contains `ACCORD_SPAWN=<marker>`. */
export async function filterMarkedLinux(
  variable: string,
  among: readonly ProcessInfo[],
): Promise<readonly ProcessInfo[]> {
  const checked = await mapWithLimit(among, async process => {
    const environment = await environmentOf(process);
    return environment.split('\0').includes(variable) ? process : undefined;
  });
  return checked.filter(process => process !== undefined);
}

const ATTEMPTS = 20;
const RETRY_MS = 10;
const KERNEL_THREADS = 2;

/** A process has no environment while it executes another program. So an empty environment is checked several times. */
async function environmentOf({ pid, parent }: ProcessInfo): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const environment = await textOf(`/proc/${pid}/environ`);
    if (environment !== '' || parent === KERNEL_THREADS || attempt === ATTEMPTS) {
      return environment ?? '';
    }
    await delay(RETRY_MS);
  }
}

/** The processes that are browsers of the user. */
export async function filterLinuxBrowsers(
  among: readonly ProcessInfo[],
): Promise<readonly ProcessInfo[]> {
  const checked = await mapWithLimit(among, async process => {
    const commandLine = await textOf(`/proc/${process.pid}/cmdline`);
    return isUserBrowser(commandLine?.split('\0') ?? []) ? process : undefined;
  });
  return checked.filter(process => process !== undefined);
}

/** Synchronous: a child that was just spawned is in /proc until Node reaps it. */
export function getLinuxStartTime(pid: number): number | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'latin1'), true)?.started;
  } catch {
    return undefined; // It has ended, or /proc is not mounted.
  }
}

/** Parses a line of /proc/<pid>/stat. The name in parentheses may itself contain parentheses and spaces. */
export function parseStat(stat: string, withDead = false): ProcessInfo | undefined {
  const close = stat.lastIndexOf(')');
  const pid = Number.parseInt(stat, 10);
  const fields = stat.slice(close + 2).split(' ');
  const [state, parent, group] = fields;
  const started = fields[19];
  if (close < 0 || started === undefined || (!withDead && (state === 'Z' || state === 'X'))) {
    return undefined;
  }
  return { pid, parent: Number(parent), group: Number(group), started: Number(started) };
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'latin1');
  } catch {
    return undefined; // It has ended in the meantime, or belongs to another user.
  }
}
