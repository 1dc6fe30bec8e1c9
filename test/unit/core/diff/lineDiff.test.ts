import { describe, expect, it } from 'vitest';
import { lineDiff } from '../../../../src/core/diff/lineDiff.ts';
import { applyChanges } from '../../../../src/core/diff/lineEdit.ts';
import { joinLines, splitLines } from '../../../../src/core/text/lines.ts';
import { seedMultiplier, randomFrom } from '../text/randomTexts.ts';

const words = ['a\n', 'b\n', 'c\n', '\n', '}\n', 'd\r\n', 'e\n', '\u2028\n'];

function randomText(random: (below: number) => number): string {
  const alphabet = 1 + random(words.length);
  const lines = Array.from({ length: random(14) }, () => words[random(alphabet)]);
  return lines.join('') + (random(3) === 0 ? 'open' : '');
}

/** Makes a few random changes, as an edit would. */
function mutated(text: string, random: (below: number) => number): string {
  const lines = [...splitLines(text)];
  for (let edit = 1 + random(3); edit > 0; edit--) {
    const added = Array.from({ length: random(3) }, () => words[random(words.length)] ?? '');
    lines.splice(random(lines.length + 1), random(3), ...added);
  }
  return joinLines(lines);
}

describe('lineDiff', () => {
  it('returns changes that turn the first text into the second: 100,000 random pairs', () => {
    const random = randomFrom(20_261_116);
    for (let pair = 0; pair < 100_000 * seedMultiplier; pair++) {
      const before = randomText(random);
      const after = random(2) ? mutated(before, random) : randomText(random);
      const base = splitLines(before);
      const current = splitLines(after);
      const changes = lineDiff(base, current);
      if (joinLines(applyChanges(base, changes, current)) !== after) {
        expect.fail(JSON.stringify({ before, after, changes }));
      }
    }
  });

  it('returns changes in order, separated by at least one unchanged line', () => {
    const random = randomFrom(7);
    for (let pair = 0; pair < 10_000; pair++) {
      const base = splitLines(randomText(random));
      const current = splitLines(randomText(random));
      let last = { base: -1, current: -1 };
      for (const change of lineDiff(base, current)) {
        expect(change.base.start).toBeGreaterThan(last.base);
        expect(change.current.start).toBeGreaterThan(last.current);
        expect(change.base.end + change.current.end).toBeGreaterThan(
          change.base.start + change.current.start,
        );
        last = { base: change.base.end, current: change.current.end };
      }
    }
  });

  it('keeps as many lines as the reference algorithm where no line is unique', () => {
    const random = randomFrom(99);
    for (let pair = 0; pair < 3_000; pair++) {
      const base = Array.from({ length: 4 + random(30) }, () => words[random(2)] ?? '');
      const current = Array.from({ length: 4 + random(30) }, () => words[random(2)] ?? '');
      base.push('1\n', '1\n', 'a\n', 'a\n', 'b\n', 'b\n');
      current.push('2\n', '2\n', 'b\n', 'b\n', 'a\n', 'a\n');
      const removed = lineDiff(base, current).map(change => change.base.end - change.base.start);
      const kept = removed.reduce((left, count) => left - count, base.length);
      expect(kept).toBe(longestCommon(base, current));
    }
  });

  it('is deterministic', () => {
    const base = splitLines('a\nb\na\nb\na\nc\n'.repeat(50));
    const current = splitLines('b\na\nc\na\n'.repeat(70));
    expect(lineDiff(base, current)).toEqual(lineDiff(base, current));
  });

  it('returns one change, without common ends, when the budget is exhausted', () => {
    const base = splitLines(`top\n${'a\nb\n'.repeat(40)}end\n`);
    const current = splitLines(`top\n${'b\nb\na\n'.repeat(40)}end\n`);
    expect(lineDiff(base, current, 5)).toEqual([
      { base: { start: 1, end: 81 }, current: { start: 1, end: 121 } },
    ]);
  });

  it('keeps the detail elsewhere when one region exceeds the budget', () => {
    const base = ['1\n', 'x\n', '2\n', ...wild('abc'), '3\n', 'y\n', '4\n'];
    const current = ['1\n', 'X\n', '2\n', ...wild('cbba'), '3\n', 'Y\n', '4\n'];
    const changes = lineDiff(base, current, 10);
    expect(changes).toHaveLength(3);
    expect(changes[0]?.base).toEqual({ start: 1, end: 2 });
  });

  it('reports a changed line ending and a removed final newline', () => {
    expect(lineDiff(splitLines('a\nb\n'), splitLines('a\r\nb'))).toHaveLength(1);
    expect(lineDiff(splitLines('a\nb\n'), splitLines('a\nb'))).toEqual([
      { base: { start: 1, end: 2 }, current: { start: 1, end: 2 } },
    ]);
  });
});

const wild = (letters: string): string[] =>
  Array.from({ length: 60 }, (_, at) => `${letters[at % letters.length]}\n`);

/** The textbook dynamic programming algorithm, as the reference. */
function longestCommon(one: readonly string[], other: readonly string[]): number {
  let row = other.map(() => 0);
  for (const line of one) {
    const next: number[] = [];
    other.forEach((candidate, at) => {
      const diagonal = (at > 0 ? row[at - 1] : 0) ?? 0;
      next.push(
        line === candidate
          ? diagonal + 1
          : Math.max(row[at] ?? 0, (at > 0 ? next[at - 1] : 0) ?? 0),
      );
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}
