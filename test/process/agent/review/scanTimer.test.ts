import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ScanTimer } from '../../../../src/agent/review/scanTimer.ts';

describe('the timer of scans', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('scans once after the last of several requests, but not later than after a second', () => {
    const scan = vi.fn();
    const timer = new ScanTimer(scan);
    for (let request = 0; request < 30; request += 1) {
      timer.schedule(75);
      vi.advanceTimersByTime(50);
    }
    expect(scan).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(75);
    expect(scan).toHaveBeenCalledTimes(2);
  });

  it('scans without a request after a pause that grows with the time of a scan', () => {
    const scan = vi.fn();
    const timer = new ScanTimer(scan);
    timer.pause(20);
    vi.advanceTimersByTime(10_000);
    expect(scan).toHaveBeenCalledTimes(1);
    timer.pause(1_000);
    vi.advanceTimersByTime(49_000);
    expect(scan).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1_000);
    expect(scan).toHaveBeenCalledTimes(2);
  });

  it('does not scan after it was disposed', () => {
    const scan = vi.fn();
    const timer = new ScanTimer(scan);
    timer.schedule(75);
    timer.pause(0);
    timer.dispose();
    vi.advanceTimersByTime(60_000);
    expect(scan).not.toHaveBeenCalled();
  });
});
