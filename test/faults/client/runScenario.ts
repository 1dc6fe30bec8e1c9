import net from 'node:net';
import type { Session } from '../../../src/agent/session/session.ts';
import { waitUntil } from '../../harness/waitUntil.ts';
import { removeFolder } from '../../harness/createTemporaryFolder.ts';
import { statusKind, textDraft } from '../../fakes/sessionFixture.ts';
import { filesIn } from '../../process/agent/snapshot/tempRepo.ts';
import { Budget } from './budget.ts';
import { FaultClient } from './faultClient.ts';
import type { FaultScenario } from './faultScenario.ts';
import { Oracles, type FaultResult } from './oracles.ts';

/** A request that arrives after the turn must be answered within this time. */
const ANSWER_LIMIT_MS = 5_000;

/** Plays bad input to the client, and checks afterwards that nothing was lost, left behind or disclosed. */
export async function runScenario(scenario: FaultScenario): Promise<FaultResult> {
  const client = await FaultClient.open(scenario);
  const connections = countConnections();
  try {
    await scenario.prepare?.(client);
    const before = { work: filesIn(client.work), outside: filesIn(client.outside) };
    const oracles = new Oracles(client, before);
    answerQuestions(client, scenario.answer ?? 'reject');
    const budget = new Budget();
    await playTurns(client, scenario, oracles);
    oracles.budgetHeld(budget.end());
    oracles.oneClearMessage(scenario.tells);
    await scenario.check?.(client);
    await oracles.reviewHolds();
    await oracles.rejectedToTheByte();
    await oracles.sameAfterReload();
    await client.close();
    await oracles.noProcessLeft();
    oracles.outsideUntouched();
    await oracles.noSecret();
    oracles.noConnection(connections.end());
    return oracles.result(scenario);
  } finally {
    connections.end();
    await client.close();
    await removeFolder(client.folder);
  }
}

const isOpen = (session: Session): boolean => statusKind(session) !== 'starting';

/** Sends a prompt to both agents; the healthy one must answer while the other misbehaves. */
async function playTurns(
  client: FaultClient,
  scenario: FaultScenario,
  oracles: Oracles,
): Promise<void> {
  const { faulty, healthy } = client;
  await waitUntil(() => isOpen(healthy) && isOpen(faulty));
  // An agent that failed to start gets no prompt.
  const ended = statusKind(faulty) === 'stopped' ? undefined : faulty.send(textDraft('go'));
  const acted = scenario.user?.(client);
  oracles.healthyAnswered(await healthy.send(textDraft('and you?')));
  await Promise.all([ended, acted]);
  await waitUntil(() => ['idle', 'stopped'].includes(statusKind(faulty)));
  await waitUntil(() => faulty.pendingRequestCount === 0, ANSWER_LIMIT_MS).catch(() => undefined);
  if (ended) {
    oracles.turnEnded();
  }
}

/** Answers every request as soon as it is shown. */
function answerQuestions({ sessions, faulty }: FaultClient, how: FaultScenario['answer']): void {
  sessions.onDidChange(({ session }) => {
    if (session !== faulty || how === 'nothing') {
      return;
    }
    for (const entry of session.conversation.transcript.entries) {
      if (entry.kind === 'permission' && entry.answer.kind === 'open') {
        const choice = entry.choices.find(({ kind }) => kind.startsWith(how ?? 'reject'));
        queueMicrotask(() => choice && session.answerPermission(entry.id, choice.optionId));
      }
    }
  });
}

/** Counts the network connections that this process opens. */
function countConnections(): { readonly end: () => number } {
  // oxlint-disable-next-line typescript/unbound-method -- It is called with the socket it is called on.
  const { connect } = net.Socket.prototype;
  let count = 0;
  net.Socket.prototype.connect = function connectCounted(this: net.Socket, ...args: unknown[]) {
    count += 1;
    return Reflect.apply(connect, this, args);
  };
  return {
    end: () => {
      net.Socket.prototype.connect = connect;
      return count;
    },
  };
}
