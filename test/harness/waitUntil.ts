import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 10;
const TIMEOUT_MS = 15_000;

/** Asks again and again until the answer is truthy, and returns that answer. Fails after the time limit. */
export async function waitUntil<T>(
  condition: () => T | Promise<T>,
  timeoutMs = TIMEOUT_MS,
): Promise<NonNullable<T>> {
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    const answer = await condition();
    if (answer) {
      return answer;
    }
    if (performance.now() > deadlineMs) {
      throw new Error(`Did not happen within ${timeoutMs} ms: ${String(condition)}`);
    }
    await sleep(POLL_MS);
  }
}
