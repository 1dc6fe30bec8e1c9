import { SessionJournal } from '../../../../src/agent/journal/sessionJournal.ts';
import { JournalFolder } from '../../../../src/agent/journal/journalFolder.ts';
import type { JournalLine } from '../../../../src/core/journal/journalLine.ts';
import {
  createSessionRecord,
  applyJournalLine,
} from '../../../../src/core/journal/sessionRecord.ts';
import { journalHeader } from '../../../fakes/journalHeader.ts';

/** Simulates the extension host: writes a journal as fast as it can and prints its progress. */
const [path = ''] = process.argv.slice(2);
/** Large enough that the journal is compacted every few lines. */
const TEXT = 'words '.repeat(20_000);

async function main(): Promise<void> {
  const folder = new JournalFolder(path);
  await folder.prepare();
  let record = createSessionRecord({ ...journalHeader, id: 'killed' });
  const file = new SessionJournal({
    folder,
    id: 'killed',
    sizeBytes: 0,
    record: () => record,
    onError: error => {
      throw error;
    },
  });
  await file.compact();
  for (let count = 1; ; count += 1) {
    const text = count % 4 === 0 ? TEXT : 'word';
    const entry = {
      id: 'e1',
      turn: 1,
      atMs: count,
      kind: 'agent',
      blocks: [{ type: 'text', text }],
    };
    const line = {
      kind: 'patches',
      patches: [{ kind: 'added', entry: { ...entry, id: `e${count}` } }],
    };
    record = applyJournalLine({ ...record, ...trimmed(record) }, line as JournalLine);
    file.append(line as JournalLine);
    await file.flush();
    process.stdout.write(`${count}\n`);
  }
}

/** Texts are dropped from old entries, so that the journal stays small and is rewritten often. */
const trimmed = ({
  transcript,
}: typeof createSessionRecord extends (header: never) => infer R ? R : never) => ({
  transcript: {
    ...transcript,
    entries: transcript.entries.map(entry =>
      entry.kind === 'agent'
        ? { ...entry, blocks: [{ type: 'text' as const, text: 'old' }] }
        : entry,
    ),
  },
});

void main();
