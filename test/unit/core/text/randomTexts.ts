import fc from 'fast-check';

/** Texts that are hard to diff: few distinct lines, all kinds of line endings, no final newline, one very long line. */
export const text: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(
      fc.tuple(
        fc.constantFrom('', 'a', 'b', 'c', '}', '😀', '\u2028', 'x'.repeat(3000), '\r', 'á'),
        fc.constantFrom('\n', '\n', '\r\n'),
      ),
      { maxLength: 12 },
    ),
    fc.constantFrom('', '', 'last', '\r'),
  )
  .map(([lines, last]) => lines.map(([body, eol]) => body + eol).join('') + last);

/** Multiplies the number of random cases: `ACCORD_SEEDS=10` runs ten times as many. */
export const seedMultiplier = Number(process.env['ACCORD_SEEDS'] ?? 1);

/** A small, fast, seeded random number generator. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1;
  return below => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below) | 0;
  };
}
