import { asBoolean, asNumber, asOneOf, asRecord, asString } from '../json.ts';
import { nameOf, updatedMsOf, type SessionRecord } from '../journal/sessionRecord.ts';

const STANDINGS = ['done', 'stopped', 'failed', 'unfinished'] as const;

/** How a session came to rest. */
export type Standing = (typeof STANDINGS)[number];

/** A session in the history. */
export interface HistoryItem {
  readonly id: string;
  readonly name: string;
  readonly agentId: string;
  readonly agentName: string;
  /** The agent's own id of it. */
  readonly wireId?: string;
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly turnCount: number;
  readonly pinned: boolean;
  readonly standing: Standing;
}

/** A session as the history lists it. */
export function historyItem(record: SessionRecord): HistoryItem {
  const { header, kept, marks, transcript } = record;
  return {
    id: header.id,
    name: nameOf(record),
    agentId: header.agentId,
    agentName: header.agentName,
    ...(kept.wireId === undefined ? {} : { wireId: kept.wireId }),
    createdMs: header.createdMs,
    updatedMs: updatedMsOf(record),
    turnCount: transcript.turn,
    pinned: marks.pinned,
    standing: standingOf(record),
  };
}

/** An item as it was kept, or nothing if it is none. */
export function parseHistoryItem(raw: unknown): HistoryItem | undefined {
  const from = asRecord(raw);
  const id = asString(from?.['id']);
  const agentId = asString(from?.['agentId']);
  const standing = asOneOf(from?.['standing'], STANDINGS);
  const wireId = asString(from?.['wireId']);
  if (id === undefined || agentId === undefined || standing === undefined) {
    return undefined;
  }
  return {
    id,
    name: asString(from?.['name']) ?? '',
    agentId,
    agentName: asString(from?.['agentName']) ?? agentId,
    ...(wireId === undefined ? {} : { wireId }),
    createdMs: asNumber(from?.['createdMs']) ?? 0,
    updatedMs: asNumber(from?.['updatedMs']) ?? 0,
    turnCount: asNumber(from?.['turnCount']) ?? 0,
    pinned: asBoolean(from?.['pinned']) ?? false,
    standing,
  };
}

/** Pinned ones first, then the newest. */
export const inOrder = (items: readonly HistoryItem[]): readonly HistoryItem[] =>
  items.toSorted((a, b) => Number(b.pinned) - Number(a.pinned) || b.updatedMs - a.updatedMs);

function standingOf({ transcript, kept }: SessionRecord): Standing {
  const last = transcript.entries.findLast(({ kind }) => kind === 'user' || kind === 'turnEnd');
  if (last?.kind !== 'turnEnd' || kept.queue.length > 0) {
    return 'unfinished';
  }
  switch (last.reason) {
    case 'cancelled':
      return 'stopped';
    case 'failed':
    case 'refusal':
    case 'max_tokens':
    case 'max_turn_requests':
      return 'failed';
    case 'end_turn':
      return 'done';
  }
}
