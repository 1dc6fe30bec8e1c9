import { setTimeout as delay } from 'node:timers/promises';
import { SPAWN_MARKER, getSystemProcessTable } from './table/processTable.ts';
import type { ProcessInfo, ProcessTable } from './table/processTable.ts';
import { killWindowsTree } from './table/windowsProcesses.ts';

/** A process that was started in its own process group, and by which all its descendants are found. */
export interface ProcessTreeRoot {
  readonly pid: number;
  /** When it started, so that a later process with the same id is not killed. */
  readonly started?: number | undefined;
  /** The value of `ACCORD_SPAWN` that it was started with. */
  readonly marker?: string | undefined;
}

const ATTEMPTS = 12;
const RETRY_MS = 25;

/**
 * Ends a process, its group and all its descendants: workers, processes in sessions of their own, and daemons whose
 * parents have ended. `known` are descendants that were seen earlier. Browsers of the user are spared. Resolves when
 * none is left, or when the rest cannot be killed.
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
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      const all = await listOtherProcesses(table);
      const alive = await treeOf(root, seen, all, table);
      if (alive.length === 0) {
        return;
      }
      seen = [...seen, ...alive];
      signalAll(root, 'SIGKILL', { all, targets: alive }, table);
    } catch {
      signalWithoutListing(root, 'SIGKILL', table); // The next attempt may succeed.
    }
    await delay(RETRY_MS);
  }
}

/** The running processes of the tree: the root, its group, its descendants, and every process with its marker. */
export async function listProcessTree(
  root: ProcessTreeRoot,
  known: readonly ProcessInfo[] = [],
  table: ProcessTable = getSystemProcessTable(),
): Promise<readonly ProcessInfo[]> {
  return treeOf(root, known, await listOtherProcesses(table), table);
}

/** Sends a signal to the group of the root, unless its id belongs to another process by now. */
export async function signalGroup(
  root: ProcessTreeRoot,
  signal: NodeJS.Signals,
  table: ProcessTable = getSystemProcessTable(),
): Promise<void> {
  try {
    const all = await listOtherProcesses(table);
    const targets = await withoutBrowsers(groupOf(root, all), all, table);
    signalAll(root, signal, { all, targets }, table);
  } catch {
    signalWithoutListing(root, signal, table);
  }
}

/** A system without free file handles or memory cannot list its processes, but the group can still be killed. */
function signalWithoutListing(
  root: ProcessTreeRoot,
  signal: NodeJS.Signals,
  table: ProcessTable,
): void {
  const started = table.getStartTime(root.pid);
  if (started === undefined || root.started === undefined || started === root.started) {
    table.signal(-root.pid, signal);
  }
}

const listOtherProcesses = async (table: ProcessTable): Promise<readonly ProcessInfo[]> =>
  (await table.list()).filter(one => one.pid !== process.pid);

async function treeOf(
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

/** A browser is spared together with the processes of its pages, which cannot be identified by themselves. */
async function withoutBrowsers(
  tree: readonly ProcessInfo[],
  all: readonly ProcessInfo[],
  table: ProcessTable,
): Promise<readonly ProcessInfo[]> {
  const spared = withDescendants(new Set(await table.filterBrowsers(tree)), all);
  return tree.filter(one => !spared.includes(one));
}

/** Signals the group if all of it is targeted, so that no new member is missed, and the others one by one. */
function signalAll(
  root: ProcessTreeRoot,
  signal: NodeJS.Signals,
  { all, targets }: Readonly<Record<'all' | 'targets', readonly ProcessInfo[]>>,
  table: ProcessTable,
): void {
  const group = groupOf(root, all);
  const asGroup = group.length > 0 && group.every(one => targets.includes(one));
  if (asGroup) {
    table.signal(-root.pid, signal);
  }
  for (const one of targets.filter(each => !asGroup || !group.includes(each))) {
    table.signal(one.pid, signal);
  }
}

/**
 * The id of a group is not reused while it has members. So the group is ours, unless a process with the id of the root
 * exists that started at another time.
 */
function groupOf(root: ProcessTreeRoot, all: readonly ProcessInfo[]): readonly ProcessInfo[] {
  const isReused = all.some(one => one.pid === root.pid && !isRoot(root, one));
  return isReused ? [] : all.filter(one => one.group === root.pid);
}

async function markedWith(
  root: ProcessTreeRoot,
  all: readonly ProcessInfo[],
  table: ProcessTable,
): Promise<readonly ProcessInfo[]> {
  if (!root.marker) {
    return [];
  }
  const startedMs = root.started ?? 0;
  const younger = all.filter(one => one.started >= startedMs);
  return table.filterMarked(`${SPAWN_MARKER}=${root.marker}`, younger);
}

function withDescendants(
  roots: ReadonlySet<ProcessInfo>,
  all: readonly ProcessInfo[],
): readonly ProcessInfo[] {
  const tree = new Set(roots);
  for (const parent of tree) {
    // A child that is older than its parent is not its child: the id was reused.
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
