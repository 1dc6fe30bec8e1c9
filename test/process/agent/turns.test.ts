import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../../../src/agent/session.ts';
import { outline, says, SessionStage, until } from '../../fakes/sessionStage.ts';
import { step, turn, turnFor } from '../../fakes/step.ts';

let stage: SessionStage;

beforeEach(async () => {
  stage = await SessionStage.open();
});

afterEach(() => stage.close());

const kindOf = (session: Session) => session.conversation.state.status.kind;
const idle = (session: Session) => until(() => kindOf(session) === 'idle');

describe('the end of a turn', () => {
  it.each(['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled'] as const)(
    'may be %s',
    async reason => {
      const { session } = await stage.play({ on: [turn(step.say('so'), step.stop(reason))] });
      expect(await session.send(says('hi'))).toBe(reason);
      expect(outline(session).at(-1)).toBe(`end: ${reason}`);
      expect(kindOf(session)).toBe('idle');
    },
  );

  it('comes also without a word, as after a slash command of Grok', async () => {
    const { session } = await stage.play({ on: [turn(step.stop('end_turn'))] });
    expect(await session.send(says('/context'))).toBe('end_turn');
    expect(outline(session)).toEqual(['user: /context', 'end: end_turn']);
    expect(kindOf(session)).toBe('idle');
  });

  it('by refusal says in the conversation that the agent has forgotten the prompt', async () => {
    const { session } = await stage.play({ on: [turn(step.stop('refusal'))] });
    await session.send(says('hi'));
    const notice = session.conversation.transcript.entries.find(({ kind }) => kind === 'notice');
    expect(JSON.stringify(notice)).toContain('no longer part of what it knows');
  });

  it('for a reason that nobody knows is an end like any other, and is logged', async () => {
    const { session, sessions } = await stage.play({ on: [turn(step.stop('boredom'))] });
    const notes: string[] = [];
    sessions.onDidNote(({ line }) => notes.push(line));
    expect(await session.send(says('hi'))).toBe('end_turn');
    expect(notes.join('')).toContain('boredom');
  });

  it('tells what the turn took, where the agent says so', async () => {
    const { session } = await stage.play({
      on: [
        turn(
          step.reply({
            stopReason: 'end_turn',
            usage: { totalTokens: 30, inputTokens: 10, outputTokens: 20 },
          }),
        ),
      ],
    });
    await session.send(says('hi'));
    expect(session.conversation.transcript.entries.at(-1)).toMatchObject({
      kind: 'turnEnd',
      usage: { totalTokens: 30, inputTokens: 10, outputTokens: 20 },
    });
  });

  it('with an error keeps the words, and the prompt can be sent once more', async () => {
    const { session, agent } = await stage.play({
      on: [
        turn(step.say('I was'), step.fail({ code: -32603, message: 'Overloaded' })),
        turn(step.say('Done'), step.stop('end_turn')),
      ],
    });
    expect(await session.send(says('hi'))).toBe('failed');
    await session.retry();
    expect(outline(session)).toEqual([
      'user: hi',
      'agent: I was',
      'notice: Scripted could not finish: Overloaded',
      'end: failed',
      'user: hi',
      'agent: Done',
      'end: end_turn',
    ]);
    expect(await agent.received('session/prompt')).toHaveLength(2);
  });

  it('with an error lets its own prompt be sent once more, whatever was said since', async () => {
    const { session, agent } = await stage.play({
      on: [
        turn(step.fail({ code: -32603, message: 'Overloaded' })),
        turn(step.say('Done'), step.stop('end_turn')),
      ],
    });
    await session.send(says('first'));
    const failure = session.conversation.transcript.entries.find(({ kind }) => kind === 'notice');
    await session.send(says('second'));
    await session.retry(failure?.id);
    const sent = (await agent.received('session/prompt')).map(({ params }) => params);
    expect(sent.at(-1)).toMatchObject({ prompt: [{ text: 'first' }] });
  });

  it('is the same for the one who sent it when the snapshot after it fails', async () => {
    const { session } = await stage.play(
      { on: [turn(step.stop('end_turn'))] },
      {
        turns: {
          begins: () => Promise.resolve(),
          ends: () => Promise.reject(new Error('disk full')),
        },
      },
    );
    expect(await session.send(says('hi'))).toBe('end_turn');
    expect(kindOf(session)).toBe('idle');
    expect(outline(session).at(-1)).toContain('disk full');
  });
});

