import { describe, expect, it } from 'vitest';
import { exportParts } from '../../../../../src/core/export/exportParts.ts';
import { entryText } from '../../../../../src/core/history/entryText.ts';
import {
  formatJournalLine,
  parseJournalLine,
} from '../../../../../src/core/journal/journalLine.ts';
import { createSessionRecord } from '../../../../../src/core/journal/sessionRecord.ts';
import type { RejectedFile } from '../../../../../src/core/session/transcript/entry.ts';
import {
  restoredHunkPatches,
  rejectedPatches,
} from '../../../../../src/core/session/transcript/rejectedPatches.ts';
import {
  applyPatches,
  emptyTranscript,
} from '../../../../../src/core/session/transcript/transcript.ts';

const file: RejectedFile = {
  path: '/w/a.ts',
  label: 'a.ts',
  change: 'modified',
  hunks: [
    {
      id: '3.0',
      line: 4,
      above: [],
      below: [],
      base: ['old\n'],
      wrote: ['new\n'],
      turnId: '1',
      back: false,
    },
  ],
};
const patches = rejectedPatches(emptyTranscript, { files: [file], left: 0 }, 5);
const transcript = applyPatches(emptyTranscript, patches);
const [entry] = transcript.entries;

describe('a rejection in the transcript', () => {
  it('is written into the journal and read from it', () => {
    expect(parseJournalLine(formatJournalLine({ kind: 'patches', patches }))).toEqual({
      kind: 'patches',
      patches,
    });
    const broken = JSON.parse(formatJournalLine({ kind: 'patches', patches })) as {
      patches: [{ entry: { files: [{ hunks: [{ wrote: unknown }] }] } }];
    };
    broken.patches[0].entry.files[0].hunks[0].wrote = 'no list';
    expect(parseJournalLine(JSON.stringify(broken))).toEqual({ kind: 'patches', patches: [] });
  });

  it('can be searched for and exported', () => {
    expect(entry && entryText(entry, transcript.terminals)).toContain('new');
    const header = {
      kind: 'header',
      version: 1,
      id: 's',
      agentId: 'a',
      agentName: 'A',
      roots: [],
      createdMs: 0,
    } as const;
    const [part] = exportParts({ ...createSessionRecord(header), transcript });
    expect(part?.kind === 'done' ? part.blocks[0]?.text : '').toContain('-old\n+new\n');
  });

  it('is marked as restored while it is pending again', () => {
    const back = applyPatches(
      transcript,
      restoredHunkPatches(transcript, ({ id }) => id === '3.0'),
    );
    const [after] = back.entries;
    expect(after?.kind === 'rejected' && after.files[0]?.hunks[0]?.back).toBe(true);
    expect(restoredHunkPatches(back, () => true)).toEqual([]);
    expect(
      applyPatches(
        back,
        restoredHunkPatches(back, () => false),
      ).entries,
    ).toEqual(transcript.entries);
  });
});
