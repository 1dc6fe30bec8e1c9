import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Emitter } from '../../../src/core/event.ts';
import { accumulateEvent } from '../../../src/vscode/accumulateEvent.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** What is heard, each time. */
function hearing() {
  const event = new Emitter<number>();
  const heard: (readonly number[])[] = [];
  const listening = accumulateEvent(event.event, values => heard.push(values));
  return { event, heard, listening };
}

it('tells what comes after a rest at once, with all that comes in the same moment', () => {
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

it('gathers what follows', () => {
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

it('waits in a flood for a pause, but not for long', () => {
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

it('hears nothing any more when it is disposed of', () => {
  const { event, heard, listening } = hearing();
  event.fire(1);
  listening.dispose();
  vi.advanceTimersByTime(1_000);
  expect(heard).toEqual([]);
});
