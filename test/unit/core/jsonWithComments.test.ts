import { describe, expect, it } from 'vitest';
import { parseJsonWithComments } from '../../../src/core/jsonWithComments.ts';
import { cpuTimeMs } from '../cpuTime.ts';

describe('JSON with comments', () => {
  it('may have comments and trailing commas', () => {
    const text = '\uFEFF// first\n{ "a": [1, 2, /* last */ ], "b": { "c": 1, // end\n }, }';
    expect(parseJsonWithComments(text)).toEqual({ a: [1, 2], b: { c: 1 } });
  });

  it('keeps what looks like one in a string', () => {
    const text = String.raw`{ "url": "https://a/*b*/", "q": "\"//,]" }`;
    expect(parseJsonWithComments(text)).toEqual({ url: 'https://a/*b*/', q: '"//,]' });
  });

  it.each(['{', '{ "a": 1 "b": 2 }', '/* open', '"a\nb"', ''])('is not %j', text => {
    expect(parseJsonWithComments(text)).toBeUndefined();
  });

  it('is read in linear time', () => {
    const startMs = cpuTimeMs();
    parseJsonWithComments(`{"a":[${',/**/ '.repeat(50_000)}`);
    parseJsonWithComments(`{"a":${'"\\'.repeat(50_000)}`);
    parseJsonWithComments('/*'.repeat(100_000));
    parseJsonWithComments('/'.repeat(200_000));
    parseJsonWithComments(`${'"'.repeat(99_999)}\\`);
    expect(cpuTimeMs() - startMs).toBeLessThan(2_000);
  });
});
