import { SessionHistory } from '../../src/agent/journal/sessionHistory.ts';
import { JournalFolder } from '../../src/agent/journal/journalFolder.ts';
import { SessionJournals } from '../../src/agent/journal/sessionJournals.ts';
import { createTemporaryFolder, removeFolder } from '../harness/createTemporaryFolder.ts';
import { writeSampleSession } from './sampleSessions.ts';

const SESSIONS = 1_000;
const SESSION_CHARS = 100 * 1024;
const ROUNDS = 5;
const TYPED = [
  'needle',
  'function return',
  'nothing like this',
  'Session 77',
  'await async7',
  'zq',
];

async function timed(act: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await act();
  return performance.now() - startMs;
}

function openHistory(folder: JournalFolder): SessionHistory {
  return new SessionHistory(
    new SessionJournals(folder, error => {
      throw error;
    }),
  );
}

/** Types some words and measures each keystroke. */
async function keystrokesMs(history: SessionHistory): Promise<readonly number[]> {
  const keystrokes = TYPED.flatMap(typed =>
    Array.from({ length: typed.length }, (_, end) => typed.slice(0, end + 1)),
  );
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const query of keystrokes) {
      times.push(await timed(() => history.search(query)));
    }
  }
  return times;
}

const home = await createTemporaryFolder('history');
try {
  const folder = new JournalFolder(home);
  await folder.prepare();
  for (let at = 0; at < SESSIONS; at += 1) {
    await writeSampleSession(folder, at, SESSION_CHARS);
  }
  const firstListMs = await timed(() => openHistory(folder).list());
  const history = openHistory(folder);
  const listMs = await timed(() => history.list());
  const warmMs = await timed(() => history.search('anything'));
  const times = await keystrokesMs(history);
  const sorted = times.toSorted((one, other) => one - other);
  const share = (part: number): string =>
    (sorted[Math.floor(sorted.length * part)] ?? NaN).toFixed(0);
  const { rss, heapUsed } = process.memoryUsage();
  console.log(
    `history: ${SESSIONS} sessions of ${SESSION_CHARS / 1024} KB; list ${listMs.toFixed(0)} ms (the first time ${firstListMs.toFixed(0)} ms); warming up ${warmMs.toFixed(0)} ms; a keystroke: p50 ${share(0.5)} ms, p95 ${share(0.95)} ms, max ${share(0.9999)} ms (the goal: p95 under 200 ms); memory ${(rss / 1e6).toFixed(0)} MB, heap ${(heapUsed / 1e6).toFixed(0)} MB`,
  );
} finally {
  await removeFolder(home);
}
