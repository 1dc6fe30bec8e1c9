import fc from 'fast-check';
import { expect, it } from 'vitest';
import { normalizeEolForCommit } from '../../../../../src/core/review/attribution/normalizeEolForCommit.ts';
import { joinLines, splitLines } from '../../../../../src/core/text/lines.ts';

const text = fc
  .array(fc.constantFrom('a', 'b\r', '\n', '\r\n', '\r', 'ü'))
  .map(parts => parts.join(''));

const committed = (file: string, head: string): string =>
  joinLines(normalizeEolForCommit(splitLines(file), splitLines(head)));

it('converts line endings if the commit contains only \\n', () => {
  fc.assert(
    fc.property(text, file => {
      const head = file.replaceAll('\r\n', '\n');
      fc.pre(!head.includes('\r\n'));
      expect(committed(file, head)).toBe(head);
    }),
  );
});

it('does not change the file if the commit has other line endings', () => {
  fc.assert(
    fc.property(text, text, (file, head) => {
      expect(committed(file, `${head}\r\n`)).toBe(file);
    }),
  );
});

it('never changes the number of lines', () => {
  fc.assert(
    fc.property(text, text, (file, head) => {
      const lines = splitLines(file);
      expect(normalizeEolForCommit(lines, splitLines(head))).toHaveLength(lines.length);
    }),
  );
});
