import { globSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { PassThrough } from 'node:stream';
import { Conversation } from '../../../src/agent/session/conversation.ts';
import { idleState } from '../../fakes/idleState.ts';
import { inProject } from '../../harness/paths.ts';
import { connectToBytes } from '../client/connectToBytes.ts';
import { Dice, mutateMessage } from './mutateMessage.ts';

/** The result of a fuzz run. */
export interface FuzzResult {
  readonly seed: number;
  readonly messages: number;
  readonly bytes: number;
  /** How many messages were valid enough to become updates or requests. */
  readonly understood: number;
}

/** After this many messages the connection must still answer, and the conversation starts again. */
const BATCH = 1_000;

/** Messages recorded from real agents. */
export function recordedLines(): readonly string[] {
  const files = globSync('test/fixtures/{agents,traces}/*.ndjson', { cwd: inProject() });
  return files.toSorted().flatMap(file =>
    readFileSync(inProject(file), 'utf8')
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line) as { readonly dir?: string; readonly msg?: unknown })
      .filter(({ dir, msg }) => dir === 'a2c' && msg !== undefined)
      .map(({ msg }) => JSON.stringify(msg)),
  );
}

/**
 * Sends mutated recordings to a connection. Throws if it breaks, does not answer, or changes the prototypes of objects.
 */
export async function fuzzWire(seed: number, messages: number): Promise<FuzzResult> {
  const dice = new Dice(seed);
  const lines = recordedLines();
  let conversation = newConversation();
  const { stdin, stdout, counts, connection } = connectToBytes(update =>
    conversation.applyUpdate(update),
  );
  const answers = answersIn(stdin);
  let bytes = 0;
  for (let sent = 0; sent < messages; sent += BATCH) {
    const size = Math.min(BATCH, messages - sent);
    const batch = Array.from({ length: size }, () => mutateMessage(dice.pick(lines), lines, dice));
    for (const message of batch) {
      bytes += message.length;
      stdout.write(Buffer.concat([message, NEWLINE]));
    }
    const probe = `probe ${sent}`;
    stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: probe, method: 'nobody/knows' })}\n`);
    await answers.to(probe);
    assertUnharmed(connection.signal.aborted, conversation);
    conversation = newConversation();
  }
  connection.close();
  return { seed, messages, bytes, understood: counts.updates + counts.permissions };
}

const NEWLINE = Buffer.from('\n');

const newConversation = (): Conversation => new Conversation(idleState);

function assertUnharmed(isClosed: boolean, conversation: Conversation): void {
  if (isClosed) {
    throw new Error('The connection was closed.');
  }
  if (Object.keys(Object.prototype).length > 0 || 'polluted' in {}) {
    throw new Error('Object.prototype was changed.');
  }
  JSON.stringify(conversation.transcript.entries);
}

/** Waits for the answers of the client. */
function answersIn(stdin: PassThrough): { to(id: string): Promise<void> } {
  const lines = createInterface({ input: stdin });
  const seen = new Set<unknown>();
  lines.on('line', line => seen.add((JSON.parse(line) as { readonly id?: unknown }).id));
  return {
    to: async id => {
      while (!seen.has(id)) {
        await once(lines, 'line');
      }
      seen.clear();
    },
  };
}
