import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getCrashAction, recentCrashes } from '../../../../src/core/catalog/restartPolicy.ts';

const SECOND_MS = 1000;

describe('getCrashAction', () => {
  it('restarts four times and stops at the fifth crash within three minutes', () => {
    const crashes: number[] = [];
    const decisions = [0, 1, 2, 3, 4].map(second => {
      crashes.push(second * SECOND_MS);
      return getCrashAction(crashes, second * SECOND_MS);
    });
    expect(decisions).toEqual(['restart', 'restart', 'restart', 'restart', 'stop']);
  });

  it('always restarts an agent that rarely crashes', () => {
    const crashes = Array.from({ length: 100 }, (_, index) => index * 46 * SECOND_MS);
    expect(getCrashAction(crashes, crashes.at(-1) ?? 0)).toBe('restart');
  });

  it('never allows more than four restarts within any three minutes', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100 * SECOND_MS), { maxLength: 60 }), gaps => {
        let nowMs = 0;
        const crashes: number[] = [];
        const restarts: number[] = [];
        for (const gap of gaps) {
          nowMs += gap;
          crashes.push(nowMs);
          if (getCrashAction(crashes, nowMs) === 'restart') {
            restarts.push(nowMs);
          }
          expect(recentCrashes(restarts, nowMs).length).toBeLessThanOrEqual(4);
        }
      }),
    );
  });
});
