import { getSessionTitle } from '../chat/sessionSummary.ts';
import {
  applyPatches,
  emptyTranscript,
  type Transcript,
} from '../session/transcript/transcript.ts';
import {
  JOURNAL_VERSION,
  formatJournalLine,
  parseJournalLine,
  type JournalHeader,
  type JournalLine,
  type JournalSnapshot,
  type PersistedSessionState,
  type SessionUserState,
} from './journalLine.ts';

/** A session as read from its journal. */
export interface SessionRecord {
  readonly header: JournalHeader;
  readonly transcript: Transcript;
  readonly state: PersistedSessionState;
  readonly marks: SessionUserState;
}

/** The content of a journal, and whether all of its lines were valid. */
export interface ParsedJournal {
  /** Absent if the header cannot be read. */
  readonly record?: SessionRecord;
  readonly isSound: boolean;
}

export const createSessionRecord = (header: JournalHeader): SessionRecord => ({
  header,
  transcript: emptyTranscript,
  state: { title: '', queue: [] },
  marks: { name: '', pinned: false },
});

/** Parses a journal. Damaged lines are skipped. */
export function parseJournal(text: string): ParsedJournal {
  const [first = '', ...rest] = text.split('\n');
  const header = parseJournalLine(first);
  if (!header || header === 'unknown' || header.kind !== 'header' || rest.length === 0) {
    return { isSound: false };
  }
  if (header.version > JOURNAL_VERSION) {
    return { isSound: true }; // A newer version wrote it. It is intact, but we cannot read it and must not repair it.
  }
  // Text after the last line break was not completely written.
  const lines = rest.slice(0, -1).map(parseJournalLine);
  const record = lines.reduce<SessionRecord>(
    (current, line) => (line && line !== 'unknown' ? applyJournalLine(current, line) : current),
    createSessionRecord(header),
  );
  return {
    record: withSafeSerial(record),
    isSound: rest.at(-1) === '' && !lines.includes(undefined),
  };
}

export function applyJournalLine(record: SessionRecord, line: JournalLine): SessionRecord {
  switch (line.kind) {
    case 'header':
      return record; // Only the first header counts.
    case 'patches':
      return { ...record, transcript: applyPatches(record.transcript, line.patches) };
    case 'kept':
      return { ...record, state: line.kept };
    case 'marks':
      return { ...record, marks: { ...record.marks, ...line.marks } };
    case 'snapshot': {
      const { entries, terminals, turn, serial, kept, marks } = line;
      const byId = new Map(terminals.map(terminal => [terminal.id, terminal]));
      return {
        ...record,
        transcript: { entries, terminals: byId, turn, serial },
        state: kept,
        marks,
      };
    }
  }
}

/** The shortest journal with the same content. */
export const compactJournal = (record: SessionRecord): string =>
  formatJournalLine({ ...record.header, version: JOURNAL_VERSION }) +
  formatJournalLine(toJournalSnapshot(record));

/** The whole session as one line of a journal. */
export function toJournalSnapshot({
  transcript,
  state: kept,
  marks,
}: SessionRecord): JournalSnapshot {
  const { entries, terminals, turn, serial } = transcript;
  return {
    kind: 'snapshot',
    entries,
    terminals: [...terminals.values()],
    turn,
    serial,
    kept,
    marks,
  };
}

/** The user's name for a session, else the agent's title, else the beginning of the first prompt. */
export const getSessionName = ({ marks, state, transcript }: SessionRecord): string =>
  marks.name || getSessionTitle(state, transcript);

/** The time of the last entry. */
export const getUpdatedMs = ({ header, transcript }: SessionRecord): number =>
  Math.max(header.createdMs, transcript.entries.at(-1)?.atMs ?? 0);

/** If a line was lost, new ids continue after the highest existing one, so that ids stay unique. */
function withSafeSerial(record: SessionRecord): SessionRecord {
  const { transcript } = record;
  const highest = transcript.entries.reduce(
    (most, { id }) => Math.max(most, Number(/^e(\d+)$/.exec(id)?.[1] ?? 0)),
    transcript.serial,
  );
  return { ...record, transcript: { ...transcript, serial: highest } };
}
