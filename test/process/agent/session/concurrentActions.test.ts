import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PreparedPrompt } from '../../../../src/agent/session/promptBuilder.ts';
import type { Session } from '../../../../src/agent/session/session.ts';
import { RecordingTerminal } from '../../../fakes/signInFakes.ts';
import { waitUntilIdle, statusKind, outline, textDraft } from '../../../fakes/sessionFixture.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';
import { on, step, turn, turnFor } from '../../../fakes/step.ts';

// Actions of the user, and failures of the agent, while something else is in progress.

const fixture = useSessionFixture();

const pathOf = (name: string) => join(fixture.folder, name);
const firstQueued = (session: Session) => session.conversation.state.queue[0]?.id ?? '';

/** A prompt builder that waits until it is released. */
function held(): { readonly prepare: () => Promise<PreparedPrompt>; readonly letGo: () => void } {
  let letGo: (() => void) | undefined;
  const waiting = new Promise<PreparedPrompt>(resolve => {
    letGo = () => resolve({ blocks: [{ type: 'text', text: 'hi' }], notes: [] });
  });
  return { prepare: () => waiting, letGo: () => letGo?.() };
}

describe('a prompt that is sent now', () => {
  it('waits for an agent that is starting, and does not stop it', async () => {
    const { session } = await fixture.play({
      on: [
        on('session/new', step.waitForFile(pathOf('open')), step.replyAsUsual),
        turn(step.say('hello'), step.stop('end_turn')),
      ],
    });
    const ended = session.send(textDraft('hi'));
    session.sendNow(firstQueued(session));
    await fixture.write('open', '');
    expect(await ended).toBe('end_turn');
    expect(outline(session)).toEqual(['user: hi', 'agent: hello', 'end: end_turn']);
  });

  it('starts an agent that does not run', async () => {
    const { session } = await fixture.play({
      start: [step.ifFile(pathOf('works'), [], [step.exit(1)])],
      on: [turn(step.say('hello'), step.stop('end_turn'))],
    });
    const ended = session.send(textDraft('hi'));
    await waitUntil(() => statusKind(session) === 'stopped');
    await fixture.write('works', '');
    session.sendNow(firstQueued(session));
    expect(await ended).toBe('end_turn');
  });

  it('does not cancel a sign-in in progress', async () => {
    let signIn: ((code: number) => void) | undefined;
    const terminal = new RecordingTerminal(
      () =>
        new Promise(resolve => {
          signIn = resolve;
        }),
    );
    const { session } = await fixture.play(
      {
        authMethods: [{ id: 'login', name: 'Log in', type: 'terminal', args: ['login'] }],
        on: [
          on(
            'session/new',
            step.ifFile(
              pathOf('signed-in'),
              [step.replyAsUsual],
              [step.fail({ code: -32000, message: 'Authentication required' })],
            ),
          ),
        ],
      },
      { clientRequests: { signInTerminal: terminal } },
    );
    const ended = session.send(textDraft('hi'));
    await waitUntil(() => statusKind(session) === 'signIn');
    const signedIn = session.signIn('login');
    await waitUntil(() => terminal.orders.length === 1);
    session.sendNow(firstQueued(session));
    await fixture.write('signed-in', '');
    signIn?.(0);
    expect(await signedIn).toBe(true);
    expect(await ended).toBe('end_turn');
  });
});

describe('a prompt for an agent that does not run', () => {
  it('starts the agent', async () => {
    const { session } = await fixture.play({ on: [turn(step.say('here'))] });
    await waitUntilIdle(session);
    await session.stopAgent();
    await waitUntil(() => statusKind(session) === 'stopped');
    expect(await session.send(textDraft('hi'))).toBe('end_turn');
    expect(outline(session)).toContain('agent: here');
  });
});

describe('a turn that is stopped', () => {
  it('while the agent restarts after a sign-in is not sent to it', async () => {
    const terminal = new RecordingTerminal(async () => {
      await fixture.write('signed-in', '');
      return 0;
    });
    const { session, agent } = await fixture.play(
      {
        authMethods: [{ id: 'login', name: 'Log in', type: 'terminal', args: ['login'] }],
        modes: {
          currentModeId: 'ask',
          availableModes: [
            { id: 'ask', name: 'Ask' },
            { id: 'code', name: 'Code' },
          ],
        },
        on: [
          on(
            'session/set_mode',
            step.ifFile(pathOf('signed-in'), [step.waitForFile(pathOf('go'))], []),
            step.replyAsUsual,
          ),
          turn(
            step.ifFile(
              pathOf('signed-in'),
              [step.say('Too late.'), step.stop('end_turn')],
              [step.fail({ code: -32000, message: 'Authentication required' })],
            ),
          ),
        ],
      },
      {
        clientRequests: { signInTerminal: terminal },
        pickerPreferences: { get: () => ({ mode: 'code' }), set: () => {} },
      },
    );
    const ended = session.send(textDraft('hi'));
    await waitUntil(() => statusKind(session) === 'signIn');
    await session.signIn('login');
    await expect.poll(async () => (await agent.received('session/set_mode')).length).toBe(2);
    session.cancel();
    await fixture.write('go', '');
    expect(await ended).toBe('cancelled');
    expect(await agent.received('session/prompt')).toHaveLength(1);
    expect(statusKind(session)).toBe('idle');
  });
});

