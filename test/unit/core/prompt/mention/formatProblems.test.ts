import { describe, expect, it } from 'vitest';
import {
  formatProblems,
  isAtLeastSeverity,
} from '../../../../../src/core/prompt/mention/formatProblems.ts';

describe('formatProblems', () => {
  it('lists the most severe first, with lines from 1', () => {
    const at = { line: 4, character: 2 };
    const text = formatProblems([
      { path: 'b.ts', ...at, severity: 'warning', message: 'unused', source: 'lint', code: 'x/y' },
      { path: 'a.ts', ...at, severity: 'error', message: 'first\nsecond' },
    ]);
    expect(text).toBe('a.ts:5:3: error: first\n    second\nb.ts:5:3: warning: unused [lint x/y]\n');
  });

  it('filters problems by severity', () => {
    expect(isAtLeastSeverity('error', 'warning')).toBe(true);
    expect(isAtLeastSeverity('hint', 'warning')).toBe(false);
  });
});
