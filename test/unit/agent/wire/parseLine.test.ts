import { describe, expect, it } from 'vitest';
import { parseLine } from '../../../../src/agent/wire/parseLine.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const parse = (text: string) => parseLine(encode(text));
const message = (value: object): string => JSON.stringify({ jsonrpc: '2.0', ...value });
const read = (text: string): unknown => {
  const line = parse(text);
  return line.kind === 'message' ? line.message : line.kind;
};

describe('a line of an agent', () => {
  it.each([
    [
      'a request',
      { id: 1, method: 'm', params: [1] },
      { jsonrpc: '2.0', id: 1, method: 'm', params: [1] },
    ],
    [
      'a request with a text as id',
      { id: 'a', method: 'm' },
      { jsonrpc: '2.0', id: 'a', method: 'm' },
    ],
    [
      'a request whose id is null',
      { id: null, method: 'm' },
      { jsonrpc: '2.0', id: null, method: 'm' },
    ],
    [
      'a request whose id has digits',
      { id: '12', method: 'm' },
      { jsonrpc: '2.0', id: '12', method: 'm' },
    ],
    [
      'a notification',
      { method: '', params: {}, more: 1 },
      { jsonrpc: '2.0', method: '', params: {} },
    ],
    ['a result', { id: 0, result: null }, { jsonrpc: '2.0', id: 0, result: null }],
    [
      'a result beside an error that is null',
      { id: 3, result: {}, error: null },
      { jsonrpc: '2.0', id: 3, result: {} },
    ],
    [
      'a result for an id in digits',
      { id: '123456789012345', result: 1 },
      { jsonrpc: '2.0', id: 123_456_789_012_345, result: 1 },
    ],
    [
      'a result for an id with more digits than a number holds',
      { id: '1234567890123456', result: 1 },
      { jsonrpc: '2.0', id: '1234567890123456', result: 1 },
    ],
    [
      'a result for an id that only begins with digits',
      { id: '12x', result: 1 },
      { jsonrpc: '2.0', id: '12x', result: 1 },
    ],
    [
      'a result for an id that only ends with digits',
      { id: 'x12', result: 1 },
      { jsonrpc: '2.0', id: 'x12', result: 1 },
    ],
    [
      'an error',
      { id: 1, error: { code: 7, message: 'm', data: 'd' } },
      { jsonrpc: '2.0', id: 1, error: { code: 7, message: 'm', data: 'd' } },
    ],
    [
      'an error beside a result that is null',
      { id: 1, result: null, error: { code: 7, message: 'm' } },
      { jsonrpc: '2.0', id: 1, error: { code: 7, message: 'm', data: undefined } },
    ],
  ])('is %s', (_, sent, received) => {
    expect(read(message(sent))).toEqual(received);
  });

  it.each([{}, 'text', 5, { code: '1', message: 2 }])(
    'is an error with a code and a text, though it says %j',
    error => {
      expect(read(message({ id: 1, error }))).toMatchObject({
        error: { code: -32_603, message: 'The agent returned an error without a message.' },
      });
    },
  );

  it.each([
    message({ id: 1, result: 1, error: {} }),
    message({ id: 1 }),
    message({ result: 1 }),
    message({ id: {}, result: 1 }),
    message({ id: [1], method: 'm' }),
    message({ id: true, method: 'm' }),
    message({ method: null }),
    '{"jsonrpc":"2.0","id":1e999,"method":"m"}',
    '{"jsonrpc":"2.0","id":1e999,"result":1}',
    '{"jsonrpc":"1.0","method":"m"}',
    '{"method":"m"}',
    `[${message({ method: 'm' })}]`,
    `${message({ method: 'm' })}}`,
    `x ${message({ method: 'm' })}`,
    '{',
    'null',
    '"text"',
  ])('is noise: %s', text => {
    expect(parse(text)).toEqual({ kind: 'strayOutput', text });
  });

  it.each(['', ' ', '\t\r', '\u00A0'])('is blank: %j', text => {
    expect(parse(text).kind).toBe('blank');
  });

  it.each([
    '  ',
    '\u001b[32m',
    '\u001b[0m\u001b[?25h ',
    '\u001b]0;a title\u0007',
    '\u001b]0;a title\u001b\\\u001b[1m',
  ])('may begin with %j', before => {
    expect(read(`${before}${message({ method: 'm' })}\r`)).toEqual({
      jsonrpc: '2.0',
      method: 'm',
    });
  });

  it.each(['\u001b', '\u001b[', '\u001b]0;no end', 'a\u001b[0m', '\u001b[0mx'])(
    'may not begin with %j',
    before => {
      expect(parse(`${before}${message({ method: 'm' })}`).kind).toBe('strayOutput');
    },
  );

  it('is marked as damaged if its bytes are not UTF-8, and only then', () => {
    const whole = encode(message({ method: 'm\u00FC' }));
    expect(parseLine(whole)).toMatchObject({ damaged: false, message: { method: 'm\u00FC' } });
    const broken = whole.map(byte => (byte === 0xbc ? 0xff : byte));
    expect(parseLine(broken)).toMatchObject({
      damaged: true,
      message: { method: 'm\uFFFD\uFFFD' },
    });
  });

  it.each([
    'hello',
    '[]',
    'null',
    '42',
    '{',
    '{}',
    '{"jsonrpc":"1.0","method":"x"}',
    '{"jsonrpc":"2.0","method":7}',
    '{"jsonrpc":"2.0","id":{},"method":"x"}',
    '{"jsonrpc":"2.0","id":1}',
    '{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":"x"}}',
  ])('treats %s as stray output', line => {
    expect(parse(line).kind).toBe('strayOutput');
  });

  it('treats the answer "0" as the answer to request 0', () => {
    expect(parse('{"jsonrpc":"2.0","id":"0","result":1}')).toMatchObject({
      message: { id: 0 },
    });
  });

  it('does not change Object.prototype', () => {
    parse('{"jsonrpc":"2.0","method":"x","params":{"__proto__":{"polluted":true}}}');
    expect('polluted' in {}).toBe(false);
  });
});
