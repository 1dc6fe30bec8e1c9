import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { truncateDiff, truncateStart, truncateEnd } from '../../../../src/core/prompt/truncate.ts';
import { formatByteSize, utf8ByteLength } from '../../../../src/core/text/byteSize.ts';

const anyText = fc.string({ unit: fc.constantFrom('a', '\n', 'é', '日', '𝄞', ' '), maxLength: 80 });

describe('utf8ByteLength', () => {
  it('counts like Node, including lone surrogates', () => {
    const odd = fc.string({ unit: fc.constantFrom('a', 'é', '日', '𝄞', '\ud834', '\udd1e') });
    fc.assert(
      fc.property(odd, text => {
        expect(utf8ByteLength(text)).toBe(Buffer.byteLength(text));
      }),
    );
  });
});

describe('formatByteSize', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1 KB'],
    [12_288, '12 KB'],
    [1_572_864, '1.5 MB'],
  ])('formats %d as %s', (bytes, words) => {
    expect(formatByteSize(bytes)).toBe(words);
  });
});

describe('truncateEnd and truncateStart', () => {
  it('keep whole characters within the limit, and report the omitted size', () => {
    fc.assert(
      fc.property(anyText, fc.nat({ max: 60 }), (text, limit) => {
        fc.pre(utf8ByteLength(text) > limit);
        const start = truncateEnd(text, limit).text.split(/\n?\[Omitted/)[0] ?? '';
        expect(text.startsWith(start)).toBe(true);
        const end = truncateStart(text, limit).text.replace(/^\[Omitted[^\n]*\n/, '');
        expect(text.endsWith(end)).toBe(true);
        for (const kept of [start, end]) {
          expect(utf8ByteLength(kept)).toBeLessThanOrEqual(limit);
          expect(kept).not.toMatch(/\p{Surrogate}/u);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('truncate at line breaks if there are any', () => {
    expect(truncateEnd('one\ntwo\nthree\n', 9).text).toBe(
      'one\ntwo\n[Omitted because of size: the last line (6 bytes)]\n',
    );
    expect(truncateStart('one\ntwo\nthree\n', 11).text).toBe(
      '[Omitted because of size: the first line (4 bytes)]\ntwo\nthree\n',
    );
  });
});

describe('truncateDiff', () => {
  const sections = [
    'diff --git a/new name.ts b/new name.ts\nnew file mode 100644\n--- /dev/null\n+++ b/new name.ts\n@@ -0,0 +1 @@\n+diff --git in a line\n',
    'diff --git a/gone.ts b/gone.ts\n--- a/gone.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n',
    'diff --git a/logo.png b/logo.png\nBinary files a/logo.png and b/logo.png differ\n',
    'diff --git a/old.ts b/moved.ts\nsimilarity index 100%\nrename from old.ts\nrename to moved.ts\n',
  ];

  it('lists the omitted files', () => {
    expect(truncateDiff(sections.join(''), 0).omitted).toMatch(
      /^the changes in new name\.ts \(.*\), gone\.ts \(.*\), logo\.png \(.*\), moved\.ts \(.*\)$/,
    );
  });

  it('keeps the message of a commit and whole files only', () => {
    const head = 'commit abc\n\n    diff --git is not here\n\n';
    const { text } = truncateDiff(
      head + sections.join(''),
      head.length + (sections[0]?.length ?? 0),
    );
    expect(text.startsWith(head + sections[0])).toBe(true);
    expect(text).not.toContain('rename from');
  });

  it('counts further omitted files', () => {
    const many = Array.from({ length: 30 }, (_, n) => `diff --git a/f${n} b/f${n}\n+++ b/f${n}\n`);
    expect(truncateDiff(many.join(''), 0).omitted).toMatch(/f19 \(.*\), and 10 more files$/);
  });
});
