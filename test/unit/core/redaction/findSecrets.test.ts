import { describe, expect, it } from 'vitest';
import { findSecrets, getSecretValues, redact } from '../../../../src/core/redaction/redact.ts';

/** The parts of a text that are secret. */
const found = (text: string, secrets?: readonly string[]): readonly string[] =>
  findSecrets(text, secrets).map(({ start, end }) => text.slice(start, end));

describe('findSecrets', () => {
  it('finds every place of a known secret, in order', () => {
    expect(findSecrets('a abcdef b ghijkl c abcdef', ['ghijkl', 'abcdef'])).toEqual([
      { start: 2, end: 8 },
      { start: 11, end: 17 },
      { start: 20, end: 26 },
    ]);
  });

  it('finds a known secret at the start of a text', () => {
    expect(found('abcdef', ['abcdef'])).toEqual(['abcdef']);
  });

  it('finds a secret behind its name, without the name', () => {
    expect(found('API_KEY=abc123 and password: xyz789')).toEqual(['abc123', 'xyz789']);
    expect(found('Bearer abcdefghijklmnopqrst')).toEqual(['abcdefghijklmnopqrst']);
  });

  it('finds a key of a well-known format between other text', () => {
    expect(found('use ghp_abcdefghijklmnopqrstuvwx please')).toEqual([
      'ghp_abcdefghijklmnopqrstuvwx',
    ]);
  });

  it('joins secrets that overlap', () => {
    expect(found('x abcdefghij x', ['abcdefgh', 'efghij'])).toEqual(['abcdefghij']);
    expect(found('x abcdefghij x', ['abcdefghij', 'cdefgh'])).toEqual(['abcdefghij']);
    expect(found('token=abcdefghij', ['abcdef'])).toEqual(['abcdefghij']);
  });

  it('keeps secrets apart that only touch', () => {
    expect(findSecrets('abcdefabcdef', ['abcdef'])).toEqual([
      { start: 0, end: 6 },
      { start: 6, end: 12 },
    ]);
  });

  it('finds nothing in ordinary text', () => {
    expect(findSecrets('The keyboard is not found.')).toEqual([]);
    expect(findSecrets('abcde abcde', ['abcde'])).toEqual([]);
  });

  it.each([
    ['a abcdef b', ['abcdef']],
    ['API_KEY=abc123 and Bearer abcdefghijklmnopqrst', []],
    ['postgres://me:abc123@host/db and sk-abcdefghijklmnopqrst', []],
  ])('finds in %s what is hidden', (text, secrets) => {
    const parts = findSecrets(text, secrets).toReversed();
    const hidden = parts.reduce(
      (rest, { start, end }) => `${rest.slice(0, start)}[hidden]${rest.slice(end)}`,
      text,
    );
    expect(hidden).toBe(redact(text, secrets));
    expect(parts).not.toEqual([]);
  });
});

describe('a variable is secret', () => {
  it.each(['MY_KEY', 'GITHUB_TOKEN', 'client_secret', 'DB_PASS', 'Credential', 'AUTH', 'Cookie'])(
    'if its name is %s',
    name => {
      expect(getSecretValues({ [name]: 'value', PATH: '/bin' })).toEqual(['value']);
    },
  );
});
