import { describe, expect, it } from 'vitest';
import {
  getAttentionReason,
  sanitizeMessage,
  type AttentionState,
} from '../../../../src/core/chat/attention.ts';

const idle: AttentionState = { status: 'idle', queuedCount: 0, openCount: 0 };
const working: AttentionState = { ...idle, status: 'working' };

describe('a call for the user', () => {
  it('comes with the first request of several, once', () => {
    expect(getAttentionReason(working, { ...working, openCount: 1 })).toBe('needsYou');
    expect(
      getAttentionReason({ ...working, openCount: 1 }, { ...working, openCount: 2 }),
    ).toBeUndefined();
  });

  it('comes when the last turn ends, and not while prompts wait', () => {
    expect(getAttentionReason(working, idle)).toBe('finished');
    expect(getAttentionReason(working, { ...idle, queuedCount: 1 })).toBeUndefined();
  });

  it('does not come for a turn that the user has stopped', () => {
    expect(getAttentionReason({ ...idle, status: 'stopping' }, idle)).toBeUndefined();
  });

  it('comes once when an agent is gone', () => {
    const stopped: AttentionState = { ...idle, status: 'stopped' };
    expect(getAttentionReason(working, stopped)).toBe('stopped');
    expect(getAttentionReason(stopped, stopped)).toBeUndefined();
  });
});

describe('words of an agent in a message', () => {
  it('cannot become a link or a command', () => {
    expect(sanitizeMessage('[Yes](command:workbench.action.quit)')).not.toMatch(/\]\(/);
  });

  it('stay on one short line', () => {
    expect(sanitizeMessage('a\nb\u0007c')).toBe('a b c');
    expect(sanitizeMessage('x'.repeat(1_000)).length).toBeLessThan(100);
  });
});
