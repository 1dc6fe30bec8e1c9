import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineDecoder, LineTooLongError } from '../../../../src/agent/wire/lineDecoder.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const texts = (lines: readonly Uint8Array[]): readonly string[] =>
  lines.map(line => new TextDecoder().decode(line));

describe('LineDecoder', () => {
  it('returns lines without their ends, and the rest at the end', () => {
    const decoder = new LineDecoder(100);
    expect(texts(decoder.write(encode('one\n\ntw')))).toEqual(['one', '']);
    expect(texts(decoder.write(encode('')))).toEqual([]);
    expect(texts(decoder.write(encode('o')))).toEqual([]);
    expect(texts(decoder.write(encode('\nthr')))).toEqual(['two']);
    expect(texts([decoder.end()])).toEqual(['thr']);
    expect(decoder.end()).toHaveLength(0);
  });

  it('takes a line up to the limit, in any number of parts', () => {
    const decoder = new LineDecoder(4);
    expect(texts(decoder.write(encode('1234\n12')))).toEqual(['1234']);
    expect(texts(decoder.write(encode('34\n1234\n')))).toEqual(['1234', '1234']);
    expect(decoder.end()).toHaveLength(0);
  });

  it('refuses a longer one, in any number of parts, and keeps nothing of it', () => {
    for (const parts of [['12345'], ['1234', '5'], ['\n12', '345'], ['1234\n1', '2345\n']]) {
      const decoder = new LineDecoder(4);
      expect(() => parts.forEach(part => decoder.write(encode(part)))).toThrow(LineTooLongError);
      expect(decoder.end()).toHaveLength(0);
    }
  });

  it('says how much is too much', () => {
    expect(new LineTooLongError(32 * 1024 * 1024)).toMatchObject({
      name: 'LineTooLong',
      message: 'The agent sent a message larger than 32 MiB.',
    });
  });

  it('returns the same lines however the stream is split', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.array(fc.nat(40)), (lines, cuts) => {
        const clean = lines.map(line => line.replaceAll('\n', ' '));
        const whole = encode(clean.map(line => `${line}\n`).join(''));
        const decoder = new LineDecoder(1_000_000);
        const found: string[] = [];
        let from = 0;
        for (const cut of [...cuts, whole.length]) {
          const next = decoder.write(whole.subarray(from, from + cut));
          found.push(...texts(next));
          from += cut;
        }
        expect(found).toEqual(clean);
      }),
    );
  });

  it('refuses a line over the limit without keeping it', () => {
    const decoder = new LineDecoder(10);
    expect(() => decoder.write(encode('12345678901'))).toThrow(LineTooLongError);
  });
});
