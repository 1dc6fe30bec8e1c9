import { writeFile } from 'node:fs/promises';
import type { JournalFolder } from '../../src/agent/journal/journalFolder.ts';
import type { Entry } from '../../src/core/session/transcript/entry.ts';
import { compactJournal, createSessionRecord } from '../../src/core/journal/sessionRecord.ts';

const ENTRY_CHARS = 2 * 1024;
const WORDS =
  'session agent review hunk text line range prompt mention file index open close diff git model the of and to in is you that it for on are as with they function return const import export from await async'.split(
    ' ',
  );

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

/** Writes the journal of a session, of which every hundredth contains the word "needle". */
export async function writeSampleSession(
  folder: JournalFolder,
  at: number,
  sessionChars: number,
): Promise<void> {
  const id = `session-${at}`;
  const entries = Array.from({ length: sessionChars / ENTRY_CHARS }, (_, index): Entry => {
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
