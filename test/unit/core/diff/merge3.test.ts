import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinLines, splitLines } from '../../../../src/core/text/lines.ts';
import { merge3 } from '../../../../src/core/diff/merge3.ts';
import { text } from '../text/randomTexts.ts';

function merged(base: string, mine: string, theirs: string) {
  const { lines, conflicts } = merge3(splitLines(base), splitLines(mine), splitLines(theirs));
  return { text: joinLines(lines), lines, conflicts };
}

describe('merge3', () => {
  it('takes over what only one side changed', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(merged(base, base, changed)).toMatchObject({ text: changed, conflicts: [] });
        expect(merged(base, changed, base)).toMatchObject({ text: changed, conflicts: [] });
        expect(merged(base, changed, changed)).toMatchObject({ text: changed, conflicts: [] });
      }),
    );
  });

  it('puts changes of different lines together', () => {
    expect(merged('a\nb\nc\n', 'A\nb\nc\n', 'a\nb\nC\n').text).toBe('A\nb\nC\n');
    expect(merged('a\nb\n', 'A\nb\n', 'a\nB\n').text).toBe('A\nB\n');
  });

  it('keeps my lines where both changed the same, and tells what the other side wanted', () => {
    const { text: result, conflicts } = merged('a\nb\nc\n', 'x\na\nmine\nc\n', 'a\ntheirs\nc\nz\n');
    expect(result).toBe('x\na\nmine\nc\nz\n');
    expect(conflicts).toEqual([
      { base: { start: 1, end: 2 }, merged: { start: 2, end: 3 }, theirs: ['theirs\n'] },
    ]);
  });

  it('takes two insertions at one place as a conflict', () => {
    expect(merged('a\nb\n', 'a\n1\nb\n', 'a\n2\nb\n').conflicts).toHaveLength(1);
  });

  it('never glues a line to one that has no ending', () => {
    const result = merged('y\nz\n', 'y\nZ', 'y\nz\nw\n');
    expect(result).toMatchObject({ text: 'y\nZ' });
    expect(result.conflicts).toHaveLength(1);
  });

  it('gives whole lines, and says truly where mine stand, whatever the texts', () => {
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
