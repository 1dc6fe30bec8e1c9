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
  const earlier = wanted < 0 ? newest : wanted;
  const page = entries.slice(earlier);
  const shown = getTerminalIds(page);
  const older = getTerminalIds(entries.slice(0, earlier));
  // The next entry may refer to a terminal that is still running or that no entry refers to yet.
  const isNeeded = ({ id, exit }: TerminalState): boolean =>
    shown.has(id) || !older.has(id) || exit === undefined;
  return { entries: page, terminals: [...terminals.values()].filter(isNeeded), earlier };
}

/** The page before an entry. */
export function pageBefore({ entries, terminals }: Transcript, beforeId: string): EntryPage {
  const end = Math.max(
    0,
    entries.findIndex(({ id }) => id === beforeId),
  );
  const earlier = Math.max(0, end - PAGE_ENTRIES);
  const page = entries.slice(earlier, end);
  const shown = getTerminalIds(page);
  return {
    entries: page,
    terminals: [...terminals.values()].filter(({ id }) => shown.has(id)),
    earlier,
  };
}

/** The ids of the terminals that entries refer to. */
export const getTerminalIds = (entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(
    entries.flatMap(entry =>
      entry.kind === 'tool' || entry.kind === 'permission'
        ? entry.content.flatMap(part => (part.kind === 'terminal' ? [part.terminalId] : []))
        : [],
    ),
  );
