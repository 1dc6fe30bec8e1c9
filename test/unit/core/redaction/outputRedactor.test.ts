import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OutputRedactor } from '../../../../src/core/redaction/outputRedactor.ts';

const CANARY = 'cAnArY0123456789abcdefXYZ';

describe('OutputRedactor', () => {
  it('hides a secret that is split between chunks, and keeps everything else', () => {
    const text = `Loading\nAPI_KEY=${CANARY}\nheld: ${CANARY}\nBearer ${CANARY}\nready`;
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 6 }), cuts => {
        const output = new OutputRedactor([CANARY]);
        const ends = [...cuts.toSorted((a, b) => a - b), text.length];
        const pieces = ends.map((end, n) => text.slice(ends[n - 1] ?? 0, end));
        const shown = pieces.map(piece => output.write(piece)).join('') + output.end();
        expect(shown).not.toContain(CANARY);
        expect(shown).toMatch(/^Loading\nAPI_KEY=.*\nheld: .*\nBearer .*\nready$/);
      }),
    );
  });

  it('releases complete lines, and buffers at most one line', () => {
    const output = new OutputRedactor([]);
    expect(output.write('one\ntw')).toBe('one\n');
    expect(output.write('o\n')).toBe('two\n');
    expect(output.write('x'.repeat(100_000)).length).toBeGreaterThan(0);
    expect(output.end().length).toBeLessThan(100_000);
  });

  it('hides a secret in a line of 100,000 characters, wherever the chunks end', () => {
    const stripe = ['sk', 'live', '51HcAnArYcAnArYcAnArY'].join('_');
    for (const at of [8_000, 16_380, 24_570, 40_000, 99_000]) {
      const filler = '{"a":1},'.repeat(12_500);
      const text = `${filler.slice(0, at)} ${stripe} held ${CANARY} ${filler.slice(at)}`;
      for (const chunkChars of [1_000, 16_384, 65_536, 1_000_000]) {
        const output = new OutputRedactor([CANARY]);
        let shown = '';
        for (let from = 0; from < text.length; from += chunkChars) {
          shown += output.write(text.slice(from, from + chunkChars));
        }
        shown += output.end();
        expect(shown).toBe(`${filler.slice(0, at)} [hidden] held [hidden] ${filler.slice(at)}`);
      }
    }
  });

  it('hides a private key that is split between chunks, and continues after it', () => {
    const key = `-----BEGIN RSA PRIVATE KEY-----\n${`${CANARY}\n`.repeat(20)}-----END RSA PRIVATE KEY-----\n`;
    const text = `one\n${key}two\n${key}three\n`;
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), cuts => {
        const output = new OutputRedactor([]);
        const ends = [...cuts.toSorted((a, b) => a - b), text.length];
        const pieces = ends.map((end, n) => text.slice(ends[n - 1] ?? 0, end));
        const shown = pieces.map(piece => output.write(piece)).join('') + output.end();
        const hidden = '-----BEGIN RSA PRIVATE KEY-----[hidden]-----END RSA PRIVATE KEY-----\n';
        expect(shown).toBe(`one\n${hidden}two\n${hidden}three\n`);
      }),
    );
  });

  it('limits the length of a private key without an end', () => {
    const output = new OutputRedactor([]);
    output.write('-----BEGIN PRIVATE KEY-----\n');
    for (let line = 0; line < 1_000; line += 1) {
      output.write(`${'x'.repeat(63)}\n`);
    }
    expect(output.write('after\n')).toBe('after\n');
  });
});
