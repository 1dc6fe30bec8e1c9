import { asBoolean, asNumber, asRecord, asString, parseJson, type JsonObject } from '../json.ts';
import type { QueuedPrompt } from '../session/state/sessionState.ts';
import type { Usage } from '../session/state/usage.ts';
import type { TranscriptPatch, TerminalState } from '../session/transcript/transcript.ts';
import type { Entry } from '../session/transcript/entry.ts';
import { isEntry, isPatch, isQueuedPrompt, isTerminal, isUsage } from './journalSchemas.ts';

/** The version of new journals. Earlier versions can be read. */
export const JOURNAL_VERSION = 1;

/** The first line of a journal, which identifies the session. */
export interface JournalHeader {
  readonly kind: 'header';
  readonly version: number;
  readonly id: string;
  readonly agentId: string;
  readonly agentName: string;
  readonly roots: readonly string[];
  readonly createdMs: number;
}

/** The persisted part of a session's state. */
export interface PersistedSessionState {
  readonly title: string;
  /** The agent's id of the session, once it has one. */
  readonly wireId?: string;
  readonly queue: readonly QueuedPrompt[];
  readonly usage?: Usage;
}

/** What the user has set for a session. */
export interface SessionUserState {
  /** The user's name for the session. */
  readonly name: string;
  readonly pinned: boolean;
  /** Whether the session is hidden in the list of sessions. */
  readonly archived?: boolean;
}

export type JournalLine =
  | JournalHeader
  | { readonly kind: 'patches'; readonly patches: readonly TranscriptPatch[] }
  | { readonly kind: 'kept'; readonly kept: PersistedSessionState }
  | { readonly kind: 'marks'; readonly marks: Partial<SessionUserState> }
  | JournalSnapshot;

/** The whole session in one line, to which a journal is compacted. */
export interface JournalSnapshot {
  readonly kind: 'snapshot';
  readonly entries: readonly Entry[];
  readonly terminals: readonly TerminalState[];
  readonly turn: number;
  readonly serial: number;
  readonly kept: PersistedSessionState;
  readonly marks: SessionUserState;
}

/** Formats a line, including the line break. */
export const formatJournalLine = (line: JournalLine): string => `${JSON.stringify(line)}\n`;

/**
 * Parses a line; `undefined` if it is damaged. A valid line of a kind that a later version has added is `unknown`: it is
 * skipped and does not count as damage. Of a damaged list, the valid items are kept.
 */
export function parseJournalLine(text: string): JournalLine | 'unknown' | undefined {
  const raw = asRecord(parseJson(text));
  switch (asString(raw?.['kind'])) {
    case undefined:
      return undefined;
    case 'header':
      return raw && parseHeader(raw);
    case 'patches':
      return { kind: 'patches', patches: filterItems(raw?.['patches'], isPatch) };
    case 'kept':
      return { kind: 'kept', kept: parsePersistedState(raw?.['kept']) };
    case 'marks':
      return { kind: 'marks', marks: parseMarks(raw?.['marks']) };
    case 'snapshot':
      return raw && parseSnapshot(raw);
    default:
      return 'unknown';
  }
}

function parseHeader(raw: JsonObject): JournalHeader | undefined {
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
    roots: filterItems(raw['roots'], isText),
    createdMs: asNumber(raw['createdMs']) ?? 0,
  };
}

function parseSnapshot(raw: JsonObject): JournalSnapshot {
  return {
    kind: 'snapshot',
    entries: filterItems(raw['entries'], isEntry),
    terminals: filterItems(raw['terminals'], isTerminal),
    turn: asNumber(raw['turn']) ?? 0,
    serial: asNumber(raw['serial']) ?? 0,
    kept: parsePersistedState(raw['kept']),
    marks: { name: '', pinned: false, ...parseMarks(raw['marks']) },
  };
}

function parsePersistedState(raw: unknown): PersistedSessionState {
  const kept = asRecord(raw);
  const wireId = asString(kept?.['wireId']);
  const usage = kept?.['usage'];
  return {
    title: asString(kept?.['title']) ?? '',
    ...(wireId === undefined ? {} : { wireId }),
    queue: filterItems(kept?.['queue'], isQueuedPrompt),
    ...(isUsage(usage) ? { usage } : {}),
  };
}

function parseMarks(raw: unknown): Partial<SessionUserState> {
  const name = asString(asRecord(raw)?.['name']);
  const pinned = asBoolean(asRecord(raw)?.['pinned']);
  const archived = asBoolean(asRecord(raw)?.['archived']);
  return {
    ...(name === undefined ? {} : { name }),
    ...(pinned === undefined ? {} : { pinned }),
    ...(archived === undefined ? {} : { archived }),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';

const filterItems = <T>(raw: unknown, is: (item: unknown) => item is T): readonly T[] =>
  Array.isArray(raw) ? raw.filter((item): item is T => is(item)) : [];
