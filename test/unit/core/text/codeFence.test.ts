import { describe, expect, it } from 'vitest';
import { codeFence } from '../../../../src/core/text/codeFence.ts';

describe('codeFence', () => {
  it('uses a fence longer than any run of backticks in the text', () => {
    expect(codeFence('a', 'ts')).toBe('```ts\na\n```');
    expect(codeFence('```\n`````\n', '')).toBe('``````\n```\n`````\n``````');
  });

  it('preserves a text with any number of backticks', () => {
    const text = '`a'.repeat(300_000);
    expect(codeFence(text, '')).toBe(`\`\`\`\n${text}\n\`\`\``);
  });
});
