import { describe, expect, it } from 'vitest';
import { redact, redactArgs, redactJson } from '../../../../src/core/redaction/redact.ts';

const letters = (count: number): string => 'aB3_'.repeat(count / 4).slice(0, count);
const CAPITALS = 'ABCD1234EFGH5678';
const REST = 'Qx7vLm2TzR4w8KpN5cYb1HdG6sJf';

describe('a key of a well-known format', () => {
  it.each([
    `sk-ant-api03-${REST}`,
    `pk-${REST}`,
    `sk_live_${REST}`,
    `rk_test_${REST}`,
    `whsec_${REST}`,
    `SG.${REST}.${REST}`,
    `ghp_${REST}`,
    `gho_${REST}`,
    `github_pat_${REST}`,
    `glpat-${REST}`,
    `glpat-ab-${REST}`,
    `xoxb-1234-${REST}`,
    `npm_${REST}${REST}`,
    `AIza${REST}-${REST}`,
    `AKIA${CAPITALS}`,
    `ASIA${CAPITALS}`,
    `ya29.a0-${REST}`,
    `hf_${REST}`,
    `xai-${REST}`,
    `eyJhbGciOiJIUzI1NiJ9.${REST}`,
    `eyJhbGciOiJIUzI1NiJ9.${REST}.${REST}`,
  ])('is hidden whole: %s', key => {
    expect(redact(`before ${key} after`)).toBe('before [hidden] after');
  });

  it.each([`Bearer ${REST}`, `bearer    ${REST}`, `Basic ${REST}==`])(
    'is hidden after its scheme: %s',
    text => {
      expect(redact(`${text} after`)).toBe(
        `${text.slice(0, text.lastIndexOf(' ') + 1)}[hidden] after`,
      );
    },
  );

  it.each([
    ['credentials: abc123', 'credentials: [hidden]'],
    ['MY_CREDENTIAL=abc123', 'MY_CREDENTIAL=[hidden]'],
    ['postgres://me:abc123@host/db', 'postgres://me:[hidden]@host/db'],
    ['"cookie" : "a=1"', '"cookie" : "[hidden]"'],
  ])('is hidden after its name: %s', (text, shown) => {
    expect(redact(text)).toBe(shown);
  });

  it.each([
    'whsec_x',
    'ghp_short',
    'github_pat_x',
    'glpat-x',
    'xoxb-x',
    'npm_config_cache',
    'npm_lifecycle_event',
    'hf_hub',
    'xai-chat',
    'ya29.x',
    'AIza-x',
    'AKIA1',
    'Bearer of news',
    'basic idea',
    'http://localhost:3000/a',
    'see SG.a.b',
  ])('is not seen in %s', text => {
    expect(redact(text)).toBe(text);
  });
});

describe('a secret that we know', () => {
  it('is hidden inside JSON, where it is escaped', () => {
    const secret = 'a"b\\c\nd';
    expect(redact(`x${JSON.stringify(secret)}x`, [secret])).toBe('x"[hidden]"x');
  });

  it('is hidden whole if another one is a part of it', () => {
    expect(redact('abcdef-ghijkl', ['abcdef', 'abcdef-ghijkl'])).toBe('[hidden]');
    expect(redact('abcdef-ghijkl', ['abcdef-ghijkl', 'abcdef'])).toBe('[hidden]');
  });
});

describe('redactArgs', () => {
  it.each([
    '--api-key',
    '-key',
    '--password',
    '--passwd',
    '--credential',
    '--credentials',
    '--auth',
  ])('hides the value after %s', option => {
    expect(redactArgs(['run', option, 'value', 'more'])).toEqual([
      'run',
      option,
      '[hidden]',
      'more',
    ]);
  });

  it.each(['key', 'x--key', '--keyboard', '--authors'])('shows the value after %s', option => {
    expect(redactArgs([option, 'value'])).toEqual([option, 'value']);
  });

  it('shows an option that follows another one', () => {
    expect(redactArgs(['--key', '--verbose'])).toEqual(['--key', '--verbose']);
  });
});

const shown = (value: unknown): unknown => JSON.parse(redactJson(value));

describe('redactJson', () => {
  it.each(['apiKey', 'api_key', 'access-key', 'privateKey', 'token', 'password', 'Cookie'])(
    'hides the field %s',
    name => {
      expect(shown({ [name]: letters(8), other: 'shown' })).toEqual({
        [name]: '[hidden]',
        other: 'shown',
      });
    },
  );

  it('hides the value of a variable by its name, and keeps its other fields', () => {
    expect(
      shown({
        env: [
          { name: 'API_KEY', value: 'v', type: 't' },
          { name: 'PATH', value: '/bin' },
          { name: 'API_KEY' },
          { name: 7, value: 'v' },
          { value: 'v' },
          null,
          'text',
        ],
      }),
    ).toEqual({
      env: [
        { name: 'API_KEY', value: '[hidden]', type: 't' },
        { name: 'PATH', value: '/bin' },
        { name: 'API_KEY' },
        { name: 7, value: 'v' },
        { value: 'v' },
        null,
        'text',
      ],
    });
  });

  it('hides arguments only where all of them are texts', () => {
    expect(shown({ args: ['--key', 'v'] })).toEqual({ args: ['--key', '[hidden]'] });
    expect(shown({ args: ['--key', 'v', 7] })).toEqual({ args: ['--key', 'v', 7] });
    expect(shown({ other: ['--key', 'v'] })).toEqual({ other: ['--key', 'v'] });
  });

  it('hides all variables and headers of MCP servers, and keeps what is no server', () => {
    const pair = { name: 'A', value: 'v' };
    expect(shown({ mcpServers: [{ name: 's', env: [pair], headers: [pair] }, 'x', null] })).toEqual(
      {
        mcpServers: [
          {
            name: 's',
            env: [{ name: 'A', value: '[hidden]' }],
            headers: [{ name: 'A', value: '[hidden]' }],
          },
          'x',
          null,
        ],
      },
    );
  });

  it('keeps numbers and truth values', () => {
    expect(shown({ token: 7, isSecret: true })).toEqual({ token: 7, isSecret: true });
  });
});
