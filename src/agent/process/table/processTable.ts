import {
  filterLinuxBrowsers,
  filterMarkedLinux,
  listLinuxProcesses,
  getLinuxStartTime,
} from './linuxProcesses.ts';
import { listMacProcesses, filterMarkedMac } from './macProcesses.ts';
import { listWindowsProcesses } from './windowsProcesses.ts';

/** A running process. `started` distinguishes it from a later one with the same id. */
export interface ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  /** 0 where the system has no process groups. */
  readonly group: number;
  /** In the system's own unit; larger is later. */
  readonly started: number;
}

/** The system's process table, as far as killing a tree needs it. */
export interface ProcessTable {
  list(): Promise<readonly ProcessInfo[]>;
  /** The processes whose environment contains the marker. */
  filterMarked(marker: string, among: readonly ProcessInfo[]): Promise<readonly ProcessInfo[]>;
  /** The processes that are web browsers of the user. */
  filterBrowsers(among: readonly ProcessInfo[]): Promise<readonly ProcessInfo[]>;
  /** When a process started, if that can be read synchronously; `undefined` otherwise. */
  getStartTime(pid: number): number | undefined;
  /** Sends a signal to a process, or to a group by its negative id. */
  signal(pid: number, signal: NodeJS.Signals): void;
}

/** The variable that identifies all descendants of our processes. */
export const SPAWN_MARKER = 'ACCORD_SPAWN';

export function getSystemProcessTable(platform: NodeJS.Platform = process.platform): ProcessTable {
  const common = { getStartTime: () => undefined, filterBrowsers: none, signal };
  if (platform === 'win32') {
    return { ...common, list: listWindowsProcesses, filterMarked: none };
  }
  if (platform === 'darwin') {
    // On macOS a browser is started by the system, and is no descendant.
    return { ...common, list: listMacProcesses, filterMarked: filterMarkedMac };
  }
  return {
    list: listLinuxProcesses,
    filterMarked: filterMarkedLinux,
    filterBrowsers: filterLinuxBrowsers,
    getStartTime: getLinuxStartTime,
    signal,
  };
}

const none = async (): Promise<readonly ProcessInfo[]> => [];

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended, or belongs to another user: nothing more can be done.
  }
}
