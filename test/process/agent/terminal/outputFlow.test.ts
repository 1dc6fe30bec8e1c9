import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OutputFlow } from '../../../../src/agent/terminal/outputFlow.ts';

/** A program that records whether it was paused. */
class Source {
  readonly events: string[] = [];
  pause(): void {
    this.events.push('pause');
  }
  resume(): void {
    this.events.push('resume');
  }
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('OutputFlow', () => {
  it('pauses at 100,000 unread characters, and resumes when nearly all are read', async () => {
    const source = new Source();
    const flow = new OutputFlow(source);
    const takes: (() => void)[] = [];
    flow.attach(() => new Promise(resolve => takes.push(resolve)));
    flow.push('x'.repeat(100_000));
    expect(source.events).toEqual([]);
    flow.push('x');
    flow.push('x'.repeat(10_000));
    expect(source.events).toEqual(['pause']);
    takes[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(source.events).toEqual(['pause']);
    takes[2]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(source.events).toEqual(['pause', 'resume']);
  });

  it('does not wait for a reader that never catches up, fails or does not report', async () => {
    const source = new Source();
    const flow = new OutputFlow(source);
    flow.attach(() => undefined);
    flow.push('x'.repeat(1_000_000));
    const failing = flow.attach(() => Promise.reject(new Error('gone')));
    flow.push('x'.repeat(50_000));
    failing.dispose();
    flow.attach(() => new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(0);
    expect(source.events).toEqual([]);
    flow.push('x'.repeat(200_000));
    expect(source.events).toEqual(['pause']);
    await vi.advanceTimersByTimeAsync(100);
    expect(source.events).toEqual(['pause', 'resume']);
  });
});
