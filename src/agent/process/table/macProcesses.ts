import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ProcessInfo } from './processTable.ts';

const run = promisify(execFile);
const OUTPUT_LIMIT_BYTES = 64 * 1024 * 1024;

/** All processes, from `ps`. */
export async function listMacProcesses(): Promise<readonly ProcessInfo[]> {
  return parsePs(await ps(['-A', '-o', 'pid=,ppid=,pgid=,stat=,lstart=']));
}

/** `ps -E` prints the environment of the user's own processes after their command. */
export async function filterMarkedMac(
  variable: string,
  among: readonly ProcessInfo[],
): Promise<readonly ProcessInfo[]> {
  const lines = (await ps(['-A', '-ww', '-E', '-o', 'pid=,command='])).split('\n');
  const pids = new Set(
    lines.filter(line => line.includes(variable)).map(line => parseInt(line, 10)),
  );
  return among.filter(process => pids.has(process.pid));
}

/** Parses lines of `pid ppid pgid stat` and a date such as `Mon Nov 16 07:03:11 2026`. */
export function parsePs(output: string): ProcessInfo[] {
  return output.split('\n').flatMap(line => {
    const [pid, parent, group, state, ...date] = line.trim().split(/\s+/);
    const started = Date.parse(date.join(' '));
    return !pid || Number.isNaN(started) || state?.startsWith('Z')
      ? []
      : [{ pid: Number(pid), parent: Number(parent), group: Number(group), started }];
  });
}

async function ps(args: readonly string[]): Promise<string> {
  const { stdout } = await run('/bin/ps', args, {
    env: { LC_ALL: 'C' },
    maxBuffer: OUTPUT_LIMIT_BYTES,
  });
  return stdout;
}
