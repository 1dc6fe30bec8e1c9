import { describe, expect, it } from 'vitest';
import { toCrLf } from '../../../../src/core/terminal/toCrLf.ts';

describe('a line end for a terminal', () => {
  it('goes back to the start of the line, once', () => {
    expect(toCrLf('a\nb\r\nc\r\r\nd\r\n\ne\rf\r')).toBe('a\r\nb\r\nc\r\nd\r\n\r\ne\rf\r');
  });

  it('is found at once among as many returns as a command may print', () => {
    const returns = '\r'.repeat(256 * 1024);
    const startMs = performance.now();
    expect(toCrLf(`${returns}x\n`)).toBe(`${returns}x\r\n`);
    expect(performance.now() - startMs).toBeLessThan(2_000);
  });
});
