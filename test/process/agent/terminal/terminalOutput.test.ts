import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TerminalOutput } from '../../../../src/agent/terminal/terminalOutput.ts';

/** The reference: the newest complete characters that fit. */
function reference(text: string, limitBytes: number): string {
  const kept: string[] = [];
  let bytes = 0;
  for (const character of Array.from(text).toReversed()) {
    bytes += Buffer.byteLength(character);
    if (bytes > limitBytes) {
      break;
    }
    kept.unshift(character);
  }
  return kept.join('');
}

const text = fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '\n') });

describe('TerminalOutput', () => {
  it('keeps the newest whole characters that fit, however the text is split', () => {
    fc.assert(
      fc.property(fc.array(text), fc.integer({ min: 0, max: 30 }), (parts, limitBytes) => {
        const output = new TerminalOutput(limitBytes);
        for (const part of parts) {
          output.add(part);
        }
        const all = parts.join('');
        expect(output.read()).toEqual({
          output: reference(all, limitBytes),
          truncated: Buffer.byteLength(all) > limitBytes,
        });
      }),
      { numRuns: 500 },
    );
  });

  it.each([0, 1, 3, 4, 100_000, 100_001])(
    'keeps them for large output and a limit of %i',
    limitBytes => {
      const output = new TerminalOutput(limitBytes);
      const part = '€uro😀'.repeat(1_000);
      for (let n = 0; n < 100; n += 1) {
        output.add(part);
        if (n % 10 === 0) {
          output.read();
        }
      }
      const { output: kept, truncated } = output.read();
      expect(truncated).toBe(true);
      expect(kept).toBe(reference(part.repeat(20), limitBytes));
    },
  );
});