describe('an agent that dies while a prompt is built', () => {
  const LOADS = { loadSession: true };
  /** Dies once, when the file exists. */
  const dies = [step.waitForFile, step.deleteFile] as const;

  it('is restarted and gets the prompt in one session, and nothing is shown twice', async () => {
    const { prepare, letGo } = held();
    let prepared = 0;
    const { session, agent } = await fixture.play(
      {
        capabilities: LOADS,
        on: [
          on(
            'session/new',
            step.replyAsUsual,
            ...dies.map(does => does(pathOf('die'))),
            step.exit(1),
          ),
          on(
            'session/load',
            step.say('said before'),
            step.waitForFile(pathOf('load')),
            step.say(' and more'),
            step.replyAsUsual,
          ),
          turn(step.say('hello'), step.waitForFile(pathOf('end')), step.stop('end_turn')),
        ],
      },
      {
        promptBuilder: {
          build: () => {
            prepared += 1;
            return prepare();
          },
        },
      },
    );
    const ended = session.send(textDraft('hi'));
    await waitUntil(() => prepared === 1);
    await fixture.write('die', '');
    await expect.poll(async () => (await agent.received('session/load')).length).toBe(1);
    letGo();
    await fixture.write('load', '');
    await waitUntil(() => outline(session).includes('agent: hello'));
    expect(statusKind(session)).toBe('working');
    await fixture.write('end', '');
    expect(await ended).toBe('end_turn');
    expect(await agent.received('session/load')).toHaveLength(1);
    expect(outline(session).filter(line => line.includes('before'))).toEqual([]);
    expect(statusKind(session)).toBe('idle');
  });
});

describe('a permission request without a reject option', () => {
  it('rejected with a reason stops the turn, and the reason is the next prompt', async () => {
    const { session } = await fixture.play({
      on: [
        turn(
          ...step.permission({ toolCallId: 'call-1', title: 'Delete all' }, {}, [
            { optionId: 'allow', name: 'Yes', kind: 'allow_once' },
          ]),
        ),
        turn(step.say('I see.'), step.stop('end_turn')),
      ],
    });
    const ended = session.send(textDraft('hi'));
    await waitUntil(() => session.pendingRequestCount === 1);
    const asked = session.conversation.transcript.entries.find(({ kind }) => kind === 'permission');
    session.dismissPermission(asked?.id ?? '', textDraft('Leave it.'));
    expect(await ended).toBe('cancelled');
    await waitUntil(() => outline(session).includes('agent: I see.'));
    expect(outline(session)).toContain('user: Leave it.');
  });
});

describe('an option that the agent refuses', () => {
  it('is reset, but not the options that were set since', async () => {
    const modes = {
      currentModeId: 'ask',
      availableModes: [
        { id: 'ask', name: 'Ask' },
        { id: 'code', name: 'Code' },
      ],
    };
    const models = {
      currentModelId: 'small',
      availableModels: [
        { modelId: 'small', name: 'Small' },
        { modelId: 'large', name: 'Large' },
      ],
    };
    const { session } = await fixture.play({
      on: [
        on('session/new', step.reply({ sessionId: 'session-1', modes, models })),
        on(
          'session/set_model',
          step.waitForFile(pathOf('refuse')),
          step.fail({ code: -32602, message: 'Not that one' }),
        ),
      ],
    });
    await session.open();
    const refused = session.setPicker('model', 'large');
    await session.setPicker('mode', 'code');
    await fixture.write('refuse', '');
    await refused;
    expect(session.conversation.state.pickers).toMatchObject([
      { id: 'mode', value: 'code' },
      { id: 'model', value: 'small' },
    ]);
  });
});

describe('a session that is closed while its history is loaded', () => {
  it('gets no more requests: they go to an open session', async () => {
    const form = { properties: { x: { type: 'boolean' } } };
    const { session, sessions } = await fixture.play({
      capabilities: { loadSession: true },
      on: [
        {
          method: 'session/load',
          onCancel: 'ignore',
          steps: [
            step.waitForFile(pathOf('closed')),
            step.call(
              'elicitation/create',
              { requestId: 1, mode: 'form', message: 'Well?', requestedSchema: form },
              { omitSession: true },
            ),
          ],
        },
      ],
    });
    await waitUntil(() => statusKind(session) === 'idle');
    const other = sessions.load('scripted', 'earlier');
    await waitUntil(
      () => statusKind(other) === 'starting' && other.agent.router.endpoints().length === 2,
    );
    sessions.close(other);
    await fixture.write('closed', '');
    await waitUntil(() => session.pendingRequestCount === 1);
    expect(outline(session)).toEqual(['question: Well? (open)']);
  });
});

describe('a session whose agent is restarted for the sign-in of another session', () => {
  it('keeps its queued prompts and sends them after the restart', async () => {
    const terminal = new RecordingTerminal(() => Promise.resolve(0));
    const { session, sessions } = await fixture.play(
      {
        authMethods: [{ id: 'login', name: 'Log in', type: 'terminal', args: ['login'] }],
        on: [
          turnFor('work', step.say('working'), step.ignore),
          turn(step.say('fine'), step.stop('end_turn')),
        ],
      },
      { clientRequests: { signInTerminal: terminal } },
    );
    const other = sessions.create('scripted');
    await waitUntil(() => [session, other].every(each => statusKind(each) === 'idle'));
    const first = session.send(textDraft('work'));
    await waitUntil(() => outline(session).includes('agent: working'));
    const waiting = session.send(textDraft('next'));
    expect(await other.signIn('login')).toBe(true);
    expect(await first).toBe('failed');
    expect(await waiting).toBe('end_turn');
  });
});
