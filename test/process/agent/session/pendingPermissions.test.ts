import { describe, expect, it } from 'vitest';
import { outline, textDraft } from '../../../fakes/sessionFixture.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';
import { step, turn } from '../../../fakes/step.ts';

const fixture = useSessionFixture();

describe('a permission request', () => {
  it('shows the command of an agent that sends input instead of rawInput', async () => {
    const { session } = await fixture.play({
      on: [
        turn(
          ...step.permission(
            { toolCallId: 't', title: 'Bash', input: { command: 'npm test' } },
            {},
          ),
          step.stop('end_turn'),
        ),
      ],
    });
    const ended = session.send(textDraft('hi'));
    await waitUntil(() => session.pendingRequestCount > 0);
    const entry = session.conversation.transcript.entries.find(({ kind }) => kind === 'permission');
    expect(entry).toMatchObject({ command: 'npm test' });
    session.answerPermission(entry?.id ?? '', 'allow');
    await ended;
  });

  it('that the agent cancels is removed and answered as cancelled', async () => {
    const { session, agent } = await fixture.play({
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
    const ended = session.send(textDraft('hi'));
    await waitUntil(() => session.pendingRequestCount > 0);
    await fixture.write('go', '');
    await ended;
    expect(await agent.noted('answer')).toEqual([{ outcome: { outcome: 'cancelled' } }]);
    expect(outline(session)).toContain('permission: Edit (cancelled)');
  });

  it('can be answered in any order, and each answer resolves only its own request', async () => {
    const { session, agent } = await fixture.play({
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
    const ended = session.send(textDraft('hi'));
    await waitUntil(() => outline(session).filter(line => line.endsWith('(open)')).length === 2);
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
    const { session, agent } = await fixture.play({
      on: [
        turn(
          step.call('session/request_permission', params),
          step.note('answer', '${answer.error.code}'),
          step.stop('end_turn'),
        ),
      ],
    });
    await session.send(textDraft('hi'));
    expect(await agent.noted('answer')).toEqual([code]);
  });

  it('without options can only be cancelled with the turn', async () => {
    const { session, agent } = await fixture.play({
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
    const ended = session.send(textDraft('hi'));
    await waitUntil(() => session.pendingRequestCount > 0);
    const entry = session.conversation.transcript.entries.find(({ kind }) => kind === 'permission');
    session.dismissPermission(entry?.id ?? '');
    expect(await ended).toBe('cancelled');
    expect(await agent.noted('answer')).toEqual(['cancelled']);
  });

  it('is shown for 20 of 1,000 at once, and the others are cancelled', async () => {
    const { session, agent } = await fixture.play({
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
    const ended = session.send(textDraft('hi'));
    await waitUntil(() => outline(session).filter(line => line.endsWith('(open)')).length === 20);
    const answers = async () =>
      (await agent.log()).filter(
        entry => entry.kind === 'received' && entry.message.result !== undefined,
      ).length;
    await waitUntil(async () => (await answers()) >= 980);
    session.cancel();
    expect(await ended).toBe('cancelled');
    expect(await answers()).toBe(1000);
    expect(outline(session).filter(line => line.startsWith('permission'))).toHaveLength(20);
  });
});