describe('stopping a turn', () => {
  it('tells the agent once, however often the user asks', async () => {
    const { session, agent } = await stage.play({
      on: [
        turn(step.say('busy'), step.waitForCancel, step.waitForFile('go'), step.stop('cancelled')),
        turn(step.say('second'), step.stop('end_turn')),
      ],
    });
    const first = session.send(says('one'));
    await until(() => outline(session).includes('agent: busy'));
    session.cancel();
    session.cancel();
    const second = session.send(says('two'));
    session.cancel();
    expect(kindOf(session)).toBe('stopping');
    expect(session.conversation.state.queue).toHaveLength(1);
    await stage.write('go', '');
    expect(await first).toBe('cancelled');
    expect(await second).toBe('end_turn');
    expect(await agent.received('session/cancel')).toHaveLength(1);
    expect(outline(session)).toContain('agent: second');
  });

  it('counts end_turn after a cancellation as cancelled, and an error as none', async () => {
    const { session } = await stage.play({
      on: [
        turn(step.say('a'), step.waitForCancel, step.stop('end_turn')),
        turn(step.say('b'), step.waitForCancel, step.fail({ code: -32603, message: 'Aborted' })),
      ],
    });
    for (const word of ['a', 'b']) {
      const ended = session.send(says(word));
      await until(() => outline(session).includes(`agent: ${word}`));
      session.cancel();
      expect(await ended).toBe('cancelled');
    }
    expect(outline(session).some(line => line.startsWith('notice'))).toBe(false);
  });

  it('answers a permission request that comes after it at once', async () => {
    const { session, agent } = await stage.play({
      on: [
        turn(
          step.say('busy'),
          step.waitForCancel,
          ...step.permission({ toolCallId: 't', title: 'Late' }),
          step.note('answer', '${permission.result}'),
          step.stop('cancelled'),
        ),
      ],
    });
    const ended = session.send(says('hi'));
    await until(() => outline(session).includes('agent: busy'));
    session.cancel();
    await ended;
    expect(await agent.noted('answer')).toEqual([{ outcome: { outcome: 'cancelled' } }]);
    expect(outline(session).some(line => line.startsWith('permission'))).toBe(false);
  });

  it('keeps late updates, under the turn they belong to', async () => {
    const { session } = await stage.play({
      on: [
        turn(
          step.say('busy'),
          step.waitForCancel,
          step.toolCall('t', { title: 'Late' }),
          step.stop('cancelled'),
        ),
      ],
    });
    const ended = session.send(says('hi'));
    await until(() => outline(session).includes('agent: busy'));
    session.cancel();
    await ended;
    expect(session.conversation.transcript.entries.find(({ kind }) => kind === 'tool')?.turn).toBe(
      1,
    );
  });

  it('before the prompt is out sends nothing to the agent at all', async () => {
    const { session, agent } = await stage.play(
      {},
      { prompts: { prepare: () => new Promise(() => {}) } },
    );
    await idle(session);
    const ended = session.send(says('hi'));
    await until(() => kindOf(session) === 'working');
    session.cancel();
    expect(await ended).toBe('cancelled');
    await idle(session);
    expect(await agent.received('session/prompt')).toEqual([]);
    expect(await agent.received('session/cancel')).toEqual([]);
  });

  it('that the agent ignores can be followed by stopping the agent; all its sessions are told', async () => {
    const { session, sessions } = await stage.play({
      on: [
        turnFor('there', step.stop('end_turn')),
        { ...turn(step.say('busy'), step.ignore), onCancel: 'ignore' },
      ],
    });
    const other = sessions.create('scripted');
    await idle(other);
    const ended = session.send(says('hi'));
    await until(() => outline(session).includes('agent: busy'));
    session.cancel();
    expect(kindOf(session)).toBe('stopping');
    await session.stopAgent();
    expect(await ended).toBe('cancelled');
    await until(() => kindOf(session) === 'stopped' && kindOf(other) === 'stopped');
    await sessions.restart(session);
    expect(await other.send(says('there?'))).toBe('end_turn');
  });

  it('lets the prompt that was marked go out next', async () => {
    const { session } = await stage.play({
      on: [
        turnFor('one', step.say('busy'), step.waitForCancel, step.stop('cancelled')),
        turn(step.stop('end_turn')),
      ],
    });
    const first = session.send(says('one'));
    await until(() => outline(session).includes('agent: busy'));
    const waiting = [session.send(says('two')), session.send(says('three'))];
    session.sendNow(session.conversation.state.queue[1]?.id ?? '');
    expect(await first).toBe('cancelled');
    await Promise.all(waiting);
    expect(outline(session).filter(line => line.startsWith('user'))).toEqual([
      'user: one',
      'user: three',
      'user: two',
    ]);
  });
});

