import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineDiff } from '../../../../src/core/diff/lineDiff.ts';
import { applyChanges } from '../../../../src/core/diff/lineEdit.ts';
import { sparseDiff } from '../../../../src/core/diff/sparseDiff.ts';
import { splitLines } from '../../../../src/core/text/lines.ts';
import { text } from '../text/randomTexts.ts';

describe('sparseDiff', () => {
  it('returns changes that turn the first text into the second, in order and separated by unchanged lines', () => {
    fc.assert(
      fc.property(text, text, text, (one, other, common) => {
        const base = splitLines(one + common + other);
        const current = splitLines(other + common + one);
        const changes = sparseDiff(base, current);
        expect(applyChanges(base, changes, current)).toEqual(current);
        changes.slice(1).forEach((change, i) => {
          expect(change.base.start).toBeGreaterThan(changes[i]?.base.end ?? 0);
        });
      }),
      { numRuns: 1000 },
    );
  });

  const long = Array.from({ length: 2000 }, (_, n) => (n % 4 === 3 ? '}\n' : `line ${n}\n`));

  it('finds the same changes as lineDiff where a long text has few differences', () => {
    const current = long.flatMap((line, n) => {
      const kind = n % 400;
      return kind === 10
        ? [`new ${line}`]
        : kind === 210
          ? []
          : kind === 310
            ? [line, 'added\n']
            : [line];
    });
    expect(sparseDiff(long, current)).toEqual(lineDiff(long, current));
    expect(sparseDiff(current, long)).toEqual(lineDiff(current, long));
  });

  it('falls back to lineDiff where the texts differ too much', () => {
    const moved = [...long.slice(0, 50), ...long.slice(500), ...long.slice(50, 500)];
    const changes = sparseDiff(long, moved);
    expect(applyChanges(long, changes, moved)).toEqual(moved);
    expect(changes).toHaveLength(2);
  });
});
