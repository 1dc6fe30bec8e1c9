import { describe, expect, it } from 'vitest';
import type { ReviewedFile } from '../../../../../src/core/review/file/reviewedFile.ts';
import { parseReviewEvent } from '../../../../../src/core/review/model/reviewEventSchema.ts';
import { ReviewModel } from '../../../../../src/core/review/model/reviewModel.ts';
import { isValidReview } from '../../../../../src/core/review/model/reviewState.ts';
import { EarlierTexts } from '../../../../../src/core/review/rejections/earlierTexts.ts';
import { joinLines, splitLines } from '../../../../../src/core/text/lines.ts';

const path = '/w/a.txt';
const origin = { sessionId: 's', turnId: '1' };
const text = (value: string) => ({ kind: 'text', text: value }) as const;

/** A file in an editor, with a review and what it had before. */
class Editor {
  readonly model = new ReviewModel();
  readonly earlier = new EarlierTexts();

  constructor(before: string, after: string) {
    this.model.recordAgentWrite(path, text(after), text(before), origin);
  }

  get file(): ReviewedFile {
    const file = this.model.getFile(path);
    expect(isValidReview(this.model.state)).toBe(true);
    expect(file).toBeDefined();
    return file as ReviewedFile;
  }

  get sides(): readonly [base: string, current: string] {
    return [joinLines(this.file.base.lines), joinLines(this.file.current.lines)];
  }

  type(value: string): this {
    this.earlier.remember(this.file);
    this.model.recordUserWrite(path, text(value));
    return this;
  }

  /** The editor's undo, or a revert. */
  restore(value: string): this {
    const change = this.earlier.restore(this.file, splitLines(value), { isUndo: true });
    if (!change) {
      throw new Error('The file never had this text.');
    }
    const event = { kind: 'changed', path, author: { kind: 'user' }, change, before: null };
    const parsed = parseReviewEvent(JSON.parse(JSON.stringify(event)));
    expect(parsed).toEqual(event);
    this.model.recordRestored(path, change);
    return this;
  }
}

describe('lines that the user deletes and brings back with undo', () => {
  it.each([
    ['at the end of a change', 'b1\na1\nb2\n'],
    ['at its start', 'b1\na2\nb2\n'],
    ['with a line after it', 'b1\na1\n'],
    ['with a line before it', 'a2\nb2\n'],
    ['all of a change and a line after it', 'b1\n'],
  ])('are the agent’s again: %s', (_, deleted) => {
    const both = 'b1\na1\na2\nb2\n';
    const editor = new Editor('b1\nb2\n', both);
    const { hunks } = editor.file;
    editor.type(deleted).restore(both);
    expect(editor.sides).toEqual(['b1\nb2\n', both]);
    expect(editor.file.hunks).toMatchObject([{ origins: [origin], wrote: null }]);
    expect(editor.file.hunks[0]?.current).toEqual(hunks[0]?.current);
  });

  it('are the user’s again outside of changes, also directly beside one', () => {
    const both = 'b1\na1\nb2\nb3\n';
    const editor = new Editor('b1\nb2\nb3\n', both).type('b1\na1\nb3\n').restore(both);
    expect(editor.sides).toEqual(['b1\nb2\nb3\n', both]);
  });
});

describe('an earlier text that comes back', () => {
  const before = 'b1\nb2\nb3\nb4\n';
  const after = 'b1\na1\na2\nb3\nb4\n';

  it('has no longer what the user typed since, and keeps what was pending before', () => {
    const editor = new Editor(before, after)
      .type('b1\na1\na2\nb3\nu1\nb4\n')
      .type('b1\na1\nu2\na2\nb3\nu1\nb4\n')
      .restore(after);
    expect(editor.sides).toEqual([before, after]);
  });

  it('brings back what was rejected since', () => {
    const editor = new Editor(before, after).type('b1\na1\na2\nb3\nu1\nb4\n');
    editor.earlier.remember(editor.file);
    editor.model.reject({ kind: 'file', path });
    expect(editor.restore(after).sides).toEqual([before, after]);
    expect(editor.file.hunks).toMatchObject([{ origins: [origin] }]);
  });

  it('keeps what was accepted since, also if that is one line of a change', () => {
    const editor = new Editor(before, after).type('b1\na1\na2\nb3\nu1\nb4\n');
    const { revision } = editor.file;
    const selection = { side: 'current', range: { start: 2, end: 3 } } as const;
    editor.model.accept({ kind: 'lines', path, revision, selection });
    const [accepted] = editor.sides;
    expect(accepted).toContain('a2');
    expect(editor.restore(after).sides).toEqual([accepted.replace('u1\n', ''), after]);
    editor.type('b1\na1\na2\nb3\nu2\nb4\n').model.accept({ kind: 'file', path });
    expect(editor.restore(after).sides).toEqual([after, after]);
  });

  it('is known if the user typed and deleted so fast that the review never had it', () => {
    const editor = new Editor(before, after).type('u1\nb1\na1\nb3\nb4\n');
    expect(editor.restore(`u1\n${after}`).sides).toEqual([`u1\n${before}`, `u1\n${after}`]);
  });

  it('is not known if nothing that was pending comes back', () => {
    const editor = new Editor(before, after).type('b1\na1\na2\nb4\n');
    const now = splitLines('b1\na1\na2\nu1\nb4\n');
    expect(editor.earlier.restore(editor.file, now, { isUndo: true })).toBeUndefined();
  });

  it('is not derived from others after a revert: an agent may have written it', () => {
    const editor = new Editor(before, after).type(`u1\n${after}`);
    const now = splitLines(after.replace('b4', 'a4'));
    expect(editor.earlier.restore(editor.file, now, { isUndo: false })).toBeUndefined();
  });

  it('is as it was after any edits', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = createRandom(seed);
      const editor = new Editor(before, after);
      const states = [editor.sides];
      for (let step = 0; step < 6; step += 1) {
        const lines = [...editor.file.current.lines];
        const added = random(2) === 0 ? [`u${step}\n`] : [];
        lines.splice(random(lines.length + 1), random(3), ...added);
        editor.type(lines.join(''));
        states.push(editor.sides);
      }
      const state = states[random(states.length - 1)];
      const last = states.findLast(one => one[1] === state?.[1]);
      if (state && last && last !== states.at(-1)) {
        expect(editor.restore(state[1]).sides, `seed ${seed}`).toEqual(last);
      }
    }
  });
});

/** Numbers from 0 to below a limit. */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return limit => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}
