import { describe, expect, it } from 'vitest';
import { codeFence } from '../../../../src/core/text/codeFence.ts';

describe('fence', () => {
  it('is longer than any run of backticks inside', () => {
    expect(codeFence('a', 'ts')).toBe('```ts\na\n```');
    expect(codeFence('```\n`````\n', '')).toBe('``````\n```\n`````\n``````');
  });

  it('holds a text with any number of them', () => {
    const text = '`a'.repeat(300_000);
    expect(codeFence(text, '')).toBe(`\`\`\`\n${text}\n\`\`\``);
  });
});
