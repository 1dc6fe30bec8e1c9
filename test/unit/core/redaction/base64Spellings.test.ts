import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base64Spellings } from '../../../../src/core/redaction/base64Spellings.ts';
import { redact } from '../../../../src/core/redaction/redact.ts';

describe('base64Spellings', () => {
  it('contains the spelling of a secret at any position of encoded text', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 9, unit: 'grapheme' }),
        fc.string(),
        fc.string(),
        (secret, before, after) => {
          const bytes = Buffer.from(before + secret + after);
          const spellings = base64Spellings(secret);
          expect(spellings.some(one => bytes.toString('base64').includes(one))).toBe(true);
          expect(spellings.some(one => bytes.toString('base64url').includes(one))).toBe(true);
        },
      ),
    );
  });

  it('contains nothing that is short enough to occur in ordinary text', () => {
    expect(base64Spellings('abcdef').every(one => one.length >= 8)).toBe(true);
    expect(base64Spellings('abcdef')).toContain(Buffer.from('abcdef').toString('base64'));
    expect(base64Spellings('abc')).toEqual([]);
  });

  it('hides a key in a Basic header and in a data URL', () => {
    const secret = 'cAnArY0123456789abcdefXYZ';
    const header = Buffer.from(`user:${secret}`).toString('base64');
    const shown = redact(`h ${header} data:;base64,${header}`, [secret]);
    expect(Buffer.from(shown.split(' ')[1] ?? '', 'base64').toString()).not.toContain('0123456789');
    expect(shown).not.toContain(header.slice(10, 30));
  });
});
