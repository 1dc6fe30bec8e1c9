import type { Entry, ToolEntry } from '../../../core/session/transcript/entry.ts';

/** One row of a turn: an entry, with what its sub-agent says and does if it has one, or reads and searches in a row. */
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
  const changed = new Map<Entry, Entry>();
  entries.forEach((entry, index) => {
    const earlier = before.entries[index];
    if (earlier && earlier !== entry) {
      changed.set(earlier, entry);
    }
  });
  const isGrowth =
    entries.length === before.entries.length &&
    [...changed.values()].every(entry => !isBlock(entry));
  return {
    entries,
    rows: isGrowth ? replaceEntries(before.rows, changed) : groupRows(entries, before),
  };
}

/** Whether other rows may depend on an entry: calls are grouped, and sub-agents contain rows. */
const isBlock = ({ kind }: Entry): boolean => kind === 'tool' || kind === 'subagent';

/** Replaces the messages that have changed. Rows without one stay the same. */
function replaceEntries(
  rows: readonly TurnRow[],
  changed: ReadonlyMap<Entry, Entry>,
): readonly TurnRow[] {
  const after = rows.map(row => {
    if (row.kind === 'group') {
      return row;
    }
    const entry = changed.get(row.entry) ?? row.entry;
    const calls = replaceEntries(row.calls, changed);
    return entry === row.entry && calls === row.calls ? row : { ...row, entry, calls };
  });
  return isSame(rows, after) ? rows : after;
}

function groupRows(entries: readonly Entry[], before: RowLayout): readonly TurnRow[] {
  const children = childrenByOwner(entries);
  const nested = new Set([...children.values()].flat());
  const known = new Map(before.rows.flatMap(withNestedRows).map(row => [rowId(row), row]));
  const rowsOf = (all: readonly Entry[]): readonly TurnRow[] =>
    inRuns(all, entry => canGroup(entry) && !children.has(entry.callId)).map(run => {
      const [entry] = run;
      const row: TurnRow = isGroup(run)
        ? toRow(run, [])
        : toRow(run, rowsOf(children.get(ownId(entry)) ?? []));
      const same = known.get(rowId(row));
      return same && isSameRow(same, row) ? same : row;
    });
  return rowsOf(entries.filter(entry => !nested.has(entry) && !isOrphan(entry)));
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

/** The entries of sub-agents by the sub-agent or the call that they are part of, if it is above them. */
function childrenByOwner(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  const children = new Map<string, Entry[]>();
  const seen = new Set<string>();
  for (const entry of entries) {
    if (entry.parentId !== undefined && seen.has(entry.parentId)) {
      const siblings = children.get(entry.parentId) ?? [];
      children.set(entry.parentId, siblings);
      siblings.push(entry);
    }
    seen.add(ownId(entry));
  }
  return children;
}

/** The id by which entries of a sub-agent refer to it. */
function ownId(entry: Entry): string {
  if (entry.kind === 'tool') {
    return entry.callId;
  }
  return entry.kind === 'subagent' ? entry.subagentId : '';
}

/** What a sub-agent says is not the agent's answer: it is hidden while the sub-agent itself is not on the page. */
const isOrphan = (entry: Entry): boolean => entry.parentId !== undefined && !isBlock(entry);

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
