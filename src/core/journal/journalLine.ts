import { asRecord, asString, asNumber, asBoolean, type JsonObject } from '../json.ts';
import type { QueuedPrompt, Usage } from '../session/state/sessionState.ts';
import type { TranscriptPatch, TerminalState } from '../session/transcript/transcript.ts';
import type { Entry } from '../session/transcript/entry.ts';
import { isEntry, isPatch, isQueuedPrompt, isTerminal, isUsage } from './journalSchemas.ts';

/** The version that is written. Every version up to it can be read. */
export const JOURNAL_VERSION = 1;

/** The first line of a journal: whose it is. */
export interface JournalHeader {
  readonly kind: 'header';
  readonly version: number;
  readonly id: string;
  readonly agentId: string;
  readonly agentName: string;
  readonly roots: readonly string[];
  readonly createdMs: number;
}

/** What is kept of a session's state. */
export interface PersistedSessionState {
  readonly title: string;
  /** The agent's own id of the session, once it has one. */
  readonly wireId?: string;
  readonly queue: readonly QueuedPrompt[];
  readonly usage?: Usage;
}

/** What the user has said about a session. */
export interface SessionMarks {
  /** The user's own name for it. */
  readonly name: string;
  readonly pinned: boolean;
}

/** One line of a journal. */
export type JournalLine =
  | JournalHeader
  | { readonly kind: 'patches'; readonly patches: readonly TranscriptPatch[] }
  | { readonly kind: 'kept'; readonly kept: PersistedSessionState }
  | { readonly kind: 'marks'; readonly marks: Partial<SessionMarks> }
  | JournalSnapshot;

/** Everything so far in one line: what a journal is compacted to. */
export interface JournalSnapshot {
  readonly kind: 'snapshot';
  readonly entries: readonly Entry[];
  readonly terminals: readonly TerminalState[];
  readonly turn: number;
  readonly serial: number;
  readonly kept: PersistedSessionState;
  readonly marks: SessionMarks;
}

/** A line as it is written, its end included. */
export const formatJournalLine = (line: JournalLine): string => `${JSON.stringify(line)}\n`;

/**
 * A line as it was written, or nothing if it is none. A sound line of a kind that a later version has added is
 * `unknown`: it is passed over, and is no damage.
 */
export function parseJournalLine(text: string): JournalLine | 'unknown' | undefined {
  const raw = asRecord(parsed(text));
  switch (asString(raw?.['kind'])) {
    case undefined:
      return undefined;
    case 'header':
      return raw && header(raw);
    case 'patches':
      return { kind: 'patches', patches: items(raw?.['patches'], isPatch) };
    case 'kept':
      return { kind: 'kept', kept: keptState(raw?.['kept']) };
    case 'marks':
      return { kind: 'marks', marks: marks(raw?.['marks']) };
    case 'snapshot':
      return raw && snapshot(raw);
    default:
      return 'unknown';
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Cut off or overwritten: the caller keeps the rest.
  }
}

function header(raw: JsonObject): JournalHeader | undefined {
  const version = asNumber(raw['version']);
  const id = asString(raw['id']);
  const agentId = asString(raw['agentId']);
  if (version === undefined || id === undefined || agentId === undefined) {
    return undefined;
  }
  return {
    kind: 'header',
    version,
    id,
    agentId,
    agentName: asString(raw['agentName']) ?? agentId,
    roots: items(raw['roots'], isText),
    createdMs: asNumber(raw['createdMs']) ?? 0,
  };
}

function snapshot(raw: JsonObject): JournalSnapshot {
  return {
    kind: 'snapshot',
    entries: items(raw['entries'], isEntry),
    terminals: items(raw['terminals'], isTerminal),
    turn: asNumber(raw['turn']) ?? 0,
    serial: asNumber(raw['serial']) ?? 0,
    kept: keptState(raw['kept']),
    marks: { name: '', pinned: false, ...marks(raw['marks']) },
  };
}

function keptState(raw: unknown): PersistedSessionState {
  const kept = asRecord(raw);
  const wireId = asString(kept?.['wireId']);
  const usage = kept?.['usage'];
  return {
    title: asString(kept?.['title']) ?? '',
    ...(wireId === undefined ? {} : { wireId }),
    queue: items(kept?.['queue'], isQueuedPrompt),
    ...(isUsage(usage) ? { usage } : {}),
  };
}

function marks(raw: unknown): Partial<SessionMarks> {
  const name = asString(asRecord(raw)?.['name']);
  const pinned = asBoolean(asRecord(raw)?.['pinned']);
  return {
    ...(name === undefined ? {} : { name }),
    ...(pinned === undefined ? {} : { pinned }),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';

const items = <T>(raw: unknown, is: (item: unknown) => item is T): readonly T[] =>
  Array.isArray(raw) ? raw.filter((item): item is T => is(item)) : [];
