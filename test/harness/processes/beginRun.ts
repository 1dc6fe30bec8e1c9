import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stopPrograms } from './processes.ts';
import { killLeftoverProcesses } from './leftoverProcesses.ts';

const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/**
 * Begins a run of the harness: gives it a temporary folder of its own, in which everything that it starts keeps its
 * temporary files, and makes sure that neither files nor processes stay behind when it ends or is interrupted.
 */
export function beginRun(): void {
  const folder = mkdtempSync(path.join(shortTmpdir(), 'accord-'));
  chmodSync(folder, 0o1777); // As open as any temporary folder: some tests start programs as another user.
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) {
    process.env[name] = folder;
  }
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  for (const [name, number] of Object.entries(signals)) {
    process.on(name, () => void endRun(128 + number));
  }
}

/** Sockets live in the temporary folder, and their paths must be short; the one of macOS is not. */
const shortTmpdir = (): string => (process.platform === 'darwin' ? '/tmp' : tmpdir());

let ending = false;

/** A terminal's Ctrl+C reaches us several times: by itself, through npm, and through `main.mjs`. */
async function endRun(exitCode: number): Promise<void> {
  if (ending) {
    return;
  }
  ending = true;
  await stopPrograms();
  killLeftoverProcesses();
  process.exit(exitCode);
}
