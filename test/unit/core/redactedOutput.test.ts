import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RedactedOutput } from '../../../src/core/redactedOutput.ts';

const CANARY = 'cAnArY0123456789abcdefXYZ';

describe('RedactedOutput', () => {
  it('hides a secret wherever the pieces are cut, and loses nothing else', () => {
    const text = `Loading\nAPI_KEY=${CANARY}\nheld: ${CANARY}\nBearer ${CANARY}\nready`;
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 6 }), cuts => {
        const output = new RedactedOutput([CANARY]);
        const ends = [...cuts.toSorted((a, b) => a - b), text.length];
        const pieces = ends.map((end, n) => text.slice(ends[n - 1] ?? 0, end));
        const shown = pieces.map(piece => output.next(piece)).join('') + output.rest();
        expect(shown).not.toContain(CANARY);
        expect(shown).toMatch(/^Loading\nAPI_KEY=.*\nheld: .*\nBearer .*\nready$/);
      }),
    );
  });

  it('shows a line as soon as it is whole, and holds back no more than a line may be long', () => {
    const output = new RedactedOutput([]);
    expect(output.next('one\ntw')).toBe('one\n');
    expect(output.next('o\n')).toBe('two\n');
    expect(output.next('x'.repeat(100_000)).length).toBeGreaterThan(0);
    expect(output.rest().length).toBeLessThan(100_000);
  });

  it('hides a private key wherever the pieces are cut, and goes on after it', () => {
    const key = `-----BEGIN RSA PRIVATE KEY-----\n${`${CANARY}\n`.repeat(20)}-----END RSA PRIVATE KEY-----\n`;
    const text = `one\n${key}two\n${key}three\n`;
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), cuts => {
        const output = new RedactedOutput([]);
        const ends = [...cuts.toSorted((a, b) => a - b), text.length];
        const pieces = ends.map((end, n) => text.slice(ends[n - 1] ?? 0, end));
        const shown = pieces.map(piece => output.next(piece)).join('') + output.rest();
        const hidden = '-----BEGIN RSA PRIVATE KEY-----[hidden]-----END RSA PRIVATE KEY-----\n';
        expect(shown).toBe(`one\n${hidden}two\n${hidden}three\n`);
      }),
    );
  });

  it('does not take all that follows for a private key that never ends', () => {
    const output = new RedactedOutput([]);
    output.next('-----BEGIN PRIVATE KEY-----\n');
    for (let line = 0; line < 1_000; line += 1) {
      output.next(`${'x'.repeat(63)}\n`);
    }
    expect(output.next('after\n')).toBe('after\n');
  });
});
