import { describe, expect, it } from 'vitest';
import {
  getAttentionReason,
  sanitizeMessage,
  type AttentionState,
} from '../../../../src/core/chat/attention.ts';

const idle: AttentionState = { status: 'idle', queuedCount: 0, openCount: 0 };
const working: AttentionState = { ...idle, status: 'working' };

describe('a notification', () => {
  it('is shown once for the first of several requests', () => {
    expect(getAttentionReason(working, { ...working, openCount: 1 })).toBe('needsYou');
    expect(
      getAttentionReason({ ...working, openCount: 1 }, { ...working, openCount: 2 }),
    ).toBeUndefined();
  });

  it('is shown when the last turn ends, not while prompts are queued', () => {
    expect(getAttentionReason(working, idle)).toBe('finished');
    expect(getAttentionReason(working, { ...idle, queuedCount: 1 })).toBeUndefined();
  });

  it('is not shown for a turn that the user stopped', () => {
    expect(getAttentionReason({ ...idle, status: 'stopping' }, idle)).toBeUndefined();
  });

  it('is shown once when an agent has stopped', () => {
    const stopped: AttentionState = { ...idle, status: 'stopped' };
    expect(getAttentionReason(working, stopped)).toBe('stopped');
    expect(getAttentionReason(stopped, stopped)).toBeUndefined();
  });
});

describe('text of an agent in a notification', () => {
  it('cannot become a link or a command', () => {
    expect(sanitizeMessage('[Yes](command:workbench.action.quit)')).not.toMatch(/\]\(/);
  });

  it('is one short line', () => {
    expect(sanitizeMessage('a\nb\u0007c')).toBe('a b c');
    expect(sanitizeMessage('x'.repeat(1_000)).length).toBeLessThan(100);
  });
});
