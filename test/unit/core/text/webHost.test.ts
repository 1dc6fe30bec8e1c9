import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getWebHost } from '../../../../src/core/text/webHost.ts';

describe('getWebHost', () => {
  it.each([
    ['https://example.com', 'example.com'],
    ['https://example.com:8080/a?b#c@d', 'example.com:8080'],
    ['http://127.0.0.1:3000/', '127.0.0.1:3000'],
    ['http://[::1]:3000/', '[::1]:3000'],
    ['https://münchen.example/', 'münchen.example'],
    ['https://user:pass@example.com/', 'example.com'],
    ['http://10.0.255.17', '10.0.255.17'],
  ])('of %s is %s', (url, host) => {
    expect(getWebHost(url)).toBe(host);
  });

  it.each([
    String.raw`https://good.example\@bad.example/`,
    String.raw`https://good.example\.bad.example/`,
    String.raw`https:\\bad.example/`,
    'https://good.example%40bad.example/',
    'https://good.example%2F@bad.example/',
    'https://good.example%5C@bad.example/',
    'https://good%2Eexample/',
    'https://good.example／bad.example/',
    'https://good。example/',
    'https://ｇood.example/',
    'https://2130706433/',
    'http://0x7f.1/',
    'http://127.1/',
    'http://0177.0.0.1/',
    'https://a@good.example@bad.example/',
    'https:///bad.example',
    'https://good.example\u200b.bad.example',
    'https://',
    'ftp://good.example/',
    'x https://good.example/',
    'http://1.2.3.4.5',
    'http://127.0.0.1.',
    '',
  ])('refuses %s', url => {
    expect(getWebHost(url)).toBeUndefined();
  });

  it('is the host that a URL parser finds, for random addresses', () => {
    const part = fc.constantFrom(
      'a',
      'Good.example',
      '.',
      '@',
      '\\',
      '/',
      '%40',
      '%2e',
      ':',
      '1',
      '0x7f',
      '?',
      '#',
      '。',
      'ｂ',
      '[',
      ']',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), parts => {
        const url = `http://${parts.join('')}`;
        const host = getWebHost(url);
        if (host !== undefined && URL.canParse(url)) {
          const shown = host.toLowerCase().replace(/:0*(?:80)?$/, '');
          expect(new URL(url).host.replace(/:0+$/, '')).toBe(shown);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
