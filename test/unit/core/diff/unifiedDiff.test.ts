import { applyPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unifiedDiff } from '../../../../src/core/diff/unifiedDiff.ts';
import { text } from '../text/randomTexts.ts';

describe('unifiedDiff', () => {
  it('has the usual format', () => {
    expect(unifiedDiff('a.txt', '1\n2\n3\n4\n5\n6\n', '1\n2\n3\n4\nfive\n6\n')).toBe(
      '--- a/a.txt\n+++ b/a.txt\n@@ -2,5 +2,5 @@\n 2\n 3\n 4\n-5\n+five\n 6\n',
    );
  });

  it('marks a last line without a line ending', () => {
    expect(unifiedDiff('a', '', 'x')).toBe(
      '--- a/a\n+++ b/a\n@@ -0,0 +1,1 @@\n+x\n\\ No newline at end of file\n',
    );
  });

  it('is empty for equal texts', () => {
    expect(unifiedDiff('a', 'x\n', 'x\n')).toBe('');
  });

  it('can be applied by another implementation', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const patch = unifiedDiff('f', before, after);
        // The other implementation treats \r\n and U+2028 differently, so only plain line endings are compared.
        fc.pre(!/[\r\u2028]/.test(before + after) && patch !== '');
        expect(applyPatch(before, patch)).toBe(after);
      }),
    );
  });

  it('handles long texts', () => {
    const long = unifiedDiff('a.txt', 'old\n'.repeat(300_000), 'new\n'.repeat(300_000));
    expect(long.split('\n').length).toBeGreaterThan(600_000);
  });
});
