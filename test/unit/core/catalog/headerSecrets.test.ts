import { describe, expect, it } from 'vitest';
import { getHeaderSecrets, resolveSecrets } from '../../../../src/core/catalog/headerSecrets.ts';

describe('getHeaderSecrets', () => {
  it('returns entered values and values of headers with secret names, also without the scheme', () => {
    const given = {
      Authorization: 'Bearer ${secret:TOKEN}',
      'X-Id': '${secret:ID}',
      'X-Api-Key': 'written-down',
      'X-Team': 'production',
    };
    const sent = resolveSecrets(given, { TOKEN: 'abcdef', ID: 'number-1' });
    expect(getHeaderSecrets(given, sent)).toEqual([
      'Bearer abcdef',
      'abcdef',
      'number-1',
      'written-down',
    ]);
  });
});
