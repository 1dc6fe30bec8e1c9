import fc from 'fast-check';
import { expect, it } from 'vitest';
import { normalizeEolForCommit } from '../../../../../src/core/review/attribution/normalizeEolForCommit.ts';
import { joinLines, splitLines } from '../../../../../src/core/text/lines.ts';

const text = fc
  .array(fc.constantFrom('a', 'b\r', '\n', '\r\n', '\r', 'ü'))
  .map(parts => parts.join(''));

const committed = (file: string, head: string): string =>
  joinLines(normalizeEolForCommit(splitLines(file), splitLines(head)));

it('is what git makes of a file where it keeps plain line endings', () => {
  fc.assert(
    fc.property(text, file => {
      const head = file.replaceAll('\r\n', '\n');
      fc.pre(!head.includes('\r\n'));
      expect(committed(file, head)).toBe(head);
    }),
  );
});

it('is the file as it is where a commit has other line endings', () => {
  fc.assert(
    fc.property(text, text, (file, head) => {
      expect(committed(file, `${head}\r\n`)).toBe(file);
    }),
  );
});

it('has as many lines as the file, whatever was committed', () => {
  fc.assert(
    fc.property(text, text, (file, head) => {
      const lines = splitLines(file);
      expect(normalizeEolForCommit(lines, splitLines(head))).toHaveLength(lines.length);
    }),
  );
});
