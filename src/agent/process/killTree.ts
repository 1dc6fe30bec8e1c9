import { setTimeout as delay } from 'node:timers/promises';
import { SPAWN_MARKER, getSystemProcessTable } from './table/processTable.ts';
import type { ProcessInfo, ProcessTable } from './table/processTable.ts';
import { killWindowsTree } from './table/windowsProcesses.ts';

/** A process we started in a group of its own, by which all its descendants are found. */
export interface ProcessTreeRoot {
  readonly pid: number;
  /** When it started, so that a later process with the same number is left alone. */
  readonly started?: number | undefined;
  /** The value of `ACCORD_SPAWN` that it was started with. */
  readonly marker?: string | undefined;
}

const ROUNDS = 12;
const BETWEEN_ROUNDS_MS = 25;

/**
 * Ends a process, its group and all that descends from it: workers, those that moved to a session
 * of their own, and daemons whose parents are gone. `known` are descendants seen earlier.
 * Spares a browser of the user's. Settles when none is left, or when those left do not obey us.
 */
export async function killTree(
  root: ProcessTreeRoot,
  known: readonly ProcessInfo[] = [],
  table: ProcessTable = getSystemProcessTable(),
): Promise<void> {
  if (process.platform === 'win32') {
    await killWindowsTree(root.pid);
  }
  let seen = known;
  for (let round = 0; round < ROUNDS; round += 1) {
    try {
      const all = await others(table);
      const alive = await ours(root, seen, all, table);
      if (alive.length === 0) {
        return;
      }
      seen = [...seen, ...alive];
      signalAll(root, 'SIGKILL', { all, meant: alive }, table);
    } catch {
      signalBlindly(root, 'SIGKILL', table); // The next look may be more successful.
    }
    await delay(BETWEEN_ROUNDS_MS);
  }
}

/** What now lives of the tree: the root, its group, its descendants, and whatever bears its marker. */
export async function listProcessTree(
  root: ProcessTreeRoot,
  known: readonly ProcessInfo[] = [],
  table: ProcessTable = getSystemProcessTable(),
): Promise<readonly ProcessInfo[]> {
  return ours(root, known, await others(table), table);
}

/** Sends a signal to the root's group, unless its number meanwhile belongs to another. */
export async function signalGroup(
  root: ProcessTreeRoot,
  signal: NodeJS.Signals,
  table: ProcessTable = getSystemProcessTable(),
): Promise<void> {
  try {
    const all = await others(table);
    const meant = await withoutBrowsers(groupOf(root, all), all, table);
    signalAll(root, signal, { all, meant }, table);
  } catch {
    signalBlindly(root, signal, table);
  }
}

/** A system that is out of file handles or memory tells nothing of its processes: their group ends all the same. */
function signalBlindly(root: ProcessTreeRoot, signal: NodeJS.Signals, table: ProcessTable): void {
  const started = table.getStartTime(root.pid);
  if (started === undefined || root.started === undefined || started === root.started) {
    table.signal(-root.pid, signal);
  }
}

const others = async (table: ProcessTable): Promise<readonly ProcessInfo[]> =>
  (await table.list()).filter(one => one.pid !== process.pid);

async function ours(
  root: ProcessTreeRoot,
  known: readonly ProcessInfo[],
  all: readonly ProcessInfo[],
  table: ProcessTable,
): Promise<readonly ProcessInfo[]> {
  const found = new Set(all.filter(one => isRoot(root, one) || known.some(k => isSame(k, one))));
  for (const one of [...groupOf(root, all), ...(await markedWith(root, all, table))]) {
    found.add(one);
  }
  return withoutBrowsers(withDescendants(found, all), all, table);
}

/** A browser is spared with the processes of its pages, which bear no sign of their own. */
async function withoutBrowsers(
  tree: readonly ProcessInfo[],
  all: readonly ProcessInfo[],
  table: ProcessTable,
): Promise<readonly ProcessInfo[]> {
  const spared = withDescendants(new Set(await table.filterBrowsers(tree)), all);
  return tree.filter(one => !spared.includes(one));
}

/** By the group where all of it is meant, since that leaves no gap; and one by one. */
function signalAll(
  root: ProcessTreeRoot,
  signal: NodeJS.Signals,
  { all, meant }: Readonly<Record<'all' | 'meant', readonly ProcessInfo[]>>,
  table: ProcessTable,
): void {
  const group = groupOf(root, all);
  const asGroup = group.length > 0 && group.every(one => meant.includes(one));
  if (asGroup) {
    table.signal(-root.pid, signal);
  }
  for (const one of meant.filter(each => !asGroup || !group.includes(each))) {
    table.signal(one.pid, signal);
  }
}

/**
 * While a group has members its number is not given to another process. So the group is ours,
 * unless a process with the root's number is there and started at another time.
 */
function groupOf(root: ProcessTreeRoot, all: readonly ProcessInfo[]): readonly ProcessInfo[] {
  const taken = all.some(one => one.pid === root.pid && !isRoot(root, one));
  return taken ? [] : all.filter(one => one.group === root.pid);
}

async function markedWith(
  root: ProcessTreeRoot,
  all: readonly ProcessInfo[],
  table: ProcessTable,
): Promise<readonly ProcessInfo[]> {
  if (!root.marker) {
    return [];
  }
  const since = root.started ?? 0;
  const younger = all.filter(one => one.started >= since);
  return table.filterMarked(`${SPAWN_MARKER}=${root.marker}`, younger);
}

function withDescendants(
  roots: ReadonlySet<ProcessInfo>,
  all: readonly ProcessInfo[],
): readonly ProcessInfo[] {
  const tree = new Set(roots);
  for (const parent of tree) {
    // A child older than its parent is another one's child: the number was given anew.
    for (const child of all.filter(one => one.parent === parent.pid)) {
      if (child.started >= parent.started) {
        tree.add(child);
      }
    }
  }
  return [...tree];
}

const isRoot = (root: ProcessTreeRoot, one: ProcessInfo): boolean =>
  one.pid === root.pid && (root.started === undefined || root.started === one.started);

const isSame = (one: ProcessInfo, other: ProcessInfo): boolean =>
  one.pid === other.pid && one.started === other.started;