describe('a permission request', () => {
  it('that the agent takes back goes away and is answered as cancelled', async () => {
    const { session, agent } = await stage.play({
      on: [
        turn(
          step.call(
            'session/request_permission',
            { toolCall: { toolCallId: 't', title: 'Edit' }, options: [] },
            { later: true, save: 'asked' },
          ),
          step.waitForFile('go'),
          step.cancelCall('asked'),
          step.await('asked'),
          step.note('answer', '${asked.result}'),
          step.stop('end_turn'),
        ),
      ],
    });
    const ended = session.send(says('hi'));
    await until(() => session.openCount > 0);
    await stage.write('go', '');
    await ended;
    expect(await agent.noted('answer')).toEqual([{ outcome: { outcome: 'cancelled' } }]);
    expect(outline(session)).toContain('permission: Edit (cancelled)');
  });

  it('can be answered in any order, and each answer settles only its own', async () => {
    const { session, agent } = await stage.play({
      on: [
        turn(
          step.parallel(
            [
              ...step.permission(
                { toolCallId: 'a', title: 'A' },
                { allow: [step.note('a', 'allow')] },
              ),
            ],
            [
              step.call(
                'session/request_permission',
                {
                  toolCall: { toolCallId: 'b', title: 'B' },
                  options: [{ optionId: 'n', name: 'No', kind: 'reject_once' }],
                },
                { save: 'other' },
              ),
              step.note('b', '${other.result.outcome.optionId}'),
            ],
          ),
          step.stop('end_turn'),
        ),
      ],
    });
    const ended = session.send(says('hi'));
    await until(() => outline(session).filter(line => line.endsWith('(open)')).length === 2);
    const [a, b] = session.conversation.transcript.entries.filter(
      ({ kind }) => kind === 'permission',
    );
    session.dismissPermission(b?.id ?? '');
    session.answerPermission(b?.id ?? '', 'n');
    session.answerPermission(a?.id ?? '', 'n');
    session.answerPermission(a?.id ?? '', 'allow');
    await ended;
    expect([await agent.noted('a'), await agent.noted('b')]).toEqual([['allow'], ['n']]);
  });

  it.each([
    ['without a session', { sessionId: null, toolCall: { toolCallId: 't' } }, -32602],
    ['without a tool call', {}, -32602],
    ['of a session we do not have', { sessionId: 'x', toolCall: { toolCallId: 't' } }, -32002],
  ])('%s is an error', async (_what, params, code) => {
    const { session, agent } = await stage.play({
      on: [
        turn(
          step.call('session/request_permission', params),
          step.note('answer', '${answer.error.code}'),
          step.stop('end_turn'),
        ),
      ],
    });
    await session.send(says('hi'));
    expect(await agent.noted('answer')).toEqual([code]);
  });

  it('without options can only be cancelled, with the turn', async () => {
    const { session, agent } = await stage.play({
      on: [
        {
          ...turn(
            ...step.permission({ toolCallId: 't', title: 'Trap' }, {}, []),
            step.note('answer', '${permission.result.outcome.outcome}'),
            step.stop('end_turn'),
          ),
          onCancel: 'ignore',
        },
      ],
    });
    const ended = session.send(says('hi'));
    await until(() => session.openCount > 0);
    const entry = session.conversation.transcript.entries.find(({ kind }) => kind === 'permission');
    session.dismissPermission(entry?.id ?? '');
    expect(await ended).toBe('cancelled');
    expect(await agent.noted('answer')).toEqual(['cancelled']);
  });

  it('of a thousand at once: twenty are shown, the others are cancelled', async () => {
    const { session, agent } = await stage.play({
      on: [
        {
          ...turn(
            step.repeatAtOnce(
              1000,
              step.call(
                'session/request_permission',
                { toolCall: { toolCallId: 't${i}' }, options: [] },
                { save: 'p' },
              ),
            ),
            step.stop('end_turn'),
          ),
          onCancel: 'ignore',
        },
      ],
    });
    const ended = session.send(says('hi'));
    await until(() => outline(session).filter(line => line.endsWith('(open)')).length === 20);
    const answers = async () =>
      (await agent.log()).filter(
        entry => entry.kind === 'received' && entry.message.result !== undefined,
      ).length;
    while ((await answers()) < 980) {
      await new Promise(resolve => setImmediate(resolve));
    }
    session.cancel();
    expect(await ended).toBe('cancelled');
    expect(await answers()).toBe(1000);
    expect(outline(session).filter(line => line.startsWith('permission'))).toHaveLength(20);
  });
});

