import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toFileContent, type FileContent } from '../../../../../src/core/review/file/fileSide.ts';
import { ReviewModel } from '../../../../../src/core/review/model/reviewModel.ts';
import type { Rejection } from '../../../../../src/core/review/rejections/rejectedFiles.ts';
import { restoreRejectedHunk } from '../../../../../src/core/review/rejections/restoreRejectedHunk.ts';
import type {
  RejectedFile,
  RejectedHunk,
} from '../../../../../src/core/session/transcript/entry.ts';
import { absent, lastRejections, origin, path, rejectAll, ten, text } from './rejectAll.ts';

function only(before: FileContent, after: FileContent): readonly [RejectedFile, RejectedHunk] {
  return firstHunk(rejectAll(before, after));
}

function firstHunk([rejection]: readonly Rejection[]): readonly [RejectedFile, RejectedHunk] {
  const file = rejection?.files[0];
  const hunk = file?.hunks[0];
  if (!file || !hunk) {
    throw new Error('Nothing was rejected.');
  }
  return [file, hunk];
}

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

  it('restores exactly the same text if nothing has changed', () => {
    const words = fc
      .array(fc.constantFrom('a\n', 'b\n', 'c\r\n', '\n', 'd'), { maxLength: 12 })
      .map(lines => lines.join(''));
    fc.assert(
      fc.property(words, words, fc.nat(), (before, after, which) => {
        const model = new ReviewModel();
        model.recordAgentWrite(path, text(after), text(before), origin);
        const hunks = model.getFile(path)?.hunks ?? [];
        const target = hunks[which % Math.max(1, hunks.length)];
        if (!target) {
          return;
        }
        const { id, revision } = target;
        model.reject({ kind: 'hunks', hunks: [{ path, id, revision }] });
        const current = model.getFile(path)?.current;
        if (current) {
          const [rejected, rejectedHunk] = firstHunk(lastRejections(model));
          expect(restoreRejectedHunk(rejected, rejectedHunk, toFileContent(current))).toEqual(
            text(after),
          );
        }
      }),
      { numRuns: 500 },
    );
  });
});
