import { describe, expect, it } from 'vitest';
import { cpuTimeMs } from '../../cpuTime.ts';
import { plainOutput } from '../../../../src/core/terminal/plainOutput.ts';

describe('plainOutput', () => {
  it.each([
    ['colours', '\x1b[31mred\x1b[0m and \x1b[1;38;5;4mblue\x1b[m', 'red and blue'],
    ['colors after the one-character introducer', '\u009b31mred\u009b0m', 'red'],
    ['titles and marks', '\x1b]0;title\x07a\x1b]633;C\x1b\\b', 'ab'],
    ['progress bars', '10%\r50%\r100%\ndone\r\n', '100%\ndone\n'],
    ['a shorter line over a longer', 'longer\rab\n', 'abnger\n'],
    ['letters taken back', 'abx\bc', 'abc'],
    ['a sequence that never ends', 'a\x1b]0;open\nb\x1b[', 'a\nb'],
    ['plain text', 'höhe\n  \ttab\n', 'höhe\n  \ttab\n'],
  ])('reads %s', (_, output, text) => {
    expect(plainOutput(output)).toBe(text);
  });

  it('handles a long line that is overwritten very often', () => {
    const startMs = cpuTimeMs();
    const text = plainOutput(`${'y'.repeat(200_000)}${'\rx'.repeat(100_000)}\rab`);
    expect(text).toBe(`ab${'y'.repeat(199_998)}`);
    expect(cpuTimeMs() - startMs).toBeLessThan(2_000);
  });
});
