import { describe, expect, it } from 'vitest';
import * as messages from '../../../../src/core/chat/messages.ts';

const methods = Object.entries(messages).flatMap(([name, value]) =>
  typeof value === 'object' && 'method' in value ? [[name, value.method] as const] : [],
);

describe('the messages between the extension and the chat page', () => {
  it('are called on the wire as they are exported, after the side that receives or sends them', () => {
    const misnamed = methods.filter(([name, method]) => {
      const camelCased = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
      return method !== `chat/${camelCased}` && method !== `view/${camelCased}`;
    });
    expect(methods.length).toBeGreaterThan(50);
    expect(misnamed).toEqual([]);
  });

  it('have different names', () => {
    expect(new Set(methods.map(([, method]) => method)).size).toBe(methods.length);
  });
});
