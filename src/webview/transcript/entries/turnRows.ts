import type { Entry, ToolEntry } from '../../../core/session/transcript/entry.ts';

/** One row of a turn: an entry, with the calls of its sub-agent if it has one, or reads and searches in a row. */
export type TurnRow =
  | { readonly kind: 'entry'; readonly entry: Entry; readonly calls: readonly TurnRow[] }
  | { readonly kind: 'group'; readonly entries: readonly ToolEntry[] };

/** The entries of a turn and their rows. */
export interface RowLayout {
  readonly entries: readonly Entry[];
  readonly rows: readonly TurnRow[];
}

export const emptyLayout: RowLayout = { entries: [], rows: [] };

/**
 * The rows of a turn. Unchanged rows are the same objects as before. While only text streams in, nothing is grouped again: a
 * message is always a row of its own.
 */
export function layOutRows(entries: readonly Entry[], before: RowLayout): RowLayout {
  if (before.entries === entries) {
    return before;
  }
  const isGrowth =
    entries.length === before.entries.length &&
    entries.every((entry, index) => entry === before.entries[index] || entry.kind !== 'tool');
  return {
    entries,
    rows: isGrowth ? before.rows.map(withNewEntry(entries, before)) : groupRows(entries, before),
  };
}

/** Replaces the entries that have changed. Rows and entries are in the same order, so this is one pass over both. */
function withNewEntry(
  entries: readonly Entry[],
  before: RowLayout,
): (row: TurnRow, index: number) => TurnRow {
  let at = 0;
  return row => {
    if (row.kind === 'group' || row.entry.kind === 'tool') {
      return row;
    }
    while (before.entries[at] !== row.entry && at < before.entries.length) {
      at += 1;
    }
    const entry = entries[at];
    return !entry || entry === row.entry ? row : { ...row, entry };
  };
}

function groupRows(entries: readonly Entry[], before: RowLayout): readonly TurnRow[] {
  const children = childrenByCall(entries);
  const nested = new Set([...children.values()].flat());
  const known = new Map(before.rows.flatMap(withNestedRows).map(row => [rowId(row), row]));
  const rowsOf = (all: readonly Entry[]): readonly TurnRow[] =>
    inRuns(all, entry => canGroup(entry) && !children.has(entry.callId)).map(run => {
      const [entry] = run;
      const row: TurnRow =
        isGroup(run) || entry.kind !== 'tool'
          ? toRow(run, [])
          : toRow(run, rowsOf(children.get(entry.callId) ?? []));
      const same = known.get(rowId(row));
      return same && isSameRow(same, row) ? same : row;
    });
  return rowsOf(entries.filter(entry => entry.kind !== 'tool' || !nested.has(entry)));
}

type Run = readonly [Entry, ...Entry[]];

const isGroup = (run: Run): run is readonly [ToolEntry, ToolEntry, ...ToolEntry[]] =>
  run.length > 1;

const toRow = (run: Run, calls: readonly TurnRow[]): TurnRow =>
  isGroup(run) ? { kind: 'group', entries: run } : { kind: 'entry', entry: run[0], calls };

/** Neighbors that can be grouped together; every other entry is alone. */
function inRuns(entries: readonly Entry[], canJoin: (entry: ToolEntry) => boolean): readonly Run[] {
  const runs: [Entry, ...Entry[]][] = [];
  let open: [Entry, ...Entry[]] | undefined;
  for (const entry of entries) {
    const joins = entry.kind === 'tool' && canJoin(entry);
    if (joins && open) {
      open.push(entry);
    } else {
      const run: [Entry, ...Entry[]] = [entry];
      runs.push(run);
      open = joins ? run : undefined;
    }
  }
  return runs;
}

/** Calls that only look. One that failed stays visible, and so does one that shows a change or a command. */
const canGroup = ({ toolKind, status, content }: ToolEntry): boolean =>
  (toolKind === 'read' || toolKind === 'search') &&
  status !== 'failed' &&
  content.every(part => part.kind === 'block');

/** The calls of sub-agents by the call that they are part of, if it is above them. */
function childrenByCall(entries: readonly Entry[]): ReadonlyMap<string, readonly ToolEntry[]> {
  const children = new Map<string, ToolEntry[]>();
  const seen = new Set<string>();
  for (const entry of entries) {
    if (entry.kind === 'tool') {
      if (entry.parentId !== undefined && seen.has(entry.parentId)) {
        const siblings = children.get(entry.parentId) ?? [];
        children.set(entry.parentId, siblings);
        siblings.push(entry);
      }
      seen.add(entry.callId);
    }
  }
  return children;
}

/** Keeps its value while a group grows. */
export const rowId = (row: TurnRow): string =>
  row.kind === 'group' ? `group-${row.entries[0]?.id ?? ''}` : row.entry.id;

const withNestedRows = (row: TurnRow): readonly TurnRow[] =>
  row.kind === 'group' ? [row] : [row, ...row.calls.flatMap(withNestedRows)];

/** All entries of a row. */
export const entriesOf = (row: TurnRow): readonly Entry[] =>
  row.kind === 'group' ? row.entries : [row.entry, ...row.calls.flatMap(entriesOf)];

function isSameRow(one: TurnRow, other: TurnRow): boolean {
  if (one.kind === 'group' || other.kind === 'group') {
    return one.kind === 'group' && other.kind === 'group' && isSame(one.entries, other.entries);
  }
  return one.entry === other.entry && isSame(one.calls, other.calls);
}

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index]);
