import { describe, expect, it } from 'vitest';
import { exportParts } from '../../../../../src/core/export/exportParts.ts';
import { entryText } from '../../../../../src/core/history/entryText.ts';
import {
  formatJournalLine,
  parseJournalLine,
} from '../../../../../src/core/journal/journalLine.ts';
import { createSessionRecord } from '../../../../../src/core/journal/sessionRecord.ts';
import type {
  RejectedFile,
  RejectedHunk,
} from '../../../../../src/core/session/transcript/entry.ts';
import {
  restoredHunkPatches,
  rejectedPatches,
  type RestoredChanges,
} from '../../../../../src/core/session/transcript/rejectedPatches.ts';
import {
  applyPatches,
  emptyTranscript,
  type Transcript,
} from '../../../../../src/core/session/transcript/transcript.ts';
import { journalHeader } from '../../../../fakes/journalHeader.ts';

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
const restored = (isHunkRestored: (hunk: RejectedHunk) => boolean): RestoredChanges => ({
  isHunkRestored,
  isFileRestored: () => false,
});

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
    const [part] = exportParts({ ...createSessionRecord(journalHeader), transcript });
    expect(part?.kind === 'done' ? part.blocks[0]?.text : '').toContain('-old\n+new\n');
  });

  it('is marked as restored while it is pending again', () => {
    const back = applyPatches(
      transcript,
      restoredHunkPatches(
        transcript,
        restored(({ id }) => id === '3.0'),
      ),
    );
    const [after] = back.entries;
    expect(after?.kind === 'rejected' && after.files[0]?.hunks[0]?.back).toBe(true);
    expect(
      restoredHunkPatches(
        back,
        restored(() => true),
      ),
    ).toEqual([]);
    expect(
      applyPatches(
        back,
        restoredHunkPatches(
          back,
          restored(() => false),
        ),
      ).entries,
    ).toEqual(transcript.entries);
  });

  it('is marked as a whole if it has no hunks', () => {
    const binary: RejectedFile = { ...file, change: 'binary', hunks: [] };
    const before = applyPatches(
      emptyTranscript,
      rejectedPatches(emptyTranscript, { files: [binary], left: 0 }, 5),
    );
    const isFileRestored = (path: string): boolean => path === binary.path;
    const marked = restoredHunkPatches(before, { isHunkRestored: () => false, isFileRestored });
    const [after] = applyPatches(before, marked).entries;
    expect(after?.kind === 'rejected' && after.files[0]?.back).toBe(true);
  });
});

const reject = (before: Transcript, files: readonly RejectedFile[]): Transcript =>
  applyPatches(before, rejectedPatches(before, { files, left: 0 }, 6));
const hunk = (id: string): RejectedFile => ({
  ...file,
  hunks: file.hunks.map(one => ({ ...one, id })),
});
const hunkIds = ({ entries }: Transcript) =>
  entries.map(one =>
    one.kind === 'rejected' ? one.files.map(({ hunks }) => hunks.map(({ id }) => id)) : [],
  );

describe('what is rejected in a row', () => {
  it('is one entry, with one list for each file', () => {
    const other = { ...hunk('3.2'), path: '/w/b.ts', label: 'b.ts' };
    const all = [hunk('3.1'), other].reduce((before, one) => reject(before, [one]), transcript);
    expect(hunkIds(all)).toEqual([[['3.0', '3.1'], ['3.2']]]);
  });

  it('keeps a hunk once that is rejected again', () => {
    expect(hunkIds(reject(transcript, [file]))).toEqual([[['3.0']]]);
  });

  it('does not grow without limit', () => {
    let all = transcript;
    for (let at = 0; at < 40; at += 1) {
      all = reject(all, [hunk(`4.${at}`)]);
    }
    expect(all.entries).toHaveLength(2);
  });
});
