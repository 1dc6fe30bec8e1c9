import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;

/** Settles when it holds. The test's own time limit ends it. */
export async function waitUntil(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) {
    await sleep(POLL_MS);
  }
}
