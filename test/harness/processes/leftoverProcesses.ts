import { readdirSync, readFileSync } from 'node:fs';
import { waitUntil } from '../waitUntil.ts';

/** The watchdog of a killed extension host ends its programs within this time. */
const GRACE_MS = 5000;

/** Fails if programs of this run still exist after a grace period, and kills them. */
export async function checkForLeftoverProcesses(): Promise<void> {
  await waitUntil(() => leftoverPids().length === 0, GRACE_MS).catch(() => undefined);
  const commands = killLeftoverProcesses();
  if (commands.length > 0) {
    throw new Error(`Still running after the tests:\n${commands.join('\n')}`);
  }
}

/** Kills programs that outlived the ones that started them, and returns their command lines. */
export function killLeftoverProcesses(): string[] {
  const pids = leftoverPids();
  const commands = pids.map(pid => read(pid, 'cmdline').replaceAll('\0', ' ').trim());
  for (const pid of pids) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended in the meantime.
    }
  }
  return commands;
}

/** Descendants of this run have its temporary folder in their environment, which only Linux lets us read. */
function leftoverPids(): string[] {
  if (process.platform !== 'linux') {
    return [];
  }
  const mark = `TMPDIR=${process.env['TMPDIR']}`;
  return readdirSync('/proc').filter(name => /^\d+$/.test(name) && hasMark(name, mark));
}

const hasMark = (pid: string, mark: string): boolean =>
  read(pid, 'environ').split('\0').includes(mark);

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // The process has ended or belongs to another user.
  }
}
