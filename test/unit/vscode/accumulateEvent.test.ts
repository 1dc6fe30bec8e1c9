import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Emitter } from '../../../src/core/event.ts';
import { accumulateEvent } from '../../../src/vscode/accumulateEvent.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Records the values of each event. */
function hearing() {
  const event = new Emitter<number>();
  const heard: (readonly number[])[] = [];
  const listening = accumulateEvent(event.event, values => heard.push(values));
  return { event, heard, listening };
}

it('fires immediately after a pause, with all values of the same moment', () => {
  const { event, heard } = hearing();
  event.fire(1);
  event.fire(2);
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(heard).toEqual([[1, 2]]);
  vi.advanceTimersByTime(1_000);
  event.fire(3);
  vi.advanceTimersByTime(1);
  expect(heard).toEqual([[1, 2], [3]]);
});

it('accumulates the values that follow', () => {
  const { event, heard } = hearing();
  event.fire(1);
  vi.advanceTimersByTime(1);
  event.fire(2);
  vi.advanceTimersByTime(10);
  event.fire(3);
  vi.advanceTimersByTime(10);
  expect(heard).toEqual([[1]]);
  vi.advanceTimersByTime(10);
  expect(heard).toEqual([[1], [2, 3]]);
});

it('waits for a pause during a flood of events, but not for long', () => {
  const { event, heard } = hearing();
  event.fire(0);
  vi.advanceTimersByTime(1);
  for (let at = 1; at <= 150; at += 1) {
    event.fire(at);
    vi.advanceTimersByTime(1);
  }
  expect(heard).toEqual([[0]]);
  vi.advanceTimersByTime(26);
  expect(heard).toHaveLength(2);
  for (let at = 1; at <= 250; at += 1) {
    event.fire(at);
    vi.advanceTimersByTime(1);
  }
  expect(heard.length).toBeGreaterThan(2);
});

it('stops when it is disposed', () => {
  const { event, heard, listening } = hearing();
  event.fire(1);
  listening.dispose();
  vi.advanceTimersByTime(1_000);
  expect(heard).toEqual([]);
});
