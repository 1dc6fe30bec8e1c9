import type { Entry } from './entry.ts';

/** How long the agent has waited for the user in the last turn. Requests that were open at the same time count once. */
export function getWaitedMs(entries: readonly Entry[], nowMs: number): number {
  const turn = entries.at(-1)?.turn;
  let waitedMs = 0;
  let countedUntilMs = 0;
  for (const entry of entries.slice(1 + entries.findLastIndex(one => one.turn !== turn))) {
    if (entry.kind === 'permission' || entry.kind === 'question') {
      // A request of an older version has no time of its answer.
      const untilMs = entry.answer.kind === 'open' ? nowMs : (entry.answeredMs ?? entry.atMs);
      waitedMs += Math.max(0, untilMs - Math.max(entry.atMs, countedUntilMs));
      countedUntilMs = Math.max(countedUntilMs, untilMs);
    }
  }
  return waitedMs;
}
