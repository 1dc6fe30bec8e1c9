import { beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../../../../src/agent/session/session.ts';
import type { ElicitationEntry } from '../../../../src/core/session/transcript/entry.ts';
import { outline, textDraft } from '../../../fakes/sessionFixture.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';
import { on, step, turn } from '../../../fakes/step.ts';
import type { Json } from '../../../fakes/scenario.ts';

const fixture = useSessionFixture();

const form = (properties: Json, required: readonly string[] = []) => ({
  mode: 'form',
  message: 'Which one?',
  requestedSchema: { type: 'object', properties, required },
});
const COLOUR = form({ colour: { type: 'string', enum: ['red', 'blue'] } }, ['colour']);
const page = (url: string) => ({
  mode: 'url',
  message: 'Please confirm',
  url,
  elicitationId: 'e-1',
});

/** A turn with an elicitation that records the answer. */
const asking = (params: Readonly<Record<string, Json>>) => ({
  on: [turn(step.elicit(params), step.note('answer', '${answer}'), step.stop('end_turn'))],
});

const questionsOf = (session: Session) =>
  session.conversation.transcript.entries.filter(
    (entry): entry is ElicitationEntry => entry.kind === 'question',
  );

async function question(session: Session): Promise<ElicitationEntry> {
  await waitUntil(() => questionsOf(session).some(({ answer }) => answer.kind === 'open'));
  const open = questionsOf(session).find(({ answer }) => answer.kind === 'open');
  if (!open) {
    throw new Error('There is no question.');
  }
  return open;
}

describe('an elicitation form', () => {
  it('is shown, and the values of the user are sent to the agent', async () => {
    const { session, agent } = await fixture.play(asking(COLOUR));
    const ended = session.send(textDraft('hi'));
    const { id, ask } = await question(session);
    expect(ask).toMatchObject({
      kind: 'form',
      form: { fields: [{ kind: 'choice', name: 'colour', required: true }] },
    });
    session.answerElicitation(id, 'accept', { colour: 'blue', extra: 'never sent' });
    await ended;
    expect(await agent.noted('answer')).toEqual([
      { result: { action: 'accept', content: { colour: 'blue' } } },
    ]);
    expect(outline(session)).toContain('question: Which one? (accepted)');
  });

  it('is not sent while it is invalid, and shows what is missing', async () => {
    const { session, agent } = await fixture.play(asking(COLOUR));
    const ended = session.send(textDraft('hi'));
    const { id } = await question(session);
    session.answerElicitation(id, 'accept', { colour: 'green' });
    session.answerElicitation(id, 'accept', {});
    expect(questionsOf(session)[0]?.answer.kind).toBe('open');
    expect(outline(session).some(line => line.includes('Complete the form'))).toBe(true);
    session.answerElicitation(id, 'accept', { colour: 'red' });
    session.answerElicitation(id, 'decline');
    await ended;
    expect(await agent.noted('answer')).toEqual([
      { result: { action: 'accept', content: { colour: 'red' } } },
    ]);
  });

  it.each(['decline', 'cancel'] as const)('can be answered with %s', async action => {
    const { session, agent } = await fixture.play(asking(COLOUR));
    const ended = session.send(textDraft('hi'));
    session.answerElicitation((await question(session)).id, action);
    await ended;
    expect(await agent.noted('answer')).toEqual([{ result: { action } }]);
  });

  it.each([
    ['asks for a password', form({ pw: { type: 'string', title: 'Your password' } })],
    ['asks for a key by its name', form({ apiKey: { type: 'string' } })],
    ['needs a kind of field that we do not know', form({ x: { type: 'hologram' } }, ['x'])],
    ['is empty', form({})],
  ])('that %s is declined without showing it, and the user is informed', async (_what, params) => {
    const { session, agent } = await fixture.play(asking(params));
    await session.send(textDraft('hi'));
    expect(await agent.noted('answer')).toEqual([{ result: { action: 'decline' } }]);
    expect(questionsOf(session)).toEqual([]);
    expect(outline(session).some(line => line.includes('declined'))).toBe(true);
  });

  it('is cancelled with its turn', async () => {
    const { session, agent } = await fixture.play({
      on: [
        {
          ...turn(step.elicit(COLOUR), step.note('answer', '${answer}'), step.stop('end_turn')),
          onCancel: 'ignore',
        },
      ],
    });
    const ended = session.send(textDraft('hi'));
    await question(session);
    session.cancel();
    expect(await ended).toBe('cancelled');
    expect(await agent.noted('answer')).toEqual([{ result: { action: 'cancel' } }]);
    expect(outline(session)).toContain('question: Which one? (cancelled)');
  });

  it('that arrives after the cancellation is answered immediately', async () => {
    const { session, agent } = await fixture.play({
      on: [
        turn(
          step.say('busy'),
          step.waitForCancel,
          step.elicit(COLOUR),
          step.note('answer', '${answer}'),
          step.stop('cancelled'),
        ),
      ],
    });
    const ended = session.send(textDraft('hi'));
    await waitUntil(() => outline(session).includes('agent: busy'));
    session.cancel();
    await ended;
    expect(await agent.noted('answer')).toEqual([{ result: { action: 'cancel' } }]);
    expect(questionsOf(session)).toEqual([]);
  });

  it('that the agent cancels is removed, and the request is still answered', async () => {
    const { session, agent } = await fixture.play({
      on: [
        turn(
          step.call('elicitation/create', COLOUR, { later: true, save: 'asked' }),
          step.waitForFile('go'),
          step.cancelCall('asked'),
          step.await('asked'),
          step.note('answer', '${asked}'),
          step.stop('end_turn'),
        ),
      ],
    });
    const ended = session.send(textDraft('hi'));
    await question(session);
    await fixture.write('go', '');
    await ended;
    const [answer] = await agent.noted('answer');
    expect(JSON.stringify(answer)).toMatch(/"action":"cancel"|-32800/);
    expect(questionsOf(session)[0]?.answer.kind).toBe('cancelled');
  });

  it('beyond 20 open ones is cancelled', async () => {
    const { session, agent } = await fixture.play({
      on: [
        {
          ...turn(
            step.repeatAtOnce(
              25,
              step.elicit(COLOUR),
              step.note('answer', '${answer.result.action}'),
            ),
            step.stop('end_turn'),
          ),
          onCancel: 'ignore',
        },
      ],
    });
    const ended = session.send(textDraft('hi'));
    await waitUntil(() => questionsOf(session).length === 20);
    await agent.waitFor(entry => entry.kind === 'note' && entry.name === 'answer');
    session.cancel();
    await ended;
    expect(await agent.noted('answer')).toHaveLength(25);
    expect(questionsOf(session)).toHaveLength(20);
  });
});

describe('an elicitation with a URL', () => {
  const opened: string[] = [];
  const pages = {
    open: (url: string) => {
      opened.push(url);
      return Promise.resolve(true);
    },
  };

  beforeEach(() => {
    opened.length = 0;
  });

  it('is opened in the browser only after the user agrees', async () => {
    const { session, agent } = await fixture.play(asking(page('https://example.com/a?b=c')), {
      clientRequests: { uriOpener: pages },
    });
    const ended = session.send(textDraft('hi'));
    const { id, ask } = await question(session);
    expect(ask).toEqual({
      kind: 'url',
      url: 'https://example.com/a?b=c',
      host: 'example.com',
      suspicious: false,
    });
    expect(opened).toEqual([]);
    session.answerElicitation(id, 'accept');
    await ended;
    expect(opened).toEqual(['https://example.com/a?b=c']);
    expect(await agent.noted('answer')).toEqual([{ result: { action: 'accept' } }]);
  });

  it('is not opened when the user declines', async () => {
    const { session, agent } = await fixture.play(asking(page('https://example.com')), {
      clientRequests: { uriOpener: pages },
    });
    const ended = session.send(textDraft('hi'));
    session.answerElicitation((await question(session)).id, 'decline');
    await ended;
    expect(opened).toEqual([]);
    expect(await agent.noted('answer')).toEqual([{ result: { action: 'decline' } }]);
  });

  it.each([
    'https://xn--exmple-cua.com/',
    'https://example.com@evil.test/',
    'https://exаmple.com/',
  ])('at %s is marked as suspicious', async url => {
    const { session } = await fixture.play(asking(page(url)), {
      clientRequests: { uriOpener: pages },
    });
    void session.send(textDraft('hi'));
    const { ask } = await question(session);
    expect(ask).toMatchObject({ suspicious: true });
  });

  it.each(['file:///etc/passwd', 'javascript:alert(1)', 'vscode://x/y', 'https://'])(
    'at %s is declined',
    async url => {
      const { session, agent } = await fixture.play(asking(page(url)), {
        clientRequests: { uriOpener: pages },
      });
      await session.send(textDraft('hi'));
      expect(await agent.noted('answer')).toEqual([{ result: { action: 'decline' } }]);
      expect(opened).toEqual([]);
    },
  );

  it('is marked as completed when the agent reports it; other ids are ignored', async () => {
    const { session } = await fixture.play(
      {
        on: [
          turn(
            step.elicit(page('https://example.com')),
            step.notify('elicitation/complete', { elicitationId: 'unknown' }),
            step.notify('elicitation/complete', { elicitationId: 'e-1' }),
            step.notify('elicitation/complete', { elicitationId: 'e-1' }),
            step.say('thanks'),
            step.stop('end_turn'),
          ),
        ],
      },
      { clientRequests: { uriOpener: pages } },
    );
    const ended = session.send(textDraft('hi'));
    session.answerElicitation((await question(session)).id, 'accept');
    await ended;
    await waitUntil(() => questionsOf(session)[0]?.answer.kind === 'accepted');
    expect(questionsOf(session)[0]?.answer).toEqual({ kind: 'accepted', done: true });
  });

  it('is refused without a browser, like any mode that we did not advertise', async () => {
    const { session, agent } = await fixture.play(asking(page('https://example.com')));
    await session.send(textDraft('hi'));
    expect(await agent.noted('answer')).toMatchObject([{ error: { code: -32602 } }]);
    const [initialize] = await agent.received('initialize');
    expect(initialize?.params).toMatchObject({
      clientCapabilities: { elicitation: { form: {} } },
    });
    expect(JSON.stringify(initialize?.params)).not.toContain('"url"');
  });
});

describe('an elicitation', () => {
  it('of an unknown mode or without a session is an error', async () => {
    const { session, agent } = await fixture.play({
      on: [
        turn(
          step.elicit({ mode: 'telepathy', message: 'Think' }),
          step.note('answer', '${answer.error.code}'),
          step.elicit({ ...COLOUR, requestId: 1 }),
          step.note('answer', '${answer.error.code}'),
          step.call('elicitation/create', COLOUR, { omitSession: true }),
          step.note('answer', '${answer.error.code}'),
          step.elicit({ ...COLOUR, sessionId: 'nobody' }),
          step.note('answer', '${answer.error.code}'),
          step.stop('end_turn'),
        ),
      ],
    });
    await session.send(textDraft('hi'));
    expect(await agent.noted('answer')).toEqual([-32602, -32602, -32602, -32002]);
  });

  it('that belongs to a sign-in is shown in the session that signs in', async () => {
    const { session, agent } = await fixture.play({
      authMethods: [{ id: 'device', name: 'With a code' }],
      on: [
        on(
          'session/new',
          step.ifFile('in', [step.replyAsUsual], [step.fail({ code: -32000, message: 'No' })]),
        ),
        on(
          'authenticate',
          step.call(
            'elicitation/create',
            { ...COLOUR, requestId: '${requestId}' },
            { omitSession: true },
          ),
          step.note('answer', '${answer}'),
          step.writeFile('in', ''),
          step.replyAsUsual,
        ),
      ],
    });
    await waitUntil(() => session.conversation.state.status.kind === 'signIn');
    const signedIn = session.signIn('device');
    session.answerElicitation((await question(session)).id, 'accept', { colour: 'red' });
    expect(await signedIn).toBe(true);
    await waitUntil(() => session.conversation.state.status.kind === 'idle');
    expect(await agent.noted('answer')).toEqual([
      { result: { action: 'accept', content: { colour: 'red' } } },
    ]);
  });
});
