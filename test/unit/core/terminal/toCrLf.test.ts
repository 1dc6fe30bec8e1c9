import { describe, expect, it } from 'vitest';
import { cpuTimeMs } from '../../cpuTime.ts';
import { toCrLf } from '../../../../src/core/terminal/toCrLf.ts';

describe('toCrLf', () => {
  it('adds exactly one carriage return', () => {
    expect(toCrLf('a\nb\r\nc\r\r\nd\r\n\ne\rf\r')).toBe('a\r\nb\r\nc\r\nd\r\n\r\ne\rf\r');
  });

  it('handles many carriage returns quickly', () => {
    const returns = '\r'.repeat(256 * 1024);
    const startMs = cpuTimeMs();
    expect(toCrLf(`${returns}x\n`)).toBe(`${returns}x\r\n`);
    expect(cpuTimeMs() - startMs).toBeLessThan(2_000);
  });
});
