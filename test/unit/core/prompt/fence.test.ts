import { describe, expect, it } from 'vitest';
import { fence } from '../../../../src/core/prompt/fence.ts';

describe('fence', () => {
  it('is longer than any run of backticks inside', () => {
    expect(fence('a', 'ts')).toBe('```ts\na\n```');
    expect(fence('```\n`````\n', '')).toBe('``````\n```\n`````\n``````');
  });

  it('holds a text with any number of them', () => {
    const text = '`a'.repeat(300_000);
    expect(fence(text, '')).toBe(`\`\`\`\n${text}\n\`\`\``);
  });
});
