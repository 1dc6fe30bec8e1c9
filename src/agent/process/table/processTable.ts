import {
  filterLinuxBrowsers,
  filterMarkedLinux,
  listLinuxProcesses,
  getLinuxStartTime,
} from './linuxProcesses.ts';
import { listMacProcesses, filterMarkedMac } from './macProcesses.ts';
import { listWindowsProcesses } from './windowsProcesses.ts';

/** One running process. `started` tells it from a later one that was given the same number. */
export interface ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  /** 0 where the system has no groups. */
  readonly group: number;
  /** In the system's own unit; larger is later. */
  readonly started: number;
}

/** The system's view of its processes: the little that ending a tree needs. */
export interface ProcessTable {
  list(): Promise<readonly ProcessInfo[]>;
  /** Those of `among` whose environment carries the marker. */
  filterMarked(marker: string, among: readonly ProcessInfo[]): Promise<readonly ProcessInfo[]>;
  /** Those of `among` that are web browsers of the user's. */
  filterBrowsers(among: readonly ProcessInfo[]): Promise<readonly ProcessInfo[]>;
  /** When the process started, read at once, or nothing where that takes a while or it is gone. */
  getStartTime(pid: number): number | undefined;
  /** Sends a signal to a process, or to a group by its negative number. */
  signal(pid: number, signal: NodeJS.Signals): void;
}

/** The variable by which every process that descends from one of ours is recognised. */
export const SPAWN_MARKER = 'ACCORD_SPAWN';

/** The process table of this machine. */
export function getSystemProcessTable(platform: NodeJS.Platform = process.platform): ProcessTable {
  const here = { getStartTime: () => undefined, filterBrowsers: none, signal };
  if (platform === 'win32') {
    return { ...here, list: listWindowsProcesses, filterMarked: none };
  }
  if (platform === 'darwin') {
    // There a browser is started by the system, and descends from nobody.
    return { ...here, list: listMacProcesses, filterMarked: filterMarkedMac };
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
    // Gone already, or another user's: either way there is nothing more that we can do to it.
  }
}
