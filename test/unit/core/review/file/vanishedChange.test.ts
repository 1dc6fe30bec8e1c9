import { describe, expect, it } from 'vitest';
import type { FileContent } from '../../../../../src/core/review/file/fileSide.ts';
import { getFileStatus } from '../../../../../src/core/review/file/reviewedFile.ts';
import { ReviewModel } from '../../../../../src/core/review/model/reviewModel.ts';
import {
  createReviewSnapshot,
  parseReviewSnapshot,
} from '../../../../../src/core/review/model/reviewSnapshot.ts';
import { isValidReview } from '../../../../../src/core/review/model/reviewState.ts';
import { joinLines } from '../../../../../src/core/text/lines.ts';

const path = '/w/a.txt';
const ten = Array.from({ length: 10 }, (_, at) => `line ${at}\n`).join('');
const changed = ten.replace('line 2', 'LINE 2').replace('line 7', 'LINE 7');
const origin = { sessionId: 's', turnId: '1' };
const absent: FileContent = { kind: 'absent' };
const text = (value: string): FileContent => ({ kind: 'text', text: value });
const byProgram = { kind: 'user', onDisk: true } as const;

/** A review in which an agent has replaced `before` by `after`. */
function review(before: FileContent, after: FileContent): ReviewModel {
  const model = new ReviewModel();
  model.recordAgentWrite(path, after, before, origin);
  return model;
}

/** A program, such as git, writes the file. */
function write(model: ReviewModel, content: FileContent, at = path): void {
  model.recordWrite(at, content, byProgram, null);
  expect(isValidReview(model.state)).toBe(true);
}

const pending = (model: ReviewModel): readonly string[] =>
  model.pending.map(file => `${getFileStatus(file)} ${file.current.path} ${file.hunks.length}`);

const afterReload = (model: ReviewModel): ReviewModel => {
  const saved: unknown = JSON.parse(JSON.stringify(createReviewSnapshot(model.state)));
  return new ReviewModel(parseReviewSnapshot(saved));
};

describe('changes that a program removes from the disk', () => {
  it('are pending again when their text comes back', () => {
    const model = review(text(ten), text(changed));
    const before = model.getFile(path);
    write(model, text(ten));
    expect(pending(model)).toEqual([]);
    write(model, text(changed));
    expect(model.getFile(path)?.hunks).toEqual(before?.hunks);
    expect(joinLines(model.getFile(path)?.base.lines ?? [])).toBe(ten);
  });

  it.each([
    ['modified', text(ten), text(changed), text(ten)],
    ['created', absent, text('new\n'), absent],
    ['deleted', text(ten), absent, text(ten)],
    [
      'made executable',
      { ...text(ten), mode: 0o100644 },
      { ...text(ten), mode: 0o100755 },
      { ...text(ten), mode: 0o100644 },
    ],
    [
      'binary',
      { kind: 'binary', hash: 'a', sizeBytes: 1 },
      { kind: 'binary', hash: 'b', sizeBytes: 1 },
      { kind: 'binary', hash: 'a', sizeBytes: 1 },
    ],
  ] as const)('return after a reload in a file that was %s', (_, before, after, meanwhile) => {
    const first = review(before, after);
    const expected = pending(first);
    write(first, meanwhile);
    expect(pending(first)).toEqual([]);
    const next = afterReload(first);
    expect(pending(next)).toEqual([]);
    write(next, after);
    expect(pending(next)).toEqual(expected);
  });

  it('return in a deleted file that had uncommitted edits, of which git restored the committed text meanwhile', () => {
    const edited = `mine\n${ten}`;
    const model = review(text(edited), absent);
    write(model, text(ten));
    write(model, absent);
    expect(pending(model)).toEqual([`deleted ${path} 1`]);
    expect(joinLines(model.getFile(path)?.base.lines ?? [])).toBe(edited);
  });

  it('return one by one, and only those whose text is back', () => {
    const model = review(text(ten), text(changed));
    write(model, text(ten));
    write(model, text(ten.replace('line 7', 'LINE 7')));
    expect(model.getFile(path)?.hunks.map(({ current }) => current.start)).toEqual([7]);
    write(model, text(changed));
    expect(model.getFile(path)?.hunks.map(({ current }) => current.start)).toEqual([2, 7]);
    expect(joinLines(model.getFile(path)?.base.lines ?? [])).toBe(ten);
  });

  it('return on top of other changes of the user', () => {
    const model = review(text(ten), text(changed));
    write(model, text(ten));
    write(model, text(`mine\n${ten}`));
    write(model, text(`mine\n${changed}`));
    expect(pending(model)).toEqual([`modified ${path} 2`]);
    expect(joinLines(model.getFile(path)?.base.lines ?? [])).toBe(`mine\n${ten}`);
  });

  it('return after git has restored the committed text of lines that the user had changed before', () => {
    const [committed, mine, agents] = ['b1\nb2\n', 'u1\nb2\n', 'a1\nb2\n'];
    const model = review(text(mine), text(agents));
    write(model, text(committed)); // git stash
    model.dispatch({ kind: 'committed', path, head: text(committed), was: text(agents) });
    expect(pending(model)).toEqual([]);
    write(model, text(agents)); // git stash pop
    expect(pending(model)).toEqual([`modified ${path} 1`]);
    expect(joinLines(model.getFile(path)?.base.lines ?? [])).toBe(mine);
  });

  it('are known to have returned, also if git has not reported what it did in between', () => {
    const model = review(text('u1\nb2\n'), text('a1\nb2\n'));
    write(model, text('b1\nb2\n'));
    write(model, text('a1\nb2\n'));
    expect(pending(model)).toEqual([`modified ${path} 1`]);
    expect(model.getFile(path)?.hasReturned).toBe(true);
    model.accept({ kind: 'all' });
    write(model, text('b1\nb2\n'));
    write(model, text('a1\nb2\n'));
    expect(pending(model)).toEqual([]);
  });

  it('do not return once they were accepted', () => {
    const model = review(text(ten), text(changed));
    write(model, text(ten));
    write(model, text(changed));
    model.accept({ kind: 'all' });
    write(model, text(ten));
    write(model, text(changed));
    expect(pending(model)).toEqual([]);
  });

  it('do not return when only other lines are written', () => {
    const model = review(text(ten), text(changed));
    write(model, text(ten));
    model.recordAgentWrite(path, text(`x\n${changed}`), text(ten), origin);
    model.accept({ kind: 'all' });
    write(model, text(`x\n${changed}y\n`));
    expect(pending(model)).toEqual([]);
  });
});

