import { titleOf } from '../chat/summary.ts';
import { applyPatches, emptyTranscript, type Transcript } from '../session/transcript.ts';
import {
  JOURNAL_VERSION,
  lineText,
  parseLine,
  type JournalHeader,
  type JournalLine,
  type JournalSnapshot,
  type KeptState,
  type Marks,
} from './journalLine.ts';

/** A session as its journal tells it. */
export interface SessionRecord {
  readonly header: JournalHeader;
  readonly transcript: Transcript;
  readonly kept: KeptState;
  readonly marks: Marks;
}

/** What a journal says, and whether every line of it could be read. */
export interface ReadJournal {
  /** Nothing, if its first line says nothing that we understand. */
  readonly record?: SessionRecord;
  readonly isSound: boolean;
}

/** A session of which nothing is known but its beginning. */
export const newRecord = (header: JournalHeader): SessionRecord => ({
  header,
  transcript: emptyTranscript,
  kept: { title: '', queue: [] },
  marks: { name: '', pinned: false },
});

/** Reads a journal. A line that is cut or overwritten costs that line only. */
export function readJournal(text: string): ReadJournal {
  const [first = '', ...rest] = text.split('\n');
  const header = parseLine(first);
  if (!header || header === 'unknown' || header.kind !== 'header' || rest.length === 0) {
    return { isSound: false };
  }
  if (header.version > JOURNAL_VERSION) {
    return { isSound: true }; // A newer version wrote it. It is whole, but not ours to read or to mend.
  }
  // What stands behind the last line break was cut in writing.
  const lines = rest.slice(0, -1).map(parseLine);
  const record = lines.reduce<SessionRecord>(
    (sofar, line) => (line && line !== 'unknown' ? recordAfter(sofar, line) : sofar),
    newRecord(header),
  );
  return {
    record: withSafeSerial(record),
    isSound: rest.at(-1) === '' && !lines.includes(undefined),
  };
}

/** The record after one more line. */
export function recordAfter(record: SessionRecord, line: JournalLine): SessionRecord {
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
  lineText({ ...record.header, version: JOURNAL_VERSION }) + lineText(snapshotOf(record));

/** All that a session holds, in one line of its journal. */
export function snapshotOf({ transcript, kept, marks }: SessionRecord): JournalSnapshot {
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
export const nameOf = ({ marks, kept, transcript }: SessionRecord): string =>
  marks.name || titleOf(kept, transcript);

/** When something last happened in it. */
export const updatedMsOf = ({ header, transcript }: SessionRecord): number =>
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
