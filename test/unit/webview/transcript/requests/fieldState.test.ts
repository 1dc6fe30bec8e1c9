import { describe, expect, it } from 'vitest';
import type { FormField } from '../../../../../src/core/session/forms/elicitationForm.ts';
import {
  validateField,
  toFieldValue,
} from '../../../../../src/webview/transcript/requests/fieldState.ts';

const count = (required: boolean): FormField => ({
  kind: 'number',
  name: 'count',
  title: 'Count',
  required,
  whole: true,
});

describe('a number in a form', () => {
  it('is empty, not zero, with only white space', () => {
    expect(toFieldValue(count(false), '  ')).toBeUndefined();
    expect(validateField(count(false), '  ')).toBeUndefined();
    expect(validateField(count(true), '  ')).toBe('Required.');
  });

  it('is parsed as written', () => {
    expect(toFieldValue(count(true), ' 12 ')).toBe(12);
    expect(validateField(count(true), '1.5')).toBe('Must be a whole number.');
    expect(validateField(count(true), 'many')).toBe('Must be a whole number.');
  });
});

const text = (more: object): FormField => ({
  kind: 'text',
  name: 'text',
  title: 'Text',
  required: true,
  ...more,
});

describe('a text in a form', () => {
  it('is measured in characters, not UTF-16 units', () => {
    expect(validateField(text({ maxLength: 3 }), '\u{1F600}\u{1F600}\u{1F600}')).toBeUndefined();
    expect(validateField(text({ maxLength: 3 }), 'four')).toBe('At most 3 characters.');
  });

  it('is validated against its format', () => {
    expect(validateField(text({ format: 'date' }), 'May 5')).toContain('date');
    expect(validateField(text({ format: 'date' }), '2026-05-05')).toBeUndefined();
    expect(validateField(text({ pattern: '^v' }), '1.0')).toContain('^v');
  });
});
