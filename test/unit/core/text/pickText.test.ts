import { describe, expect, it } from 'vitest';
import { toPickText } from '../../../../src/core/text/pickText.ts';

describe('toPickText', () => {
  it('leaves no icon', () => {
    expect(toPickText('$(verified) GitHub $(x)')).toBe(String.raw`\$(verified) GitHub \$(x)`);
    expect(toPickText('$\u200b(verified)')).toBe('$<U+200B>(verified)');
  });

  it('shows direction marks and other invisible characters', () => {
    expect(toPickText('a\u202eb\u0007')).toBe('a<U+202E>b<U+0007>');
  });

  it('is one line', () => {
    expect(toPickText('a\r\nb\nc')).toBe('a b c');
  });

  it('does not change other texts', () => {
    const text = 'Fix src/app/[id]/page.tsx (2 lines) for $5. Größe: 日本';
    expect(toPickText(text)).toBe(text);
  });
});
