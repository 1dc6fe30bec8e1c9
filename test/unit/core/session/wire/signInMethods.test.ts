import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExternalUrl } from '../../../../../src/core/session/forms/externalUrl.ts';
import { parseSignInMethods } from '../../../../../src/core/session/wire/signInMethods.ts';

const wayOf = (method: object) => parseSignInMethods([{ id: 'm', ...method }])[0]?.flow;

describe('parseSignInMethods', () => {
  it.each([
    ['no type', {}, { kind: 'agent' }],
    ['a type we do not know', { type: 'carrier pigeon' }, { kind: 'agent' }],
    [
      'the terminal type',
      { type: 'terminal', args: ['login', 3], env: { A: 'b', C: 1 } },
      { kind: 'terminal', args: ['login'], env: { A: 'b' } },
    ],
    [
      'the terminal type in _meta, as Qwen writes it',
      { _meta: { type: 'terminal', args: ['auth'] } },
      { kind: 'terminal', args: ['auth'], env: {} },
    ],
    [
      'terminal-auth, as Copilot writes it',
      { _meta: { 'terminal-auth': { command: '/bin/c', args: ['login'], label: 'x' } } },
      { kind: 'program', command: '/bin/c', args: ['login'], env: {} },
    ],
    ['terminal-auth without a command', { _meta: { 'terminal-auth': {} } }, { kind: 'agent' }],
    [
      'a variable',
      { type: 'env_var', varName: 'OPENAI_API_KEY' },
      { kind: 'variables', names: ['OPENAI_API_KEY'] },
    ],
    [
      'variables',
      { type: 'env_var', vars: [{ name: 'A' }, 'B', {}] },
      { kind: 'variables', names: ['A', 'B'] },
    ],
    [
      'variables that would change how programs run',
      { type: 'env_var', vars: ['NODE_OPTIONS', 'LD_PRELOAD', 'PATH', 'a b'] },
      { kind: 'agent' },
    ],
  ])('reads %s', (_what, method, way) => {
    expect(wayOf(method)).toEqual(way);
  });

  it('passes over what has no id, and never throws', () => {
    expect(parseSignInMethods([{ name: 'x' }, null, 3, { id: 'a' }])).toMatchObject([
      { id: 'a', name: 'a' },
    ]);
    fc.assert(
      fc.property(fc.anything(), raw => {
        parseSignInMethods(raw);
        parseSignInMethods([
          raw,
          { id: 'x', _meta: raw, args: raw, env: raw, vars: raw, type: 'terminal' },
        ]);
      }),
    );
  });
});

describe('parseExternalUrl', () => {
  it.each([
    ['https://example.com', 'example.com', false],
    ['http://localhost:8080/x', 'localhost:8080', false],
    ['https://[::1]:3000/', '[::1]:3000', false],
    ['https://user@example.com/', 'example.com', true],
    ['https://google.com:x@evil.test/', 'evil.test', true],
    ['https://xn--80ak6aa92e.com', 'xn--80ak6aa92e.com', true],
    ['https://exаmple.com', 'exаmple.com', true],
  ])('takes %s apart', (url, host, suspicious) => {
    expect(parseExternalUrl(url)).toEqual({ url, host, suspicious });
  });

  it.each([
    '',
    'example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'https://',
    'https://exam ple.com',
    String.raw`https://example.com\@evil.test`,
    'https://example.com%40evil.test',
    'https://example.com/\u202Egnp.exe',
    `https://example.com/${'x'.repeat(9000)}`,
  ])('refuses %s', url => {
    expect(parseExternalUrl(url)).toBeUndefined();
  });
});
