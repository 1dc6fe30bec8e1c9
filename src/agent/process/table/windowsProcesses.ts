import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ProcessInfo } from './processTable.ts';

const run = promisify(execFile);
const OUTPUT_LIMIT_BYTES = 16 * 1024 * 1024;
const SCRIPT =
  'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId) $($_.CreationDate.Ticks)" }';

/** All processes. Windows keeps the id of the parent even after the parent has ended. */
export async function listWindowsProcesses(): Promise<readonly ProcessInfo[]> {
  const powershell = system32('WindowsPowerShell', 'v1.0', 'powershell.exe');
  const args = ['-NoProfile', '-NonInteractive', '-Command', SCRIPT];
  const { stdout } = await run(powershell, args, {
    windowsHide: true,
    maxBuffer: OUTPUT_LIMIT_BYTES,
  });
  return parseCim(stdout);
}

/** Ends a process and its descendants, as long as the process itself is running. */
export async function killWindowsTree(pid: number): Promise<void> {
  try {
    await run(system32('taskkill.exe'), ['/PID', String(pid), '/T', '/F'], { windowsHide: true });
  } catch {
    // It had ended already. Its children are found by the id of their parent.
  }
}

/** Parses lines of `pid ppid ticks`. */
export function parseCim(output: string): ProcessInfo[] {
  return output.split(/\r?\n/).flatMap(line => {
    const [pid, parent, started] = line.trim().split(' ').map(Number);
    return pid && parent !== undefined && started ? [{ pid, parent, group: 0, started }] : [];
  });
}

/** Programs of Windows by their full path, so that no planted program is started. */
function system32(...path: readonly string[]): string {
  return join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', ...path);
}
