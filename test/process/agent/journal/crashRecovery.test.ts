import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { JournalFolder } from '../../../../src/agent/journal/journalFolder.ts';
import type { QueuedPrompt } from '../../../../src/core/session/state/sessionState.ts';
import {
  applyPatches,
  emptyTranscript,
  type TranscriptPatch,
  type Transcript,
} from '../../../../src/core/session/transcript/transcript.ts';
import { bundle } from '../process/bundle.ts';
import { createTemporaryFolder, removeFolder } from '../../../harness/createTemporaryFolder.ts';

type Fact =
  | { readonly kind: 'shown' }
  | {
      readonly kind: 'happened';
      readonly id: string;
      readonly patches: readonly TranscriptPatch[];
      readonly queue?: readonly QueuedPrompt[];
    };

/** What a window showed at one moment. */
interface Moment {
  readonly transcript: Pick<Transcript, 'entries' | 'terminals'>;
  readonly queue: readonly QueuedPrompt[];
}

let program: string;
beforeAll(async () => {
  program = await bundle('test/process/agent/journal/crashRecoveryMain.ts', 'crashRecovery');
});
afterAll(() => rm(dirname(program), { recursive: true, force: true }));

const traceOf = (name: string): string =>
  fileURLToPath(new URL(`../../../fixtures/traces/${name}.ndjson`, import.meta.url));

/** Runs a host that dies at an event. Returns whether it did; otherwise it reached the end before. */
async function dies(home: string, trace: string, at: number, how: string): Promise<boolean> {
  const child = spawn(process.execPath, [program, home, traceOf(trace), String(at), how], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>(resolve => {
    child.once('exit', (...end) => resolve(end));
  });
  if (code !== 0 && signal !== 'SIGKILL') {
    throw new Error(`The host ended with ${code ?? signal}.`);
  }
  return signal === 'SIGKILL';
}

async function factsIn(home: string): Promise<readonly Fact[]> {
  const text = await readFile(join(home, 'facts'), 'utf8').catch(() => '');
  return text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as Fact);
}

/** The state of the session after each change, starting with none. */
function momentsOf(facts: readonly Fact[]): readonly Moment[] {
  let transcript = emptyTranscript;
  let queue: readonly QueuedPrompt[] = [];
  const moments: Moment[] = [{ transcript: shownPart(transcript), queue }];
  for (const fact of facts) {
    if (fact.kind === 'happened') {
      transcript = applyPatches(transcript, fact.patches);
      queue = fact.queue ?? queue;
      moments.push({ transcript: shownPart(transcript), queue });
    }
  }
  return moments;
}

const shownPart = ({ entries, terminals }: Transcript): Moment['transcript'] =>
  JSON.parse(JSON.stringify({ entries, terminals: [...terminals.values()] })) as never;

/** The session that the next window finds. */
async function foundIn(home: string, id: string): Promise<Moment> {
  const folder = new JournalFolder(join(home, 'journals'));
  const record = await folder.repair(id);
  return {
    transcript: shownPart(record?.transcript ?? emptyTranscript),
    queue: record?.state.queue ?? [],
  };
}

/** Checks that the next window shows everything that was shown before, and nothing else. */
async function expectNothingLost(home: string, where: string): Promise<void> {
  const facts = await factsIn(home);
  const moments = momentsOf(facts);
  const shown = facts.filter(({ kind }) => kind === 'shown').length;
  const id = facts.find(fact => fact.kind === 'happened')?.id ?? '';
  const found = await foundIn(home, id);
  const at = moments.findLastIndex(moment => isDeepStrictEqual(moment, found));
  if (at < shown) {
    // It must not be an earlier moment: the message names what is missing.
    expect([where, found]).toEqual([where, moments[shown]]);
  }
}

/** Each event takes a process, so only every fourth event of the long session is tested. */
it.each([
  { trace: 'scripted', how: 'before', stride: 1, fewest: 8 },
  { trace: 'scripted', how: 'middle', stride: 1, fewest: 8 },
  { trace: 'scripted', how: 'after', stride: 1, fewest: 8 },
  { trace: 'demo', how: 'middle', stride: 4, fewest: 4 },
])(
  'a host that is killed at any event of the recorded session "$trace" ($how its line is written) loses nothing that was shown',
  async ({ trace, how, stride, fewest }) => {
    let isOver = false;
    let count = 0;
    const next = async (): Promise<void> => {
      while (!isOver) {
        count += 1;
        const at = count * stride;
        const home = await createTemporaryFolder('killed');
        try {
          const died = await dies(home, trace, at, how);
          isOver ||= !died;
          await expectNothingLost(home, `${trace}, ${how} event ${at}`);
        } finally {
          await removeFolder(home);
        }
      }
    };
    await Promise.all([next(), next()]);
    expect(count).toBeGreaterThan(fewest);
  },
  120_000,
);
