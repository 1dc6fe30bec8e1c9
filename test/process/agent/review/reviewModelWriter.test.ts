import { describe, expect, it } from 'vitest';
import { ReviewModelWriter } from '../../../../src/agent/review/reviewModelWriter.ts';
import type { FileContent } from '../../../../src/core/review/file/fileSide.ts';
import { ReviewModel } from '../../../../src/core/review/model/reviewModel.ts';
import { editsBetween } from '../../../../src/core/diff/lineDiff.ts';
import { joinLines, type Lines } from '../../../../src/core/text/lines.ts';

const path = '/work/a.ts';
const agent = { kind: 'agent', origin: { sessionId: 's', turnId: '1' } } as const;
const text = (words: string, mode?: number): FileContent => ({
  kind: 'text',
  text: words,
  ...(mode === undefined ? {} : { mode }),
});

/** A comparer that runs something before it compares. */
function slow(meanwhile: (round: number) => void) {
  let rounds = 0;
  return {
    rounds: () => rounds,
    edits: async (before: Lines, after: Lines) => {
      rounds += 1;
      meanwhile(rounds);
      return editsBetween(before, after);
    },
  };
}

const sides = (model: ReviewModel) => {
  const file = model.getFile(path);
  return file && [joinLines(file.base.lines), joinLines(file.current.lines)];
};

describe('ReviewModelWriter', () => {
  it('waits for the comparison', async () => {
    const model = new ReviewModel();
    const comparer = slow(() => {});
    await new ReviewModelWriter(model, comparer).write(path, text('a\nB\n'), agent, text('a\nb\n'));
    expect(sides(model)).toEqual(['a\nb\n', 'a\nB\n']);
    expect(comparer.rounds()).toBe(1);
  });

  it('compares again if the model has changed in the meantime', async () => {
    const model = new ReviewModel();
    model.recordAgentWrite(path, text('one\nb\nc\nd\n'), text('a\nb\nc\nd\n'), agent.origin);
    const comparer = slow(round => {
      if (round === 1) {
        model.recordUserEdits(path, [{ range: { start: 4, end: 4 }, lines: ['mine\n'] }]);
      }
    });
    await new ReviewModelWriter(model, comparer).write(
      path,
      text('one\nb\nC\nd\nmine\n'),
      agent,
      null,
    );
    expect(comparer.rounds()).toBe(2);
    expect(sides(model)).toEqual(['a\nb\nc\nd\nmine\n', 'one\nb\nC\nd\nmine\n']);
    expect(model.getFile(path)?.hunks).toHaveLength(2);
  });

  it('ends even if the model changes all the time', async () => {
    const model = new ReviewModel();
    model.recordAgentWrite(path, text('one\nb\n'), text('a\nb\n'), agent.origin);
    const comparer = slow(round =>
      model.recordUserEdits(path, [{ range: { start: 2, end: 2 }, lines: [`${round}\n`] }]),
    );
    await new ReviewModelWriter(model, comparer).write(path, text('two\nb\n'), agent, null);
    expect(sides(model)?.[1]).toBe('two\nb\n');
  });

  it('records lines and a new mode', async () => {
    const model = new ReviewModel();
    const writer = new ReviewModelWriter(model, { edits: editsBetween });
    await writer.write(path, text('A\n', 0o100755), agent, text('a\n', 0o100644));
    expect(model.getFile(path)?.hunks).toHaveLength(1);
    expect(model.getFile(path)?.current.form).toEqual({ kind: 'text', mode: 0o100755 });
    expect(model.getFile(path)?.base.form).toEqual({ kind: 'text', mode: 0o100644 });
  });

  it('records changes other than lines', async () => {
    const model = new ReviewModel();
    const writer = new ReviewModelWriter(model, { edits: editsBetween });
    await writer.write(path, text('a\n'), agent, { kind: 'absent' });
    expect(sides(model)).toEqual(['', 'a\n']);
    await writer.write(path, { kind: 'absent' }, agent, null);
    expect(model.pending).toEqual([]);
  });
});
