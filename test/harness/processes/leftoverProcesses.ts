import { readdirSync, readFileSync } from 'node:fs';
import { waitUntil } from '../waitUntil.ts';

/** What a killed extension host leaves ends by itself within this time: its watchdog sees to it. */
const GRACE_MS = 5000;

/** Gives what is ending the time for it; ends what stays, and fails with its command lines. */
export async function checkForLeftoverProcesses(): Promise<void> {
  await waitUntil(() => leftoverPids().length === 0, GRACE_MS).catch(() => undefined);
  const strays = killLeftoverProcesses();
  if (strays.length > 0) {
    throw new Error(`Still running after the tests:\n${strays.join('\n')}`);
  }
}

/** Ends what is still running although all that we started has ended; answers with the command lines. */
export function killLeftoverProcesses(): string[] {
  const strays = leftoverPids();
  const commands = strays.map(pid => read(pid, 'cmdline').replaceAll('\0', ' ').trim());
  for (const pid of strays) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It ended by itself in the meantime.
    }
  }
  return commands;
}

/** Everything that descends from this run has its temporary folder in the environment. Only Linux lets us look. */
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
    return ''; // It has ended, or is another user's.
  }
}
