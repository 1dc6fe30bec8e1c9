import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatJournalLine, type JournalLine } from '../../../../src/core/journal/journalLine.ts';
import {
  compactJournal,
  getSessionName,
  createSessionRecord,
  parseJournal,
  applyJournalLine,
  type SessionRecord,
} from '../../../../src/core/journal/sessionRecord.ts';
import { sampleJournal, sampleLines } from './samples.ts';

function recordOf(text: string): SessionRecord {
  const { record } = parseJournal(text);
  if (!record) {
    throw new Error('The journal says nothing.');
  }
  return record;
}

/** The record after each line of the sample. */
function recordsOnTheWay(): readonly SessionRecord[] {
  const [first, ...rest] = sampleLines;
  if (first?.kind !== 'header') {
    throw new Error('The sample has no header.');
  }
  const records = [createSessionRecord(first)];
  for (const line of rest) {
    records.push(applyJournalLine(records.at(-1) ?? createSessionRecord(first), line));
  }
  return records;
}

describe('a journal', () => {
  it('restores what was written', () => {
    const { record, isSound } = parseJournal(sampleJournal);
    expect(isSound).toBe(true);
    expect(record).toEqual(recordsOnTheWay().at(-1));
    expect(record?.transcript.terminals.get('t1')?.output).toBe('ok 1\nok 2\n');
    expect(record?.state.wireId).toBe('wire-1');
  });

  it('restores everything before a truncation at any offset', () => {
    const bytes = Buffer.from(sampleJournal);
    const records = recordsOnTheWay();
    for (let end = 0; end <= bytes.length; end += 1) {
      const kept = bytes.subarray(0, end);
      const whole = kept.filter(byte => byte === 0x0a).length;
      const { record, isSound } = parseJournal(kept.toString('utf8'));
      expect(record, `cut at ${end}`).toEqual(records[whole - 1]);
      expect(isSound, `cut at ${end}`).toBe(whole > 0 && kept.at(-1) === 0x0a);
    }
  });

  it('loses only the line that was overwritten', () => {
    const lines = sampleJournal.split('\n');
    for (let at = 1; at < lines.length - 1; at += 1) {
      const damaged = lines.with(at, '\0'.repeat(lines[at]?.length ?? 0)).join('\n');
      const { record, isSound } = parseJournal(damaged);
      expect(isSound).toBe(false);
      const others = sampleLines.filter((_, index) => index !== at && index > 0);
      const [first] = recordsOnTheWay();
      const expected = first && others.reduce(applyJournalLine, first);
      expect(record?.transcript.entries).toEqual(expected?.transcript.entries);
    }
  });

  it('keeps ids unique after a line was lost', () => {
    const lines = sampleJournal.split('\n');
    const { transcript } = recordOf(lines.toSpliced(2, 1).join('\n'));
    expect(transcript.entries.map(({ id }) => id)).toEqual(['e3', 'e4']);
    expect(transcript.serial).toBe(4);
  });

  it('accepts any content', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.json(), fc.constantFrom(...sampleJournal.split('\n')))),
        lines => {
          parseJournal(lines.join('\n'));
          parseJournal([sampleJournal, ...lines].join('\n'));
        },
      ),
    );
  });

  it('skips entries that lack required fields', () => {
    const broken = [
      { id: 'e9', turn: 1, atMs: 1, kind: 'agent' },
      { id: 'e9', turn: 1, atMs: 1, kind: 'agent', blocks: [null] },
      { id: 'e9', turn: 1, atMs: 1, kind: 'hologram', blocks: [] },
      { turn: 1, atMs: 1, kind: 'agent', blocks: [] },
    ];
    const patches = broken.map(entry => ({ kind: 'added', entry }));
    const text = `${sampleJournal}${JSON.stringify({ kind: 'patches', patches })}\n`;
    expect(recordOf(text).transcript.entries).toEqual(recordOf(sampleJournal).transcript.entries);
  });

  it('skips lines of an unknown kind', () => {
    const { record, isSound } = parseJournal(`${sampleJournal}{"kind":"hologram"}\n`);
    expect(isSound).toBe(true);
    expect(record).toEqual(recordOf(sampleJournal));
  });

  it('is neither read nor repaired if a newer version wrote it', () => {
    const newer = sampleJournal.replace('"version":1', '"version":99');
    expect(parseJournal(newer)).toEqual({ isSound: true });
  });

  it('has the same content in two lines after compaction', () => {
    const record = recordOf(sampleJournal);
    const compact = compactJournal(record);
    expect(compact.split('\n')).toHaveLength(3);
    expect(parseJournal(compact)).toEqual({ record, isSound: true });
  });

  it('can be continued after compaction', () => {
    const more: JournalLine = { kind: 'marks', marks: { name: '' } };
    const record = recordOf(compactJournal(recordOf(sampleJournal)) + formatJournalLine(more));
    expect(getSessionName(record)).toBe('Größe ändern 🙂');
    expect(record.marks.pinned).toBe(true);
  });

  it('of version 1 can still be read', async () => {
    const fixture = new URL('../../../fixtures/journal/version1.ndjson', import.meta.url);
    const { record, isSound } = parseJournal(await readFile(fixture, 'utf8'));
    expect(isSound).toBe(true);
    expect(record).toEqual(recordOf(sampleJournal));
  });
});
