import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WorkspaceRequests } from '../../../../src/agent/requests/workspaceRequests.ts';
import type { Session } from '../../../../src/agent/session/session.ts';
import type { TurnInfo } from '../../../../src/agent/session/turnParticipant.ts';
import { MemoryDocuments } from '../../../fakes/memoryDocuments.ts';
import type { ScriptedAgent } from '../../../fakes/scriptedAgent.ts';
import type { Scenario } from '../../../fakes/scenario.ts';
import {
  outline,
  SessionFixture,
  textDraft,
  waitUntilIdle,
} from '../../../fakes/sessionFixture.ts';
import { on, step, turn } from '../../../fakes/step.ts';
import { tableEncodings } from '../../../fakes/tableEncodings.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';

let fixture: SessionFixture;
let requests: WorkspaceRequests;
let turns: string[];

beforeEach(async () => {
  fixture = await new SessionFixture().open();
  turns = [];
  requests = new WorkspaceRequests({
    documents: new MemoryDocuments(),
    encodings: tableEncodings(),
    environment: async () => ({ PATH: process.env['PATH'] ?? '' }),
    shell: () => '/bin/sh',
  });
});

afterEach(() => fixture.close());

/** Records the turns that the review sees. */
const record =
  (what: string) =>
  async ({ turn: number, isBackground }: TurnInfo): Promise<readonly string[]> => {
    turns.push(`${what} ${number}${isBackground ? ' background' : ''}`);
    return [];
  };

const play = (scenario: Scenario): Promise<{ session: Session; agent: ScriptedAgent }> =>
  fixture.play(scenario, {
    clientRequests: requests.forAgent(),
    turnParticipant: {
      willStart: async started => {
        await record('start')(started);
      },
      didEnd: record('end'),
    },
  });

/** Answers the one open request. */
async function answer(session: Session, optionId: string): Promise<void> {
  await waitUntil(() => session.pendingRequestCount > 0);
  const request = session.conversation.transcript.entries.findLast(
    ({ kind }) => kind === 'permission',
  );
  session.answerPermission(request?.id ?? '', optionId);
}

const read = (name: string): Promise<string | undefined> =>
  readFile(join(fixture.folder, name), 'utf8').catch(() => undefined);

/** Requests of every kind, whose answers are recorded. */
const goesOn = (path: string) => [
  step.call('fs/write_text_file', { path, content: 'late' }),
  step.note('write', '${answer.error.code}'),
  step.call('fs/read_text_file', { path }),
  step.note('read', '${answer.error.code}'),
  step.call('terminal/create', { command: 'touch', args: ['late.txt'] }),
  step.note('command', '${answer.error.code}'),
  step.call('session/request_permission', { toolCall: { toolCallId: 't' }, options: [] }),
  step.note('permission', '${answer.result.outcome.outcome}'),
];

describe('an agent that sends requests before the first prompt', () => {
  it('writes a file only if the user allows it', async () => {
    const path = join(fixture.folder, 'a.txt');
    const { session, agent } = await play({
      on: [
        on(
          'session/new',
          step.replyAsUsual,
          step.call('fs/write_text_file', { path, content: 'first' }),
          step.note('first', '${answer}'),
          step.call('fs/write_text_file', { path, content: 'second' }),
          step.note('second', '${answer}'),
        ),
      ],
    });
    await waitUntilIdle(session);
    await answer(session, 'deny');
    await waitUntil(async () => (await agent.noted('first')).length > 0);
    expect(await agent.noted('first')).toMatchObject([{ error: { code: -32602 } }]);
    expect(await read('a.txt')).toBeUndefined();
    await answer(session, 'once');
    await waitUntil(async () => (await agent.noted('second')).length > 0);
    expect(await read('a.txt')).toBe('second');
    expect(outline(session)[0]).toContain('Write a file while no turn is running');
  });

  it('runs a command only if the user allows it, and what it changes is reviewed as background work', async () => {
    const { session, agent } = await play({
      on: [
        on(
          'session/new',
          step.replyAsUsual,
          step.call('terminal/create', { command: 'touch', args: ['denied.txt'] }),
          step.note('denied', '${answer}'),
          step.call(
            'terminal/create',
            { command: 'touch', args: ['allowed.txt'] },
            { save: 'made' },
          ),
          step.call('terminal/wait_for_exit', { terminalId: '${made.result.terminalId}' }),
          step.note('done', '${answer}'),
        ),
      ],
    });
    await waitUntilIdle(session);
    await answer(session, 'deny');
    await waitUntil(async () => (await agent.noted('denied')).length > 0);
    expect(turns).toEqual([]);
    await answer(session, 'once');
    await waitUntil(async () => (await agent.noted('done')).length > 0);
    expect([await read('denied.txt'), await read('allowed.txt')]).toEqual([undefined, '']);
    await waitUntil(() => turns.length === 2);
    expect(turns).toEqual(['start 0 background', 'end 0 background']);
    const entry = session.conversation.transcript.entries.find(({ kind }) => kind === 'permission');
    expect(JSON.stringify(entry)).toContain('touch denied.txt');
  });

  it('still reads files of the workspace', async () => {
    await writeFile(join(fixture.folder, 'a.txt'), 'text');
    const { session, agent } = await play({
      on: [
        on(
          'session/new',
          step.replyAsUsual,
          step.call('fs/read_text_file', { path: join(fixture.folder, 'a.txt') }),
          step.note('read', '${answer.result.content}'),
        ),
      ],
    });
    await waitUntil(async () => (await agent.noted('read')).length > 0);
    expect(await agent.noted('read')).toEqual(['text']);
    expect(session.pendingRequestCount).toBe(0);
  });
});

describe('an agent that continues after Stop', () => {
  it.each([
    ['before it ends the turn', true],
    ['after it has ended the turn', false],
  ])('has its requests refused %s', async (_when, isBefore) => {
    const path = join(fixture.folder, 'a.txt');
    await writeFile(path, 'mine');
    const more = goesOn(path);
    const { session, agent } = await play({
      on: [
        turn(
          step.say('working'),
          step.waitForCancel,
          ...(isBefore ? more : []),
          step.stop('cancelled'),
          ...(isBefore ? [] : more),
          step.note('done', true),
        ),
      ],
    });
    const ended = session.send(textDraft('go'));
    await waitUntil(() => outline(session).includes('agent: working'));
    session.cancel();
    await ended;
    await waitUntil(async () => (await agent.noted('done')).length > 0);
    const answers = await Promise.all(
      ['write', 'read', 'command', 'permission'].map(name => agent.noted(name)),
    );
    expect(answers.flat()).toEqual([-32800, -32800, -32800, 'cancelled']);
    expect([await read('a.txt'), await read('late.txt')]).toEqual(['mine', undefined]);
    expect(session.pendingRequestCount).toBe(0);
  });

  it('is served again in the next turn', async () => {
    const path = join(fixture.folder, 'a.txt');
    const { session } = await play({
      on: [
        turn(step.say('working'), step.waitForCancel, step.stop('cancelled')),
        turn(step.writeText(path, 'new'), step.stop('end_turn')),
      ],
    });
    const ended = session.send(textDraft('go'));
    await waitUntil(() => outline(session).includes('agent: working'));
    session.cancel();
    await ended;
    await session.send(textDraft('again'));
    expect(await read('a.txt')).toBe('new');
  });
});
