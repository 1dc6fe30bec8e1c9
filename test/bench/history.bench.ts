import { writeFile } from 'node:fs/promises';
import { SessionHistory } from '../../src/agent/journal/sessionHistory.ts';
import { JournalFolder } from '../../src/agent/journal/journalFolder.ts';
import { SessionJournals } from '../../src/agent/journal/sessionJournals.ts';
import type { Entry } from '../../src/core/session/transcript/entry.ts';
import { compactJournal, createSessionRecord } from '../../src/core/journal/sessionRecord.ts';
import { createTemporaryFolder, removeFolder } from '../harness/createTemporaryFolder.ts';

const SESSIONS = 1_000;
const SESSION_CHARS = 100 * 1024;
const ENTRY_CHARS = 2 * 1024;
const ROUNDS = 5;
const WORDS =
  'session agent review hunk text line range prompt mention file index open close diff git model the of and to in is you that it for on are as with they function return const import export from await async'.split(
    ' ',
  );
const TYPED = [
  'needle',
  'function return',
  'nothing like this',
  'Session 77',
  'await async7',
  'zq',
];

let seed = 7;
function random(below: number): number {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return (seed >>> 8) % below;
}

/** Text made of words that occur in code and conversations, some of them rare. */
function text(chars: number): string {
  const words: string[] = [];
  for (let length = 0; length < chars;) {
    const rare = random(10) === 0 ? random(100_000).toString(36) : '';
    const word = `${WORDS[random(WORDS.length)] ?? ''}${rare}`;
    words.push(word);
    length += word.length + 1;
  }
  return words.join(' ');
}

async function writeSession(folder: JournalFolder, at: number): Promise<void> {
  const id = `session-${at}`;
  const entries = Array.from({ length: SESSION_CHARS / ENTRY_CHARS }, (_, index): Entry => {
    const entryBase = {
      id: `e${index + 1}`,
      turn: 1 + Math.floor(index / 4),
      atMs: at * 1000 + index,
    };
    const said =
      index === 7 && at % 100 === 3 ? `a needle ${text(ENTRY_CHARS)}` : text(ENTRY_CHARS);
    return index % 4 === 0
      ? { ...entryBase, kind: 'user', blocks: [], draft: [{ kind: 'text', text: said }] }
      : { ...entryBase, kind: 'agent', blocks: [{ type: 'text', text: said }] };
  });
  const header = { kind: 'header', version: 1, id, agentId: 'a', agentName: 'A' } as const;
  const record = createSessionRecord({ ...header, roots: [], createdMs: at });
  const transcript = { ...record.transcript, entries, turn: 12, serial: entries.length };
  const kept = { title: `Session ${at}`, queue: [] };
  await writeFile(folder.getPath(id), compactJournal({ ...record, transcript, state: kept }));
}

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
    await writeSession(folder, at);
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
