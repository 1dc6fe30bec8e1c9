import { describe, expect, it } from 'vitest';
import type { Session } from '../../../../src/agent/session/session.ts';
import { outline, textDraft } from '../../../fakes/sessionFixture.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';
import { step, turn } from '../../../fakes/step.ts';
import type { Json } from '../../../fakes/scenario.ts';

const fixture = useSessionFixture();

const calling = (method: string, params: Json, omitSession = false) => ({
  on: [
    turn(
      step.call(method, params, { omitSession }),
      step.note('answer', '${answer}'),
      step.stop('end_turn'),
    ),
  ],
});

async function open(session: Session): Promise<string> {
  const find = () =>
    session.conversation.transcript.entries.find(
      entry =>
        (entry.kind === 'question' || entry.kind === 'permission') && entry.answer.kind === 'open',
    );
  await waitUntil(() => find() !== undefined);
  return find()?.id ?? '';
}

const CURSOR_QUESTIONS = {
  toolCallId: 'c1',
  title: 'Before I start',
  questions: [
    {
      id: 'fw',
      prompt: 'Which runner?',
      options: [
        { id: 'v', label: 'Vitest' },
        { id: 'j', label: 'Jest' },
      ],
    },
    {
      id: 'os',
      prompt: 'Which systems?',
      allowMultiple: true,
      options: [
        { id: 'l', label: 'Linux' },
        { id: 'w', label: 'Windows' },
      ],
    },
  ],
};

describe('questions from Cursor', () => {
  it('are shown as a form and answered by option ids inside a nested outcome', async () => {
    const { session, agent } = await fixture.play(calling('cursor/ask_question', CURSOR_QUESTIONS));
    const ended = session.send(textDraft('hi'));
    session.answerElicitation(await open(session), 'accept', { q1: 'v', q2: ['l', 'w'] });
    await ended;
    expect(await agent.noted('answer')).toEqual([
      {
        result: {
          outcome: {
            outcome: 'answered',
            answers: [
              { questionId: 'fw', selectedOptionIds: ['v'] },
              { questionId: 'os', selectedOptionIds: ['l', 'w'] },
            ],
          },
        },
      },
    ]);
  });

  it.each([
    ['decline', 'skipped'],
    ['cancel', 'cancelled'],
  ] as const)('answered with %s are %s', async (action, outcome) => {
    const { session, agent } = await fixture.play(
      calling('cursor/ask_question', CURSOR_QUESTIONS, true),
    );
    const ended = session.send(textDraft('hi'));
    session.answerElicitation(await open(session), action);
    await ended;
    expect(await agent.noted('answer')).toMatchObject([{ result: { outcome: { outcome } } }]);
  });

  it('are cancelled with the turn', async () => {
    const scenario = calling('cursor/ask_question', CURSOR_QUESTIONS);
    const { session, agent } = await fixture.play({
      on: scenario.on.map(rule => ({ ...rule, onCancel: 'ignore' as const })),
    });
    const ended = session.send(textDraft('hi'));
    await open(session);
    session.cancel();
    await ended;
    expect(await agent.noted('answer')).toMatchObject([
      { result: { outcome: { outcome: 'cancelled' } } },
    ]);
  });
});

describe('a plan from Cursor', () => {
  const plan = {
    toolCallId: 'p1',
    name: 'Add tests',
    overview: 'Tests first.',
    plan: '1. Write tests',
    todos: [{ id: 't', content: 'Write tests', status: 'pending' }],
  };

  it.each([
    ['yes', 'accepted'],
    ['no', 'rejected'],
  ])('waits for the user: %s is %s', async (optionId, outcome) => {
    const { session, agent } = await fixture.play(calling('cursor/create_plan', plan));
    const ended = session.send(textDraft('hi'));
    const id = await open(session);
    expect(outline(session)).toContain('permission: Add tests (open)');
    expect(outline(session)).toContain('plan: Write tests pending');
    session.answerPermission(id, optionId);
    await ended;
    expect(await agent.noted('answer')).toEqual([{ result: { outcome: { outcome } } }]);
  });
});

