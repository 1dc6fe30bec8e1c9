import type { Entry } from '../session/entry.ts';
import { isOpenRequest } from '../session/openRequest.ts';
import type { TerminalView, Transcript } from '../session/transcript.ts';
import { type EarlierPage, PAGE_ENTRIES } from './chatView.ts';

/**
 * The newest entries of a conversation with the terminals they need; and those up to an older one that is to be seen, or
 * that waits for the user.
 */
export function newestPage({ entries, terminals }: Transcript, reveal?: string): EarlierPage {
  const newest = Math.max(0, entries.length - PAGE_ENTRIES);
  const before = entries.slice(0, newest);
  const wanted = before.findIndex(entry => entry.id === reveal || isOpenRequest(entry));
  const earlier = wanted < 0 ? newest : wanted;
  const page = entries.slice(earlier);
  const shown = terminalsIn(page);
  const older = terminalsIn(entries.slice(0, earlier));
  // What no entry speaks of yet, or what still runs, may be spoken of next.
  const isNeeded = ({ id, exit }: TerminalView): boolean =>
    shown.has(id) || !older.has(id) || exit === undefined;
  return { entries: page, terminals: [...terminals.values()].filter(isNeeded), earlier };
}

/** The page of entries before the given one. */
export function pageBefore({ entries, terminals }: Transcript, beforeId: string): EarlierPage {
  const end = Math.max(
    0,
    entries.findIndex(({ id }) => id === beforeId),
  );
  const earlier = Math.max(0, end - PAGE_ENTRIES);
  const page = entries.slice(earlier, end);
  const shown = terminalsIn(page);
  return {
    entries: page,
    terminals: [...terminals.values()].filter(({ id }) => shown.has(id)),
    earlier,
  };
}

/** The terminals that entries speak of, by their ids. */
export const terminalsIn = (entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(
    entries.flatMap(entry =>
      entry.kind === 'tool' || entry.kind === 'permission'
        ? entry.content.flatMap(part => (part.kind === 'terminal' ? [part.terminalId] : []))
        : [],
    ),
  );