describe('a deleted file', () => {
  it('has its hunks again when it comes back, also with other lines changed', () => {
    const model = review(text(ten), text(changed));
    write(model, absent);
    expect(pending(model)).toEqual([]);
    write(model, text(changed.replace('line 5', 'line five')));
    expect(pending(model)).toEqual([`modified ${path} 2`]);
    expect(joinLines(model.getFile(path)?.base.lines ?? [])).toBe(
      ten.replace('line 5', 'line five'),
    );
  });

  it('is the agent’s again when a tool writes it once more with small changes', () => {
    const model = review(absent, text(ten));
    write(model, absent);
    write(model, text(ten.replace('line 5', 'line five')));
    expect(pending(model)).toEqual([`created ${path} 1`]);
  });

  it('is the user’s when it comes back with another text', () => {
    const model = review(absent, text(ten));
    write(model, absent);
    write(model, text('something else\n'));
    expect(pending(model)).toEqual([]);
  });

  it('takes its hunks along when it is found under another name', () => {
    const model = review(text(ten), text(changed));
    write(model, absent);
    model.recordUserRename(path, '/w/b.txt');
    write(model, text(changed), '/w/b.txt');
    expect(pending(model)).toEqual(['modified /w/b.txt 2']);
    expect(model.getFile('/w/b.txt')?.base.path).toBe('/w/b.txt');
    expect(model.getFile(path)).toBeUndefined();
  });

  it('gives way to a file that is renamed to its path', () => {
    const model = review(text(ten), text(changed));
    model.recordAgentWrite('/w/b.txt', text('B\n'), text('b\n'), origin);
    write(model, absent);
    model.recordUserRename('/w/b.txt', path);
    expect(pending(model)).toEqual([`modified ${path} 1`]);
  });

  it('is a new file if an agent creates one there', () => {
    const model = review(text(ten), text(changed));
    write(model, absent);
    model.recordAgentWrite(path, text('new\n'), absent, origin);
    expect(pending(model)).toEqual([`created ${path} 1`]);
  });
});
