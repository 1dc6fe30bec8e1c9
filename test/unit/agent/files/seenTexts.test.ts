import { describe, expect, it } from 'vitest';
import { SeenTexts } from '../../../../src/agent/files/seenTexts.ts';

/** Two of these exceed the limit. */
const LONG = 'x'.repeat(40 * 1024 * 1024);

describe('SeenTexts', () => {
  it('keeps the last text of each file', () => {
    const texts = new SeenTexts();
    texts.set('/a', 'one');
    texts.set('/a', 'two');
    expect(texts.get('/a')).toBe('two');
  });

  it('drops the least recently used text beyond the limit', () => {
    const texts = new SeenTexts();
    texts.set('/a', LONG);
    texts.set('/b', 'short');
    texts.set('/c', LONG);
    expect(['/a', '/b', '/c'].map(path => texts.get(path)?.length)).toEqual([
      undefined,
      5,
      LONG.length,
    ]);
  });
});