describe('reports from Cursor', () => {
  it('with to-dos become the plan; merged to-dos keep the others', async () => {
    const { session, agent } = await fixture.play({
      on: [
        turn(
          step.call('cursor/update_todos', {
            todos: [
              { id: 'a', content: 'One', status: 'in_progress' },
              { id: 'b', content: 'Two', status: 'pending' },
            ],
          }),
          step.note('answer', '${answer.result}'),
          step.call('cursor/update_todos', {
            merge: true,
            todos: [{ id: 'a', content: 'One', status: 'completed' }],
          }),
          step.stop('end_turn'),
        ),
      ],
    });
    await session.send(textDraft('hi'));
    expect(outline(session)).toContain('plan: One completed, Two pending');
    expect(await agent.noted('answer')).toEqual([{ outcome: { outcome: 'accepted' } }]);
  });

  it('with tasks and images become tool calls', async () => {
    const { session, agent } = await fixture.play({
      on: [
        turn(
          step.call('cursor/task', { toolCallId: 't', description: 'Look around', agentId: 'x' }),
          step.note('answer', '${answer.result}'),
          step.call('cursor/generate_image', { filePath: '/tmp/a #1.png', description: 'A cat' }),
          step.note('answer', '${answer.result}'),
          step.call('cursor/generate_image', {}),
          step.note('answer', '${answer.result.outcome.outcome}'),
          step.stop('end_turn'),
        ),
      ],
    });
    await session.send(textDraft('hi'));
    expect(outline(session)).toContain('tool: Look around (completed)');
    expect(outline(session)).toContain('tool: A cat (completed)');
    expect(JSON.stringify(session.conversation.transcript.entries)).toContain(
      '"file:///tmp/a%20%231.png"',
    );
    expect(await agent.noted('answer')).toEqual([
      { outcome: { outcome: 'completed', agentId: 'x' } },
      { outcome: { outcome: 'generated', filePath: '/tmp/a #1.png' } },
      'rejected',
    ]);
  });
});

describe('questions from Grok', () => {
  const params = {
    questions: [
      {
        question: 'Which runner?',
        options: [{ label: 'Vitest', description: 'Fast' }, { label: 'Jest' }],
      },
      { question: 'Anything else?', options: [] },
    ],
  };

  it('are answered by the text of the question', async () => {
    const { session, agent } = await fixture.play(calling('_x.ai/ask_user_question', params));
    const ended = session.send(textDraft('hi'));
    session.answerElicitation(await open(session), 'accept', { q1: 'Vitest' });
    await ended;
    expect(await agent.noted('answer')).toEqual([
      {
        result: { outcome: 'accepted', answers: { 'Which runner?': ['Vitest'] }, annotations: {} },
      },
    ]);
  });

  it('that the user skips are skipped', async () => {
    const { session, agent } = await fixture.play(
      calling('x.ai/ask_user_question', { params }, true),
    );
    const ended = session.send(textDraft('hi'));
    session.answerElicitation(await open(session), 'decline');
    await ended;
    expect(await agent.noted('answer')).toMatchObject([{ result: { outcome: 'skip_interview' } }]);
  });

  it.each([
    ['yes', 'approved'],
    ['no', 'cancelled'],
  ])('about a plan are shown as a permission request: %s is %s', async (optionId, outcome) => {
    const { session, agent } = await fixture.play(
      calling('_x.ai/exit_plan_mode', { planContent: '# The plan', toolCallId: 'x' }),
    );
    const ended = session.send(textDraft('hi'));
    session.answerPermission(await open(session), optionId);
    await ended;
    expect(await agent.noted('answer')).toMatchObject([{ result: { outcome } }]);
  });
});

describe('an unknown request', () => {
  it.each([
    'cursor/dance',
    '_vendor/thing',
    'session/teleport',
    'mcp/message',
    'toString',
    'craft/drainMidTurnQueue',
  ])('%s is answered with -32601', async method => {
    const { session, agent } = await fixture.play(calling(method, {}));
    await session.send(textDraft('hi'));
    expect(await agent.noted('answer')).toMatchObject([{ error: { code: -32601 } }]);
  });

  it('is ignored if it is a notification', async () => {
    const { session } = await fixture.play({
      on: [
        turn(
          step.notify('_auth/status_update', { state: 'authenticated' }),
          step.notify('cursor/update_todos', {}),
          step.notify('$/cancel_request', { requestId: 4711 }),
          step.say('fine'),
          step.stop('end_turn'),
        ),
      ],
    });
    await session.send(textDraft('hi'));
    expect(outline(session)).toEqual(['user: hi', 'agent: fine', 'end: end_turn']);
  });
});
