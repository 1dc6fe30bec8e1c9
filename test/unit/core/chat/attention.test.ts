import { describe, expect, it } from 'vitest';
import { callFor, harmless, type Standing } from '../../../../src/core/chat/attention.ts';

const idle: Standing = { status: 'idle', queuedCount: 0, openCount: 0 };
const working: Standing = { ...idle, status: 'working' };

describe('a call for the user', () => {
  it('comes with the first request of several, once', () => {
    expect(callFor(working, { ...working, openCount: 1 })).toBe('needsYou');
    expect(callFor({ ...working, openCount: 1 }, { ...working, openCount: 2 })).toBeUndefined();
  });

  it('comes when the last turn ends, and not while prompts wait', () => {
    expect(callFor(working, idle)).toBe('finished');
    expect(callFor(working, { ...idle, queuedCount: 1 })).toBeUndefined();
  });

  it('does not come for a turn that the user has stopped', () => {
    expect(callFor({ ...idle, status: 'stopping' }, idle)).toBeUndefined();
  });

  it('comes once when an agent is gone', () => {
    const stopped: Standing = { ...idle, status: 'stopped' };
    expect(callFor(working, stopped)).toBe('stopped');
    expect(callFor(stopped, stopped)).toBeUndefined();
  });
});

describe('words of an agent in a message', () => {
  it('cannot become a link or a command', () => {
    expect(harmless('[Yes](command:workbench.action.quit)')).not.toMatch(/\]\(/);
  });

  it('stay on one short line', () => {
    expect(harmless('a\nb\u0007c')).toBe('a b c');
    expect(harmless('x'.repeat(1_000)).length).toBeLessThan(100);
  });
});
