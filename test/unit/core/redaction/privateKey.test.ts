import { describe, expect, it } from 'vitest';
import { PrivateKeyFilter } from '../../../../src/core/redaction/privateKey.ts';
import { redact } from '../../../../src/core/redaction/redact.ts';

const BEGIN = '-----BEGIN RSA PRIVATE KEY-----';
const END = '-----END RSA PRIVATE KEY-----';

/** The text that a filter returns for each chunk. */
function filter(...chunks: readonly string[]): readonly string[] {
  const key = new PrivateKeyFilter();
  return chunks.map(chunk => key.write(chunk));
}

describe('PrivateKeyFilter', () => {
  it('lets other text through', () => {
    expect(filter('one', '', 'two-----three', 'four')).toEqual([
      'one',
      '',
      'two-----three',
      'four',
    ]);
  });

  it('removes what follows the first line of a key, up to its last line', () => {
    expect(filter(`a ${BEGIN}\nMII`, 'abc', '', `def${END} b`, 'c')).toEqual([
      `a ${BEGIN}\nMII`,
      '',
      '',
      `${END} b`,
      'c',
    ]);
  });

  it('lets everything through after a key that ends in the same chunk', () => {
    expect(filter(`${BEGIN}abc${END}`, 'after')).toEqual([`${BEGIN}abc${END}`, 'after']);
  });

  it('removes the second key if the first one has ended', () => {
    expect(filter(`${BEGIN}abc${END} ${BEGIN}`, 'def', END)).toEqual([
      `${BEGIN}abc${END} ${BEGIN}`,
      '',
      END,
    ]);
    expect(filter(BEGIN, `abc${END}${BEGIN}`, 'def')).toEqual([BEGIN, `${END}${BEGIN}`, '']);
  });

  it('removes as much as the longest key has, and no more', () => {
    expect(filter(BEGIN, 'x'.repeat(15_999), 'yz', 'after')).toEqual([BEGIN, '', 'z', 'after']);
    expect(filter(`${BEGIN}${'x'.repeat(15_998)}`, 'yyz')).toEqual([
      `${BEGIN}${'x'.repeat(15_998)}`,
      'z',
    ]);
    expect(filter(`${BEGIN}${'x'.repeat(20_000)}`, 'after')[1]).toBe('after');
  });

  it.each(['PRIVATE KEY', 'EC PRIVATE KEY', 'PGP PRIVATE KEY BLOCK', 'ENCRYPTED PRIVATE KEY'])(
    'knows a %s',
    name => {
      expect(filter(`-----BEGIN ${name}-----`, 'abc')[1]).toBe('');
    },
  );

  it.each(['PUBLIC KEY', 'CERTIFICATE', 'private key', `${'X'.repeat(31)}PRIVATE KEY`])(
    'does not take a %s for one',
    name => {
      expect(filter(`-----BEGIN ${name}-----`, 'abc')[1]).toBe('abc');
    },
  );
});

it('a key without an end is hidden up to the length of the longest key', () => {
  expect(redact(`${BEGIN}${'x'.repeat(16_000)}yz`)).toBe(`${BEGIN}[hidden]yz`);
  expect(redact(`a ${BEGIN}\nabc\n${END} b`)).toBe(`a ${BEGIN}[hidden]${END} b`);
});
