import type { Entry } from '../session/transcript/entry.ts';
import { isOpenRequest } from '../session/transcript/openRequest.ts';
import type { TerminalState, Transcript } from '../session/transcript/transcript.ts';
import { type EntryPage, PAGE_ENTRIES } from './chatViewState.ts';

/**
 * The newest entries of a conversation with the terminals they need; and those up to an older one that is to be seen, or
 * that waits for the user.
 */
export function newestPage({ entries, terminals }: Transcript, reveal?: string): EntryPage {
  const newest = Math.max(0, entries.length - PAGE_ENTRIES);
  const before = entries.slice(0, newest);
  const wanted = before.findIndex(entry => entry.id === reveal || isOpenRequest(entry));
  const earlier = wanted < 0 ? newest : wanted;
  const page = entries.slice(earlier);
  const shown = getTerminalIds(page);
  const older = getTerminalIds(entries.slice(0, earlier));
  // What no entry speaks of yet, or what still runs, may be spoken of next.
  const isNeeded = ({ id, exit }: TerminalState): boolean =>
    shown.has(id) || !older.has(id) || exit === undefined;
  return { entries: page, terminals: [...terminals.values()].filter(isNeeded), earlier };
}

/** The page of entries before the given one. */
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

/** The terminals that entries speak of, by their ids. */
export const getTerminalIds = (entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(
    entries.flatMap(entry =>
      entry.kind === 'tool' || entry.kind === 'permission'
        ? entry.content.flatMap(part => (part.kind === 'terminal' ? [part.terminalId] : []))
        : [],
    ),
  );
