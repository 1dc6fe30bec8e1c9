import * as z from 'zod';
import { getSessionName, getUpdatedMs, type SessionRecord } from '../journal/sessionRecord.ts';
import { countSchema, strictParser } from '../parseStrict.ts';
import { isTurnEdge } from '../session/transcript/transcript.ts';
import { isFailedTurn } from '../session/transcript/turnEnd.ts';

const OUTCOMES = ['done', 'stopped', 'failed', 'unfinished'] as const;

/** How the last turn of a session ended. */
export type SessionOutcome = (typeof OUTCOMES)[number];

/** A session in the history. */
export interface HistoryItem {
  readonly id: string;
  readonly name: string;
  readonly agentId: string;
  readonly agentName: string;
  /** The workspace folder. */
  readonly root?: string;
  /** The agent's id of the session. */
  readonly wireId?: string;
  readonly updatedMs: number;
  readonly pinned: boolean;
  /** Whether the session is hidden in the list of sessions. */
  readonly archived?: boolean;
  readonly outcome: SessionOutcome;
}

/** Summarizes a session for the history. */
export function toHistoryItem(record: SessionRecord): HistoryItem {
  const { header, state, marks } = record;
  return {
    id: header.id,
    name: getSessionName(record),
    agentId: header.agentId,
    agentName: header.agentName,
    ...(header.roots[0] === undefined ? {} : { root: header.roots[0] }),
    ...(state.wireId === undefined ? {} : { wireId: state.wireId }),
    updatedMs: getUpdatedMs(record),
    pinned: marks.pinned,
    ...(marks.archived ? { archived: true } : {}),
    outcome: getOutcome(record),
  };
}

const text = z.string().max(10_000);

const historyItemSchema: z.ZodType<HistoryItem> = z.object({
  id: text,
  name: text,
  agentId: text,
  agentName: text,
  root: text.exactOptional(),
  wireId: text.exactOptional(),
  updatedMs: countSchema,
  pinned: z.boolean(),
  archived: z.boolean().exactOptional(),
  outcome: z.enum(OUTCOMES),
});

/** Reads an item as it was saved. */
export const parseHistoryItem = strictParser(historyItemSchema);

/** Pinned sessions first, then the newest. */
export const sortHistory = (items: readonly HistoryItem[]): readonly HistoryItem[] =>
  items.toSorted((a, b) => Number(b.pinned) - Number(a.pinned) || b.updatedMs - a.updatedMs);

function getOutcome({ transcript, state }: SessionRecord): SessionOutcome {
  const last = transcript.entries.findLast(isTurnEdge);
  if (last?.kind === 'user' && last.draft === undefined && state.queue.length === 0) {
    return 'done'; // The agent replayed the session, which does not include the ends of turns.
  }
  if (last?.kind !== 'turnEnd' || state.queue.length > 0) {
    return 'unfinished';
  }
  if (last.reason === 'cancelled') {
    return 'stopped';
  }
  return isFailedTurn(last.reason) ? 'failed' : 'done';
}
