import { expect, it } from 'vitest';
import { playRandomScripts } from '../random/playRandomScripts.ts';

/** Seeds that together contain most actions. `npm run test:random` plays fresh ones. */
const SEED = 172;
const RUNS = 4;

it('loses nothing in random scripts, also when the extension host is killed', async () => {
  const lines: string[] = [];
  const counts = await playRandomScripts({
    deadlineMs: Infinity,
    runs: RUNS,
    seed: SEED,
    shrinks: false,
    restarts: 1,
    note: line => lines.push(line),
  });
  expect(lines.filter(line => line.includes('fails'))).toEqual([]);
  expect(counts).toEqual({ passed: RUNS + 1, failed: 0, skipped: 0 });
}, 600_000);
