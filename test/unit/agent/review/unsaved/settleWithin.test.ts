import { expect, it, vi } from 'vitest';
import { settleWithin } from '../../../../../src/agent/review/unsaved/settleWithin.ts';

const unexpected = (error: unknown): never => {
  throw error;
};

it('waits for a task', async () => {
  const done = vi.fn<() => void>();
  const task = async (): Promise<void> => {
    await Promise.resolve();
    done();
  };
  await settleWithin(task(), 10_000, unexpected);
  expect(done).toHaveBeenCalledOnce();
});

it('waits no longer than the limit', async () => {
  vi.useFakeTimers();
  try {
    const settled = vi.fn<() => void>();
    const waiting = settleWithin(new Promise(() => {}), 1_200, unexpected).then(settled);
    await vi.advanceTimersByTimeAsync(1_199);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect(settled).toHaveBeenCalledOnce();
  } finally {
    vi.useRealTimers();
  }
});

it('reports a failure instead of failing', async () => {
  const report = vi.fn<(error: unknown) => void>();
  const error = new Error('EPERM');
  await settleWithin(Promise.reject(error), 10_000, report);
  expect(report).toHaveBeenCalledWith(error);
});
