import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../fakes/scenario.ts';
import { outline, textDraft, waitUntilIdle } from '../../../fakes/sessionFixture.ts';
import { on, step, turn, turnFor } from '../../../fakes/step.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';

const fixture = useSessionFixture();
const STEERING = '_session/steering';
const meta = { steering: { supported: true } };

/** A session whose agent is in the middle of a turn until the file `go` exists. */
async function working(scenario: Scenario) {
  const played = await fixture.play({
    ...scenario,
    on: [
      ...(scenario.on ?? []),
      turnFor(
        'begin',
        step.say('one'),
        step.waitForFile('go'),
        step.say('two'),
        step.stop('end_turn'),
      ),
      turn(step.say('fine'), step.stop('end_turn')),
    ],
  });
  const first = played.session.send(textDraft('begin'));
  await waitUntil(() => outline(played.session).includes('agent: one'));
  return { ...played, first };
}

const queued = (session: Awaited<ReturnType<typeof working>>['session']) =>
  session.conversation.state.queue.length;

describe('a message into a running turn', () => {
  it('is shown where it took effect, and belongs to the turn', async () => {
    const { session, agent, first } = await working({
      meta,
      on: [on(STEERING, step.reply({ outcome: 'injected' }))],
    });
    const second = session.send(textDraft('and tests'), 'steer');
    await waitUntil(() => outline(session).includes('user: and tests'));
    expect(queued(session)).toBe(0);
    await fixture.write('go', '');
    expect(await Promise.all([first, second])).toEqual(['end_turn', 'end_turn']);
    expect(outline(session)).toEqual([
      'user: begin',
      'agent: one',
      'user: and tests',
      'agent: two',
      'end: end_turn',
    ]);
    const { entries } = session.conversation.transcript;
    expect(new Set(entries.map(entry => entry.turn))).toEqual(new Set([1]));
    expect(await agent.received('session/prompt')).toHaveLength(1);
    expect(await agent.received(STEERING)).toMatchObject([
      {
        params: {
          prompt: [{ type: 'text', text: 'and tests' }],
          _meta: { steering: { idleBehavior: 'promptRequired' } },
        },
      },
    ]);
  });

  it('is sent as a prompt if the turn has ended by then, and is never sent twice', async () => {
    const { session, agent, first } = await working({
      meta,
      on: [
        on(
          STEERING,
          step.writeFile('go', ''),
          step.waitForFile('late'),
          step.reply({ outcome: 'promptRequired', reason: 'noRunningTurn' }),
        ),
      ],
    });
    const second = session.send(textDraft('more'), 'steer');
    expect(await first).toBe('end_turn');
    expect(session.conversation.state.queue).toMatchObject([{ isSteering: true }]);
    await fixture.write('late', '');
    expect(await second).toBe('end_turn');
    expect(outline(session).slice(-3)).toEqual(['user: more', 'agent: fine', 'end: end_turn']);
    expect(await agent.received('session/prompt')).toHaveLength(2);
  });

  it('waits in the queue if the agent refuses it, with the reason', async () => {
    const { session, first } = await working({
      meta,
      on: [on(STEERING, step.fail({ code: -32600, message: 'Not now' }))],
    });
    const second = session.send(textDraft('more'), 'steer');
    await waitUntil(() => outline(session).some(line => line.includes('Not now')));
    expect(session.conversation.state.queue).toMatchObject([{ draft: textDraft('more') }]);
    await fixture.write('go', '');
    expect(await Promise.all([first, second])).toEqual(['end_turn', 'end_turn']);
    expect(outline(session)).toContain('user: more');
  });

  it('stays readable with a warning, and is not sent again, if the agent dies before it confirms', async () => {
    const { session, agent, first } = await working({ meta, on: [on(STEERING, step.exit(1))] });
    void session.send(textDraft('more'), 'steer');
    expect(await first).toBe('failed');
    await waitUntilIdle(session);
    await waitUntil(() => queued(session) === 0);
    expect(outline(session)).toContain('user: more');
    expect(outline(session).join('\n')).toContain("didn't confirm your message");
    expect(await agent.received('session/prompt')).toHaveLength(1);
  });

  it('begins a turn if none is running', async () => {
    const { session, agent } = await fixture.play({
      meta,
      on: [turn(step.say('fine'), step.stop('end_turn'))],
    });
    expect(await session.send(textDraft('hi'), 'steer')).toBe('end_turn');
    expect(await agent.received(STEERING)).toEqual([]);
  });
});

describe('with an agent that does not support it', () => {
  it('a message waits in the queue', async () => {
    const { session, agent, first } = await working({});
    const second = session.send(textDraft('more'), 'steer');
    expect(session.conversation.state).toMatchObject({ canSteer: false, queue: [{ id: 'q2' }] });
    await fixture.write('go', '');
    expect(await Promise.all([first, second])).toEqual(['end_turn', 'end_turn']);
    expect(await agent.received(STEERING)).toEqual([]);
  });

  it('the turn can be stopped to send it at once', async () => {
    const { session, first } = await working({});
    const second = session.send(textDraft('more'), 'stopAndSend');
    expect(await Promise.all([first, second])).toEqual(['cancelled', 'end_turn']);
  });
});
