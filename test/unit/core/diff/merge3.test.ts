import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { merge3, sharedChanges } from '../../../../src/core/diff/merge3.ts';
import { joinLines, splitLines } from '../../../../src/core/text/lines.ts';
import { text } from '../text/randomTexts.ts';

function merged(base: string, mine: string, theirs: string) {
  const { lines, conflicts } = merge3(splitLines(base), splitLines(mine), splitLines(theirs));
  return { text: joinLines(lines), lines, conflicts };
}

describe('merge3', () => {
  it('applies changes of only one side', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(merged(base, base, changed)).toMatchObject({ text: changed, conflicts: [] });
        expect(merged(base, changed, base)).toMatchObject({ text: changed, conflicts: [] });
        expect(merged(base, changed, changed)).toMatchObject({ text: changed, conflicts: [] });
      }),
    );
  });

  it('combines changes of different lines', () => {
    expect(merged('a\nb\nc\n', 'A\nb\nc\n', 'a\nb\nC\n').text).toBe('A\nb\nC\n');
    expect(merged('a\nb\n', 'A\nb\n', 'a\nB\n').text).toBe('A\nB\n');
  });

  it('keeps my lines where both sides changed the same ones, and reports the other version', () => {
    const { text: result, conflicts } = merged('a\nb\nc\n', 'x\na\nmine\nc\n', 'a\ntheirs\nc\nz\n');
    expect(result).toBe('x\na\nmine\nc\nz\n');
    expect(conflicts).toEqual([{ merged: { start: 2, end: 3 }, theirs: ['theirs\n'] }]);
  });

  it('reports two insertions at the same position as a conflict', () => {
    expect(merged('a\nb\n', 'a\n1\nb\n', 'a\n2\nb\n').conflicts).toHaveLength(1);
  });

  it('never joins a line to one without a line ending', () => {
    const result = merged('y\nz\n', 'y\nZ', 'y\nz\nw\n');
    expect(result).toMatchObject({ text: 'y\nZ' });
    expect(result.conflicts).toHaveLength(1);
  });

  it('returns whole lines and the correct range of mine for any texts', () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        const { lines, conflicts } = merged(base, mine, theirs);
        expect(splitLines(joinLines(lines))).toEqual(lines);
        for (const conflict of conflicts) {
          const kept = joinLines(lines.slice(conflict.merged.start, conflict.merged.end));
          expect(mine).toContain(kept);
          expect(theirs).toContain(joinLines(conflict.theirs));
        }
      }),
    );
  });
});

const shared = (base: string, mine: string, theirs: string): string =>
  joinLines(sharedChanges(splitLines(base), splitLines(mine), splitLines(theirs)));

describe('sharedChanges', () => {
  it('keeps what both sides changed alike, and nothing else', () => {
    const mine = 'MINE\nb\nc\nd\nSAME\nf\nmine\n';
    const theirs = 'a\nb\nTHEIRS\nd\nSAME\nf\ntheirs\n';
    expect(shared('a\nb\nc\nd\ne\nf\ng\n', mine, theirs)).toBe('a\nb\nc\nd\nSAME\nf\ng\n');
  });

  it('gives the base if only one side changed, and the result if both did the same', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(shared(base, changed, base)).toBe(base);
        expect(shared(base, base, changed)).toBe(base);
        expect(shared(base, changed, changed)).toBe(changed);
      }),
    );
  });
});
