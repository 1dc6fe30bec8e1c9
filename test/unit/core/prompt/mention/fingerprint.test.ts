import { describe, expect, it } from 'vitest';
import { fingerprint } from '../../../../../src/core/prompt/mention/fingerprint.ts';

describe('fingerprint', () => {
  it('differs for different texts, but not for different line endings, which editors normalize', () => {
    expect(fingerprint('one\r\ntwo\n')).toBe(fingerprint('one\r\ntwo\r\n'));
    expect(fingerprint('one\ntwo')).not.toBe(fingerprint('onetwo'));
    expect(fingerprint('one')).not.toBe(fingerprint('two'));
  });
});
