import type { Entry } from '../session/transcript/entry.ts';
import { isOpenRequest } from '../session/transcript/openRequest.ts';
import type { TerminalState, Transcript } from '../session/transcript/transcript.ts';
import { type EntryPage, PAGE_ENTRIES } from './chatViewState.ts';

/**
 * The newest entries of a conversation and their terminals. If an older entry is to be revealed or waits for the user, the page
 * starts there.
 */
export function newestPage({ entries, terminals }: Transcript, reveal?: string): EntryPage {
  const newest = Math.max(0, entries.length - PAGE_ENTRIES);
  const before = entries.slice(0, newest);
  const wanted = before.findIndex(entry => entry.id === reveal || isOpenRequest(entry));
  const page = rangeWithPrompt(entries, wanted < 0 ? newest : wanted, entries.length);
  const shown = collectTerminalIds(page.entries);
  const older = collectTerminalIds(entries.slice(0, page.earlier + (page.gap ?? 0)));
  // The next entry may refer to a terminal that is still running or that no entry refers to yet.
  const isNeeded = ({ id, exit }: TerminalState): boolean =>
    shown.has(id) || !older.has(id) || exit === undefined;
  return { ...page, terminals: [...terminals.values()].filter(isNeeded) };
}

export function pageBefore({ entries, terminals }: Transcript, beforeId: string): EntryPage {
  const end = Math.max(
    0,
    entries.findIndex(({ id }) => id === beforeId),
  );
  const page = rangeWithPrompt(entries, Math.max(0, end - PAGE_ENTRIES), end);
  const shown = collectTerminalIds(page.entries);
  return { ...page, terminals: [...terminals.values()].filter(({ id }) => shown.has(id)) };
}

/** A range of entries, with the prompt of its first turn before it: no turn is shown without its prompt. */
function rangeWithPrompt(
  entries: readonly Entry[],
  from: number,
  end: number,
): Omit<EntryPage, 'terminals'> {
  const range = entries.slice(from, end);
  const prompt = findPrompt(entries, from);
  const lead = prompt === undefined ? undefined : entries[prompt];
  if (prompt === undefined || !lead) {
    return { entries: range, earlier: from };
  }
  const gap = from - prompt - 1;
  return { entries: [lead, ...range], earlier: prompt, ...(gap > 0 ? { gap } : {}) };
}

/** The index of the prompt of the turn that an entry belongs to; `undefined` if it has none before the entry. */
export function findPrompt(entries: readonly Entry[], at: number): number | undefined {
  const turn = entries[at]?.turn;
  let first = at;
  while (first > 0 && entries[first - 1]?.turn === turn) {
    first -= 1;
  }
  return first < at && entries[first]?.kind === 'user' ? first : undefined;
}

/** The ids of the terminals that entries refer to. */
export const collectTerminalIds = (entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(
    entries.flatMap(entry =>
      entry.kind === 'tool' || entry.kind === 'permission'
        ? entry.content.flatMap(part => (part.kind === 'terminal' ? [part.terminalId] : []))
        : [],
    ),
  );