describe('whatever the order of prompts, cancellations, answers and updates', () => {
  it('every prompt ends once, in its order, the agent is told at most once per turn, and nothing stays open', async () => {
    const { session, agent } = await stage.play({
      on: [
        {
          ...turn(
            step.say('a'),
            ...step.permission({ toolCallId: 't', title: 'Edit' }),
            step.say('b'),
            step.stop('end_turn'),
          ),
          onCancel: 'ignore',
        },
      ],
    });
    await idle(session);
    const act = fc.constantFrom('send', 'cancel', 'allow', 'breathe');
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 12 }), async acts => {
        const before = outline(session).length;
        const ends: Promise<string>[] = [];
        for (const next of acts) {
          if (next === 'send') {
            ends.push(session.send(says(`p${ends.length}`)));
          } else if (next === 'cancel') {
            session.cancel();
          } else if (next === 'allow') {
            allowAll(session);
          } else {
            await new Promise(resolve => setImmediate(resolve));
          }
        }
        while (kindOf(session) !== 'idle' || session.conversation.state.queue.length > 0) {
          allowAll(session);
          await new Promise(resolve => setImmediate(resolve));
        }
        const reasons = await Promise.all(ends);
        const lines = outline(session).slice(before);
        expect(lines.filter(line => line.startsWith('user'))).toEqual(
          ends.map((_, n) => `user: p${n}`),
        );
        expect(lines.filter(line => line.startsWith('end'))).toEqual(
          reasons.map(reason => `end: ${reason}`),
        );
        expect(lines.filter(line => line.endsWith('(open)'))).toEqual([]);
        expect(lines[0]?.startsWith('user') ?? true).toBe(true);
      }),
      { numRuns: 40 },
    );
    const sent = await agent.received('session/prompt');
    const told = await agent.received('session/cancel');
    const cancelled = outline(session).filter(line => line === 'end: cancelled');
    expect(told.length).toBeLessThanOrEqual(cancelled.length);
    expect(sent.length).toBeLessThanOrEqual(
      outline(session).filter(line => line.startsWith('user')).length,
    );
  });
});

function allowAll(session: Session): void {
  for (const entry of session.conversation.transcript.entries) {
    if (entry.kind === 'permission' && entry.answer.kind === 'open') {
      session.answerPermission(entry.id, 'allow');
    }
  }
}
