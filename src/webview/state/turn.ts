import type { Entry, TurnEndEntry } from '../../core/session/transcript/entry.ts';
import { isBlankMessage } from './isBlankMessage.ts';

/** A prompt and the entries that followed it. */
export interface TranscriptTurn {
  readonly number: number;
  readonly entries: readonly Entry[];
}

/** Entries by turn, in order, without blank messages. An unchanged turn is the same object as before. */
export function groupByTurn(
  all: readonly Entry[],
  before: readonly TranscriptTurn[],
): readonly TranscriptTurn[] {
  const entries = all.filter(entry => !isBlankMessage(entry));
  const turns: TranscriptTurn[] = [];
  let from = 0;
  entries.forEach((entry, index) => {
    if (entries[index + 1]?.turn !== entry.turn) {
      turns.push({ number: entry.turn, entries: entries.slice(from, index + 1) });
      from = index + 1;
    }
  });
  const known = new Map(before.map(turn => [turn.number, turn]));
  return turns.map(turn => {
    const earlier = known.get(turn.number);
    return earlier && sameEntries(earlier.entries, turn.entries) ? earlier : turn;
  });
}

const sameEntries = (one: readonly Entry[], other: readonly Entry[]): boolean =>
  one.length === other.length && one.every((entry, index) => entry === other[index]);

/** The entry that ends a turn; `undefined` while it is running. */
export function getTurnEnd(turn: TranscriptTurn): TurnEndEntry | undefined {
  return turn.entries.findLast(entry => entry.kind === 'turnEnd');
}

/** Whether a turn ended with an answer and without an error after it, so that it is readable without its work. */
export function isAnswered(turn: TranscriptTurn): boolean {
  const last = turn.entries.findLast(entry => !isAside(entry) && isOwn(entry));
  return getTurnEnd(turn)?.reason === 'end_turn' && last?.kind === 'agent';
}

/** Whether the agent itself said or did something, and not one of its sub-agents. */
const isOwn = ({ parentId }: Entry): boolean => parentId === undefined;

/** Entries that may follow the final answer. */
const isAside = (entry: Entry): boolean =>
  entry.kind === 'turnEnd' ||
  entry.kind === 'rejected' ||
  entry.kind === 'compaction' ||
  (entry.kind === 'notice' && entry.severity !== 'error');

/** The entries that are on the screen while the user is at the end: ended turns are folded once they are readable. */
export function getVisibleEntries(entries: readonly Entry[]): readonly Entry[] {
  const turns = groupByTurn(entries, []);
  return turns.flatMap((turn, index) => {
    const isReadable = index < turns.length - 1 || isAnswered(turn);
    return getTurnEnd(turn) && isReadable ? getFoldedEntries(turn) : turn.entries;
  });
}

/** What a folded turn shows: the prompt, the final answer, and what the user must not miss. */
export function getFoldedEntries(turn: TranscriptTurn): readonly Entry[] {
  const answerFrom = 1 + turn.entries.findLastIndex(entry => isWork(entry) && isOwn(entry));
  return turn.entries.filter(
    (entry, index) => (index >= answerFrom && isOwn(entry)) || staysVisible(entry),
  );
}

/**
 * Entries that are folded. Messages and notices are not among them, so a notice after the answer does not hide the
 * answer.
 */
const isWork = (entry: Entry): boolean =>
  entry.kind !== 'agent' && entry.kind !== 'notice' && !isAside(entry) && !staysVisible(entry);

function staysVisible(entry: Entry): boolean {
  switch (entry.kind) {
    case 'user':
    case 'rejected':
      return true;
    case 'permission':
    case 'question':
      return entry.answer.kind === 'open';
    case 'notice':
      return entry.severity !== 'info';
    case 'tool':
      return entry.inBackground === true;
    case 'agent':
    case 'thought':
    case 'subagent':
    case 'plan':
    case 'compaction':
    case 'turnEnd':
      return false;
  }
}
