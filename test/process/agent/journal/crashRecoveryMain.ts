import { appendFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextRound } from 'node:timers/promises';
import { JournalFolder } from '../../../../src/agent/journal/journalFolder.ts';
import { SessionJournals } from '../../../../src/agent/journal/sessionJournals.ts';
import type { Session } from '../../../../src/agent/session/session.ts';
import { Sessions } from '../../../../src/agent/session/sessions.ts';
import { SessionChangeBatcher } from '../../../../src/vscode/chat/sessionChangeBatcher.ts';
import { parseTrace, Replay } from '../../../fakes/replay.ts';
import { replayUser } from '../../../fakes/replayUser.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';

/*
 * Simulates the extension host: replays a recorded session, writes its journal, sends each change to a page, and dies
 * at one of the journal's events. It records synchronously what happened and what was shown, for the test that runs it.
 */
const [home = '', trace = '', killAt = '', how = ''] = process.argv.slice(2);

/** After this many rounds the previous message has arrived and is an event of its own. */
const ROUNDS = 8;

const die = (): void => process.kill(process.pid, 'SIGKILL') as never;
const note = (fact: object): void =>
  appendFileSync(join(home, 'facts'), `${JSON.stringify(fact)}\n`);

/** A folder in which the process dies before, during or after the nth write. */
class DeadlyFolder extends JournalFolder {
  #count = 0;

  override async append(path: string, bytes: Uint8Array): Promise<void> {
    const isTime = this.#isTime();
    if (isTime && how === 'middle') {
      appendFileSync(path, bytes.subarray(0, bytes.length / 2));
    }
    await (isTime && how !== 'after' ? die() : super.append(path, bytes));
    this.#dieAfter(isTime);
  }

  override async replace(path: string, text: string): Promise<number> {
    const isTime = this.#isTime();
    if (isTime && how === 'middle') {
      appendFileSync(`${path}.new`, text.slice(0, text.length / 2));
    }
    if (isTime && how !== 'after') {
      die();
    }
    const size = await super.replace(path, text);
    this.#dieAfter(isTime);
    return size;
  }

  #isTime(): boolean {
    this.#count += 1;
    return this.#count === Number(killAt);
  }

  #dieAfter(isTime: boolean): void {
    if (isTime) {
      die();
    }
  }
}

async function main(): Promise<void> {
  const folder = new DeadlyFolder(join(home, 'journals'));
  await folder.prepare();
  const journals = new SessionJournals(folder, error => {
    throw error;
  });
  let session: Session | undefined;
  const here = (): Session => {
    if (!session) {
      throw new Error('The trace begins before there is a session.');
    }
    return session;
  };
  const lines = parseTrace(await readFile(trace, 'utf8'));
  const replay = new Replay(lines, replayUser(here), async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await nextRound();
    }
    await journals.whenWritten();
  });
  const sessions = new Sessions({
    promptBuilder: {
      build: draft =>
        Promise.resolve({
          blocks: draft.flatMap(part =>
            part.kind === 'text' ? [{ type: 'text' as const, text: part.text }] : [],
          ),
          notes: [],
        }),
    },
    roots: () => [home],
    turnParticipant: { willStart: () => journals.flush(), didEnd: () => Promise.resolve([]) },
    resolveAgent: () => ({
      name: 'Recorded',
      options: {
        logger: { info: () => {}, warn: () => {}, error: () => {} },
        clientVersion: '0.0.0',
        clientRequests: {},
        launch: () => Promise.resolve(replay.program),
      },
    }),
  });
  journals.attach(sessions);
  const page = new SessionChangeBatcher(
    () => note({ kind: 'shown' }),
    () => journals.whenWritten(),
  );
  sessions.onDidChange(({ session: { id }, change }) => {
    note({ kind: 'happened', id, patches: change.patches, queue: change.state?.queue });
    page.add(change);
    page.flush(); // Flushes a frame for each change, to get as many events as possible.
  });
  session = sessions.create('recorded');
  await replay.done;
  await waitUntil(() => here().conversation.state.status.kind === 'idle');
  await journals.flush();
  process.exit(0);
}

void main();
