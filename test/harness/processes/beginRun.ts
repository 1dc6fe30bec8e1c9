import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stopPrograms } from './processes.ts';
import { killLeftoverProcesses } from './leftoverProcesses.ts';

const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/**
 * Prepares a run of the harness. All programs it starts keep their temporary files in one folder, and neither files nor
 * processes are left when the run ends or is interrupted.
 */
export function beginRun(): void {
  const folder = mkdtempSync(path.join(shortTmpdir(), 'accord-'));
  chmodSync(folder, 0o1777); // Like the system's temporary folder: some tests start programs as another user.
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) {
    process.env[name] = folder;
  }
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  for (const [name, number] of Object.entries(signals)) {
    process.on(name, () => void endRun(128 + number));
  }
}

/** The temporary folder contains sockets, whose paths must be short. The default one of macOS is too long. */
const shortTmpdir = (): string => (process.platform === 'darwin' ? '/tmp' : tmpdir());

let ending = false;

/** Ctrl+C in a terminal arrives several times: directly, through npm, and through `main.mjs`. */
async function endRun(exitCode: number): Promise<void> {
  if (ending) {
    return;
  }
  ending = true;
  await stopPrograms();
  killLeftoverProcesses();
  process.exit(exitCode);
}
