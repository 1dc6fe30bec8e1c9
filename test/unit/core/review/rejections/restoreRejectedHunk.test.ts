import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toFileContent, type FileContent } from '../../../../../src/core/review/file/fileSide.ts';
import { ReviewModel } from '../../../../../src/core/review/model/reviewModel.ts';
import {
  rejectedFiles,
  type Rejection,
} from '../../../../../src/core/review/rejections/rejectedFiles.ts';
import { restoreRejectedHunk } from '../../../../../src/core/review/rejections/restoreRejectedHunk.ts';
import type {
  RejectedFile,
  RejectedHunk,
} from '../../../../../src/core/session/transcript/entry.ts';

const path = '/w/a.ts';
const origin = { sessionId: 's1', turnId: '3', toolCallId: 'call1' };
const text = (words: string): FileContent => ({ kind: 'text', text: words });
const absent: FileContent = { kind: 'absent' };
const ten = Array.from({ length: 10 }, (_, at) => `line ${at}\n`).join('');

/** What a transcript keeps after all changes of the agent to a file were rejected. */
function rejected(before: FileContent, after: FileContent): readonly Rejection[] {
  const model = new ReviewModel();
  model.recordAgentWrite(path, after, before, origin);
  model.reject({ kind: 'all' }, { force: true });
  const decision = model.state.done.at(-1);
  return decision ? rejectedFiles(decision, model.state, () => 'a.ts') : [];
}

function only(before: FileContent, after: FileContent): readonly [RejectedFile, RejectedHunk] {
  const file = rejected(before, after)[0]?.files[0];
  const hunk = file?.hunks[0];
  if (!file || !hunk) {
    throw new Error('Nothing was rejected.');
  }
  return [file, hunk];
}

describe('rejectedFiles', () => {
  it('returns location, origin and replacement of each rejected hunk', () => {
    expect(rejected(text(ten), text(ten.replace('line 5', 'LINE 5')))).toEqual([
      {
        sessionId: 's1',
        left: 0,
        files: [
          {
            path,
            label: 'a.ts',
            change: 'modified',
            hunks: [
              expect.objectContaining({
                line: 5,
                base: ['line 5\n'],
                wrote: ['LINE 5\n'],
                above: ['line 2\n', 'line 3\n', 'line 4\n'],
                below: ['line 6\n', 'line 7\n', 'line 8\n'],
                turnId: '3',
                toolCallId: 'call1',
                back: false,
              }),
            ],
          },
        ],
      },
    ]);
  });

  it('marks rejected whole files', () => {
    expect(rejected(absent, text('new\n'))[0]?.files[0]?.change).toBe('created');
    expect(rejected(text('old\n'), absent)[0]?.files[0]?.change).toBe('deleted');
  });

  it('counts hunks that are too large to be kept', () => {
    const huge = 'x'.repeat(600_000);
    const [rejection] = rejected(text('one\ntwo\nthree\n'), text(`ONE\ntwo\n${huge}\n`));
    expect(rejection?.files[0]?.hunks.map(hunk => hunk.wrote)).toEqual([['ONE\n']]);
    expect(rejection?.left).toBe(1);
  });

  it('restores exactly the same text if nothing has changed', () => {
    const words = fc
      .array(fc.constantFrom('a\n', 'b\n', 'c\r\n', '\n', 'd'), { maxLength: 12 })
      .map(lines => lines.join(''));
    fc.assert(
      fc.property(words, words, fc.nat(), (before, after, which) => {
        const model = new ReviewModel();
        model.recordAgentWrite(path, text(after), text(before), origin);
        const hunks = model.getFile(path)?.hunks ?? [];
        const hunk = hunks[which % Math.max(1, hunks.length)];
        if (!hunk) {
          return;
        }
        const { id, revision } = hunk;
        model.reject({ kind: 'hunks', hunks: [{ path, id, revision }] });
        const file = model.getFile(path);
        const decision = model.state.done.at(-1);
        const [kept] = decision ? rejectedFiles(decision, model.state, () => '') : [];
        const [one] = kept?.files ?? [];
        const [back] = one?.hunks ?? [];
        if (file && one && back) {
          expect(restoreRejectedHunk(one, back, toFileContent(file.current))).toEqual(text(after));
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('restoreRejectedHunk', () => {
  const [file, hunk] = only(text(ten), text(ten.replace('line 5', 'LINE 5')));

  it('finds the position after lines were inserted above', () => {
    const now = `one more\n${ten}`;
    expect(restoreRejectedHunk(file, hunk, text(now))).toEqual(
      text(now.replace('line 5', 'LINE 5')),
    );
  });

  it('finds the position by the base lines where the surroundings have changed', () => {
    const now = 'other\nline 5\nthings\n';
    expect(restoreRejectedHunk(file, hunk, text(now))).toEqual(text('other\nLINE 5\nthings\n'));
  });

  it('does nothing if several positions match, or none', () => {
    expect(restoreRejectedHunk(file, hunk, text('line 5\nx\nline 5\n'))).toBeUndefined();
    expect(restoreRejectedHunk(file, hunk, text('all new\n'))).toBeUndefined();
    expect(restoreRejectedHunk(file, hunk, absent)).toBeUndefined();
  });

  it('requires the surrounding lines for a rejected pure insertion', () => {
    const [inserted, lines] = only(text(ten), text(ten.replace('line 5', 'new\nline 5')));
    expect(restoreRejectedHunk(inserted, lines, text(`x\n${ten}`))).toEqual(
      text(`x\n${ten.replace('line 5', 'new\nline 5')}`),
    );
    expect(restoreRejectedHunk(inserted, lines, text('all new\n'))).toBeUndefined();
  });

  it('creates a file again, but never overwrites another one', () => {
    const [created, all] = only(absent, text('new\n'));
    expect(restoreRejectedHunk(created, all, absent)).toEqual(text('new\n'));
    expect(restoreRejectedHunk(created, all, text('mine\n'))).toBeUndefined();
  });

  it('deletes a file again only if its content is unchanged', () => {
    const [deleted, all] = only(text('old\n'), absent);
    expect(restoreRejectedHunk(deleted, all, text('old\n'))).toEqual(absent);
    expect(restoreRejectedHunk(deleted, all, text('old, and mine\n'))).toBeUndefined();
  });
});
