import { describe, expect, it } from 'vitest';
import type { FormField } from '../../../../src/core/session/elicitation.ts';
import { problemWith, valueOf } from '../../../../src/webview/transcript/fieldValue.ts';

const count = (required: boolean): FormField => ({
  kind: 'number',
  name: 'count',
  title: 'Count',
  required,
  whole: true,
});

describe('a number in a form', () => {
  it('is left empty by blanks: they are no zero', () => {
    expect(valueOf(count(false), '  ')).toBeUndefined();
    expect(problemWith(count(false), '  ')).toBeUndefined();
    expect(problemWith(count(true), '  ')).toBe('Fill this in');
  });

  it('is taken as it is written', () => {
    expect(valueOf(count(true), ' 12 ')).toBe(12);
    expect(problemWith(count(true), '1.5')).toBe('Not a whole number');
    expect(problemWith(count(true), 'many')).toBe('Not a number');
  });
});
