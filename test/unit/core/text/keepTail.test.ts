import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepTail } from '../../../../src/core/text/keepTail.ts';

const utf8 = new TextEncoder();
const strict = new TextDecoder('utf-8', { fatal: true });

describe('keepTail', () => {
  it('keeps the end within the limit, starting at a character boundary', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀') }),
        fc.nat(20),
        (given, limit) => {
          const bytes = utf8.encode(given);
          const kept = keepTail(bytes, limit);
          expect(kept.length).toBeLessThanOrEqual(limit);
          expect(given.endsWith(strict.decode(kept))).toBe(true);
          expect(Math.min(bytes.length, limit) - kept.length).toBeLessThan(4);
        },
      ),
    );
  });

  it('returns nothing at a limit of 0, and everything below the limit', () => {
    expect(keepTail(utf8.encode('abc'), 0)).toHaveLength(0);
    expect(keepTail(utf8.encode('é'), 1)).toHaveLength(0);
    expect(keepTail(utf8.encode('abc'), 3)).toHaveLength(3);
  });
});
