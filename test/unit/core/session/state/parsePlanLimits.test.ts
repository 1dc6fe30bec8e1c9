import { describe, expect, it } from 'vitest';
import { parsePlanLimits } from '../../../../../src/core/session/state/parsePlanLimits.ts';

describe('parsePlanLimits', () => {
  it('reads the limit of Claude, whose times are in seconds', () => {
    const info = {
      status: 'allowed_warning',
      rateLimitType: 'five_hour',
      utilization: 0.91,
      resetsAt: 1_800_000_000,
    };
    expect(parsePlanLimits({ '_claude/rateLimit': info })).toEqual([
      { name: 'five hour', share: 0.91, resetsAtMs: 1_800_000_000_000, level: 'near' },
    ]);
    expect(parsePlanLimits({ '_claude/rateLimit': { ...info, status: 'rejected' } })).toMatchObject(
      [{ level: 'reached' }],
    );
  });

  it('reads records of limits as Codex keeps them, and other spellings', () => {
    const rateLimits = {
      primary: { usedPercent: 42, windowDurationMins: 300, resetsAt: 1_800_000_000 },
      secondary: { used_percent: 100, resets_at: '2027-01-15T08:00:00Z' },
    };
    expect(parsePlanLimits({ rateLimits })).toEqual([
      { name: '5 h', share: 0.42, resetsAtMs: 1_800_000_000_000 },
      {
        name: 'secondary',
        share: 1,
        resetsAtMs: Date.parse('2027-01-15T08:00:00Z'),
        level: 'reached',
      },
    ]);
  });

  it('ignores everything else and is bounded', () => {
    for (const meta of [undefined, null, 7, [], {}, { rateLimit: null }, { rateLimit: 'much' }]) {
      expect(parsePlanLimits(meta)).toEqual([]);
    }
    const many = Array.from({ length: 1_000 }, (_, index) => ({
      name: `n${index}`,
      usedPercent: 1,
    }));
    expect(parsePlanLimits({ rate_limits: many })).toHaveLength(10);
    const deep = { rateLimit: { a: { b: { c: { usedPercent: 1 } } } } };
    expect(parsePlanLimits(deep)).toEqual([]);
    expect(parsePlanLimits({ rateLimit: { usedPercent: -5, name: 'x'.repeat(500) } })).toEqual([
      { name: 'x'.repeat(60), share: 0 },
    ]);
  });
});
