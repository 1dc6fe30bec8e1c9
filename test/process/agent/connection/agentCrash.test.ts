import { describe, expect, it } from 'vitest';
import { statusKind, outline, textDraft } from '../../../fakes/sessionFixture.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';
import { on, step, turn, turnFor } from '../../../fakes/step.ts';

const fixture = useSessionFixture();

const CRASH = { do: 'signal', signal: 'SIGKILL' } as const;

describe('an agent that crashes', () => {
  it('is restarted with its sessions, and no prompt is sent again', async () => {
    const { session, sessions, agent } = await fixture.play({
      capabilities: { sessionCapabilities: { resume: {} } },
      on: [
        turnFor('crash', step.say('half a'), CRASH),
        turn(step.say('fine'), step.stop('end_turn')),
      ],
    });
    const other = sessions.create('scripted');
    await waitUntil(() => statusKind(other) === 'idle');
    expect(await session.send(textDraft('crash'))).toBe('failed');
    await waitUntil(() => [session, other].every(each => statusKind(each) === 'idle'));
    expect(await agent.received('session/prompt')).toHaveLength(1);
    expect(await agent.received('session/resume')).toHaveLength(2);
    expect(outline(session)).toContain('agent: half a');
    expect(await session.send(textDraft('go on'))).toBe('end_turn');
    expect(await other.send(textDraft('and you'))).toBe('end_turn');
    expect(outline(session).filter(line => line.startsWith('user'))).toEqual([
      'user: crash',
      'user: go on',
    ]);
  });

  it('has all its requests answered', async () => {
    const { session } = await fixture.play({
      on: [
        turn(
          step.parallel(
            [...step.permission({ toolCallId: 't', title: 'Edit' })],
            [step.waitForFile('go'), CRASH],
          ),
        ),
      ],
    });
    const ended = session.send(textDraft('hi'));
    await waitUntil(() => session.pendingRequestCount > 0);
    await fixture.write('go', '');
    expect(await ended).toBe('failed');
    expect(session.pendingRequestCount).toBe(0);
    expect(outline(session)).toContain('permission: Edit (cancelled)');
  });

  it('is not restarted after the fifth crash in three minutes, but can be by a button', async () => {
    const { session, agent } = await fixture.play({ on: [turn(CRASH)] });
    for (let crash = 1; crash <= 5; crash += 1) {
      await waitUntil(() => statusKind(session) === 'idle');
      expect(await session.send(textDraft(`crash ${crash}`))).toBe('failed');
      await waitUntil(
        () => outline(session).filter(line => line.includes('SIGKILL')).length === crash,
      );
    }
    await waitUntil(() => statusKind(session) === 'stopped');
    expect(await agent.received('initialize')).toHaveLength(5);
    const last = session.conversation.transcript.entries.findLast(({ kind }) => kind === 'notice');
    expect(last).toMatchObject({ actions: ['restart', 'showLog'] });
  });

  it('while its session is being opened is restarted', async () => {
    const { session, agent } = await fixture.play({
      on: [
        on(
          'session/new',
          step.ifFile('crashed', [step.replyAsUsual], [step.writeFile('crashed', ''), CRASH]),
        ),
      ],
    });
    await waitUntil(() => statusKind(session) === 'idle');
    expect(await agent.received('initialize')).toHaveLength(2);
    expect(await session.send(textDraft('hi'))).toBe('end_turn');
  });

  it('before it has answered initialize is not restarted', async () => {
    const { session, agent } = await fixture.play({ on: [on('initialize', CRASH)] });
    await waitUntil(() => statusKind(session) === 'stopped');
    expect(await agent.noted('started')).toHaveLength(1);
  });

  it('keeps queued prompts and sends them when the session is restored', async () => {
    const { session } = await fixture.play({
      on: [
        turnFor('crash', step.say('oh'), step.waitForFile('go'), CRASH),
        turn(step.say('fine'), step.stop('end_turn')),
      ],
    });
    const first = session.send(textDraft('crash'));
    await waitUntil(() => outline(session).includes('agent: oh'));
    const second = session.send(textDraft('next'));
    await fixture.write('go', '');
    expect(await first).toBe('failed');
    expect(await second).toBe('end_turn');
  });

  it.each([0, 1, 2, 3, 4, 5])(
    'at any point of its turn (%i) ends the turn once, keeps its output, and is restarted',
    async point => {
      const steps = [
        step.say('a'),
        step.toolCall('t', { title: 'Edit', status: 'in_progress' }),
        step.call(
          'session/request_permission',
          { toolCall: { toolCallId: 't' }, options: [] },
          { later: true },
        ),
        step.call(
          'elicitation/create',
          {
            mode: 'form',
            message: 'm',
            requestedSchema: { properties: { x: { type: 'boolean' } } },
          },
          { later: true },
        ),
        step.say('b'),
      ];
      const { session, agent } = await fixture.play({
        on: [
          turnFor('crash', ...steps.slice(0, point), CRASH),
          turn(step.say('fine'), step.stop('end_turn')),
        ],
      });
      expect(await session.send(textDraft('crash'))).toBe('failed');
      await waitUntil(() => statusKind(session) === 'idle');
      expect(session.pendingRequestCount).toBe(0);
      expect(outline(session).filter(line => line.startsWith('end'))).toEqual(['end: failed']);
      expect(outline(session).filter(line => line.endsWith('(open)'))).toEqual([]);
      expect(outline(session).includes('agent: a')).toBe(point > 0);
      expect(await session.send(textDraft('again'))).toBe('end_turn');
      expect(await agent.received('session/prompt')).toHaveLength(2);
    },
  );

  it('does not affect other agents', async () => {
    const bad = await fixture.play({ on: [turn(CRASH)] });
    const good = await fixture.play({
      on: [turn(step.say('working'), step.waitForFile('go'), step.stop('end_turn'))],
    });
    const ended = good.session.send(textDraft('work'));
    await waitUntil(() => outline(good.session).includes('agent: working'));
    expect(await bad.session.send(textDraft('crash'))).toBe('failed');
    await fixture.write('go', '');
    expect(await ended).toBe('end_turn');
  });
});
