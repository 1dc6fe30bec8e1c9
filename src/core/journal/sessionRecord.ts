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
  type SessionMarks,
} from './journalLine.ts';

/** A session as its journal tells it. */
export interface SessionRecord {
  readonly header: JournalHeader;
  readonly transcript: Transcript;
  readonly kept: PersistedSessionState;
  readonly marks: SessionMarks;
}

/** What a journal says, and whether every line of it could be read. */
export interface ParsedJournal {
  /** Nothing, if its first line says nothing that we understand. */
  readonly record?: SessionRecord;
  readonly isSound: boolean;
}

/** A session of which nothing is known but its beginning. */
export const createSessionRecord = (header: JournalHeader): SessionRecord => ({
  header,
  transcript: emptyTranscript,
  kept: { title: '', queue: [] },
  marks: { name: '', pinned: false },
});

/** Reads a journal. A line that is cut or overwritten costs that line only. */
export function parseJournal(text: string): ParsedJournal {
  const [first = '', ...rest] = text.split('\n');
  const header = parseJournalLine(first);
  if (!header || header === 'unknown' || header.kind !== 'header' || rest.length === 0) {
    return { isSound: false };
  }
  if (header.version > JOURNAL_VERSION) {
    return { isSound: true }; // A newer version wrote it. It is whole, but not ours to read or to mend.
  }
  // What stands behind the last line break was cut in writing.
  const lines = rest.slice(0, -1).map(parseJournalLine);
  const record = lines.reduce<SessionRecord>(
    (sofar, line) => (line && line !== 'unknown' ? applyJournalLine(sofar, line) : sofar),
    createSessionRecord(header),
  );
  return {
    record: withSafeSerial(record),
    isSound: rest.at(-1) === '' && !lines.includes(undefined),
  };
}

/** The record after one more line. */
export function applyJournalLine(record: SessionRecord, line: JournalLine): SessionRecord {
  switch (line.kind) {
    case 'header':
      return record; // Only the first one counts.
    case 'patches':
      return { ...record, transcript: applyPatches(record.transcript, line.patches) };
    case 'kept':
      return { ...record, kept: line.kept };
    case 'marks':
      return { ...record, marks: { ...record.marks, ...line.marks } };
    case 'snapshot': {
      const { entries, terminals, turn, serial, kept, marks } = line;
      const byId = new Map(terminals.map(terminal => [terminal.id, terminal]));
      return { ...record, transcript: { entries, terminals: byId, turn, serial }, kept, marks };
    }
  }
}

/** The shortest journal that tells the same. */
export const compactJournal = (record: SessionRecord): string =>
  formatJournalLine({ ...record.header, version: JOURNAL_VERSION }) +
  formatJournalLine(toJournalSnapshot(record));

/** All that a session holds, in one line of its journal. */
export function toJournalSnapshot({ transcript, kept, marks }: SessionRecord): JournalSnapshot {
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
export const getSessionName = ({ marks, kept, transcript }: SessionRecord): string =>
  marks.name || getSessionTitle(kept, transcript);

/** When something last happened in it. */
export const getUpdatedMs = ({ header, transcript }: SessionRecord): number =>
  Math.max(header.createdMs, transcript.entries.at(-1)?.atMs ?? 0);

/** Where a line was lost, ids go on after the highest one there is: no two entries may share one. */
function withSafeSerial(record: SessionRecord): SessionRecord {
  const { transcript } = record;
  const highest = transcript.entries.reduce(
    (most, { id }) => Math.max(most, Number(/^e(\d+)$/.exec(id)?.[1] ?? 0)),
    transcript.serial,
  );
  return { ...record, transcript: { ...transcript, serial: highest } };
}
