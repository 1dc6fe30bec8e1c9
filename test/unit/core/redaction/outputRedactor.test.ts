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

  it('holds a line of ordinary length back until it is complete', () => {
    const output = new OutputRedactor([]);
    expect(output.write('x'.repeat(20_000))).toBe('');
    expect(output.write('\n')).toBe(`${'x'.repeat(20_000)}\n`);
  });

  it('holds back no more than the end of a line that does not end', () => {
    const output = new OutputRedactor([]);
    let held = 0;
    for (let chunk = 0; chunk < 200; chunk += 1) {
      held += 1_000 - output.write('{"a":1},'.repeat(125)).length;
      expect(held).toBeLessThan(26_000);
    }
    expect(held).toBeGreaterThan(8_000);
  });

  it('hides a secret of 12,000 characters in a line that does not end', () => {
    const secret = Array.from({ length: 3_000 }, (_, at) => String(at).padStart(4, 'z')).join('');
    const text = `${'{"a":1},'.repeat(4_000)} ${secret} ${'{"a":1},'.repeat(4_000)}`;
    const output = new OutputRedactor([secret]);
    let shown = '';
    for (let from = 0; from < text.length; from += 1_000) {
      shown += output.write(text.slice(from, from + 1_000));
    }
    shown += output.end();
    expect(shown).toBe(text.replace(secret, '[hidden]'));
  });

  it('divides a long line after other lines, too', () => {
    const output = new OutputRedactor([CANARY]);
    const line = '{"a":1},'.repeat(8_000);
    const shown = output.write(`${'first\n'.repeat(5_000)}${line}`);
    expect(shown.startsWith('first\n'.repeat(5_000))).toBe(true);
    expect(shown.length).toBeGreaterThan(30_000 + 40_000);
    expect(shown + output.end()).toBe(`${'first\n'.repeat(5_000)}${line}`);
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
