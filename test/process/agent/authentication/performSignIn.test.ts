import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Session } from '../../../../src/agent/session/session.ts';
import type { SignInCommand } from '../../../../src/agent/authentication/signInTerminal.ts';
import { MemorySecrets, RecordingTerminal } from '../../../fakes/signInFakes.ts';
import { outline, textDraft } from '../../../fakes/sessionFixture.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';
import { on, step, turn } from '../../../fakes/step.ts';
import type { Step } from '../../../fakes/scenario.ts';

const NEEDED = { code: -32000, message: 'Authentication required' };
const BROWSER = { id: 'browser', name: 'With a browser', description: 'Opens a page' };
const DEVICE = { id: 'device', name: 'With a code' };

const fixture = useSessionFixture();

const signedIn = () => join(fixture.folder, 'signed-in');
/** Fails until the user has signed in. */
const guarded = (...steps: readonly Step[]): Step =>
  step.ifFile(signedIn(), steps, [step.fail(NEEDED)]);
const statusOf = (session: Session) => session.conversation.state.status;
const wanted = (session: Session) => waitUntil(() => statusOf(session).kind === 'signIn');

describe('an agent that requires a sign-in', () => {
  it('offers its methods when session/new fails, uses none unasked, and continues with the prompt', async () => {
    const { session, agent } = await fixture.play({
      authMethods: [BROWSER, DEVICE],
      on: [
        on('session/new', guarded(step.replyAsUsual)),
        on('authenticate', step.writeFile(signedIn(), ''), step.replyAsUsual),
        turn(step.say('hello'), step.stop('end_turn')),
      ],
    });
    const ended = session.send(textDraft('hi'));
    await wanted(session);
    expect(statusOf(session)).toEqual({
      kind: 'signIn',
      methods: [BROWSER, DEVICE],
      message: 'Authentication required',
    });
    expect(await agent.received('authenticate')).toEqual([]);
    expect(await session.signIn('device')).toBe(true);
    expect(await ended).toBe('end_turn');
    expect(outline(session)).toEqual(['user: hi', 'agent: hello', 'end: end_turn']);
    const [authenticate] = await agent.received('authenticate');
    expect(authenticate?.params).toEqual({ methodId: 'device' });
  });

  it('receives a prompt again that failed for lack of a sign-in', async () => {
    const { session, agent } = await fixture.play({
      authMethods: [BROWSER],
      on: [
        on('authenticate', step.writeFile(signedIn(), ''), step.replyAsUsual),
        turn(guarded(step.say('now'), step.stop('end_turn'))),
      ],
    });
    const ended = session.send(textDraft('hi'));
    await wanted(session);
    await session.signIn('browser');
    expect(await ended).toBe('end_turn');
    expect(outline(session)).toEqual(['user: hi', 'agent: now', 'end: end_turn']);
    expect(await agent.received('session/prompt')).toHaveLength(2);
    expect(statusOf(session).kind).toBe('idle');
  });

  it('is offered when session/load fails', async () => {
    const { sessions } = await fixture.play({
      authMethods: [BROWSER],
      capabilities: { loadSession: true },
      on: [
        on('authenticate', step.writeFile(signedIn(), ''), step.replyAsUsual),
        on('session/load', guarded(step.say('as I said'), step.reply({}))),
      ],
    });
    const loaded = sessions.load('scripted', 'old-1');
    await wanted(loaded);
    await loaded.signIn('browser');
    await waitUntil(() => statusOf(loaded).kind === 'idle');
    expect(outline(loaded)).toEqual(['agent: as I said']);
  });

  it('is named when listing its sessions requires a sign-in', async () => {
    const { sessions } = await fixture.play({
      capabilities: { sessionCapabilities: { list: {} } },
      on: [on('session/list', step.fail(NEEDED))],
    });
    await expect(sessions.listOnAgent('scripted')).rejects.toThrow(/Sign in to Scripted/);
  });

  it('retries only after the user signs in again, so two refusals do not loop', async () => {
    const { session, agent } = await fixture.play({
      authMethods: [BROWSER],
      on: [on('session/new', step.fail(NEEDED))],
    });
    await wanted(session);
    await session.signIn('browser');
    await waitUntil(() => JSON.stringify(statusOf(session)).includes('still requires'));
    expect(await agent.received('session/new')).toHaveLength(2);
    expect(await agent.received('authenticate')).toHaveLength(1);
  });

  it('shows its device code, and the methods that come with the error', async () => {
    const { session } = await fixture.play({
      on: [
        on(
          'session/new',
          step.fail({
            code: -32000,
            message: 'Open example.com/device and enter WXYZ-1234',
            data: { authMethods: [DEVICE] },
          }),
        ),
      ],
    });
    await wanted(session);
    expect(statusOf(session)).toMatchObject({
      message: 'Open example.com/device and enter WXYZ-1234',
      methods: [DEVICE],
    });
  });

  it('shows what to do when it offers no method', async () => {
    const { session } = await fixture.play({ on: [on('session/new', step.fail(NEEDED))] });
    await wanted(session);
    expect(statusOf(session)).toMatchObject({ methods: [] });
    expect(JSON.stringify(statusOf(session))).toContain('in a terminal');
  });

  it('can be canceled while it takes minutes: the request is cancelled and the choice stays open', async () => {
    const { session, agent } = await fixture.play({
      authMethods: [BROWSER],
      on: [on('session/new', step.fail(NEEDED)), on('authenticate', step.ignore)],
    });
    await wanted(session);
    const done = session.signIn('browser');
    await waitUntil(() => JSON.stringify(statusOf(session)).includes('"running":"browser"'));
    await agent.waitForReceived('authenticate');
    session.cancel();
    expect(await done).toBe(false);
    await agent.waitForReceived('$/cancel_request');
    expect(statusOf(session)).toEqual({
      kind: 'signIn',
      methods: [BROWSER],
      message: 'Authentication required',
    });
    expect(outline(session)).toEqual([]);
  });

  it('shows why a sign-in failed and leaves the choice open', async () => {
    const { session } = await fixture.play({
      authMethods: [BROWSER],
      on: [
        on('session/new', step.fail(NEEDED)),
        on('authenticate', step.fail({ code: -32603, message: 'The page was closed' })),
      ],
    });
    await wanted(session);
    expect(await session.signIn('browser')).toBe(false);
    expect(outline(session)[0]).toMatch(/sign in to Scripted: The page was closed/);
    expect(statusOf(session).kind).toBe('signIn');
  });

  it('has a turn that waits for the sign-in and can be stopped', async () => {
    const { session } = await fixture.play({
      authMethods: [BROWSER],
      on: [turn(step.fail(NEEDED))],
    });
    const ended = session.send(textDraft('hi'));
    await wanted(session);
    session.cancel();
    expect(await ended).toBe('cancelled');
    expect(statusOf(session).kind).toBe('idle');
  });

  it('resumes all its sessions after one sign-in', async () => {
    const { session, sessions } = await fixture.play({
      authMethods: [BROWSER],
      on: [
        on('session/new', guarded(step.replyAsUsual)),
        on('authenticate', step.writeFile(signedIn(), ''), step.replyAsUsual),
      ],
    });
    const other = sessions.create('scripted');
    await Promise.all([wanted(session), wanted(other)]);
    await other.signIn('browser');
    await expect
      .poll(() => [session, other].map(each => statusOf(each).kind))
      .toEqual(['idle', 'idle']);
  });
});

describe('an API key', () => {
  const gemini = {
    id: 'gemini-api-key',
    name: 'Gemini key',
    _meta: { 'api-key': { provider: 'google' } },
  };
  const codex = { id: 'api-key', name: 'OpenAI key', _meta: { 'api-key': { provider: 'openai' } } };

  it.each([
    [gemini, 'k-123456'],
    [codex, { apiKey: 'k-123456' }],
  ])(
    'is passed to $name in the form it expects, and stored in the secrets',
    async (method, written) => {
      const secrets = new MemorySecrets('k-123456');
      const { session, agent } = await fixture.play(
        {
          authMethods: [method],
          on: [
            on('session/new', guarded(step.replyAsUsual)),
            on('authenticate', step.writeFile(signedIn(), ''), step.replyAsUsual),
          ],
        },
        { clientRequests: { secrets } },
      );
      await wanted(session);
      await session.signIn(method.id);
      await waitUntil(() => statusOf(session).kind === 'idle');
      const [authenticate] = await agent.received('authenticate');
      expect(authenticate?.params).toEqual({ methodId: method.id, _meta: { 'api-key': written } });
      expect([...secrets.stored.values()].join('')).toContain('k-123456');
      expect(outline(session).join('')).not.toContain('k-123456');
    },
  );

  it('that is stored is used again without asking', async () => {
    const secrets = new MemorySecrets();
    secrets.stored.set(
      'accord.keys.scripted',
      JSON.stringify({ byMethod: { 'gemini-api-key': 'kept' } }),
    );
    const { session, agent } = await fixture.play(
      {
        authMethods: [gemini],
        on: [
          on('session/new', guarded(step.replyAsUsual)),
          on('authenticate', step.writeFile(signedIn(), ''), step.replyAsUsual),
        ],
      },
      { clientRequests: { secrets } },
    );
    await waitUntil(() => statusOf(session).kind === 'idle');
    expect(secrets.asked).toEqual([]);
    const [authenticate] = await agent.received('authenticate');
    expect(authenticate?.params).toMatchObject({ _meta: { 'api-key': 'kept' } });
  });

  it('that the user does not enter changes nothing', async () => {
    const secrets = new MemorySecrets(undefined);
    const { session, agent } = await fixture.play(
      { authMethods: [gemini], on: [on('session/new', step.fail(NEEDED))] },
      { clientRequests: { secrets } },
    );
    await wanted(session);
    expect(await session.signIn('gemini-api-key')).toBe(false);
    expect(outline(session)).toEqual([]);
    expect(await agent.received('authenticate')).toEqual([]);
  });

  it('for an environment variable restarts the agent with the variable set', async () => {
    const secrets = new MemorySecrets('v-123456');
    const { session, agent } = await fixture.play(
      {
        authMethods: [
          { id: 'env', name: 'Variable', type: 'env_var', vars: [{ name: 'GLM_KEY' }] },
        ],
        on: [on('session/new', guarded(step.replyAsUsual))],
      },
      { clientRequests: { secrets } },
    );
    await wanted(session);
    await writeFile(signedIn(), '');
    await session.signIn('env');
    await waitUntil(() => statusOf(session).kind === 'idle');
    expect(secrets.asked).toEqual(['GLM_KEY']);
    const started = await agent.noted('started');
    expect(started).toHaveLength(2);
    expect(started[1]).toMatchObject({ env: { GLM_KEY: 'v-123456' } });
    expect(await agent.received('authenticate')).toEqual([]);
  });
});

/** Runs the program for real, as the editor's terminal would. */
const really = async ({ command, args, env, cwd }: SignInCommand) => {
  const child = spawn(command, args, { env: { ...process.env, ...env }, cwd, stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number];
  return code;
};

describe('a sign-in in a terminal', () => {
  const login = {
    id: 'login',
    name: 'Log in',
    type: 'terminal',
    args: ['login'],
    env: { MODE: 'tui' },
  };

  it('runs the same program with the additional arguments, never authenticate, and restarts the agent', async () => {
    const terminal = new RecordingTerminal(really);
    const { session, agent } = await fixture.play(
      {
        authMethods: [login],
        commandLine: [{ when: '^login$', steps: [step.writeFile(signedIn(), '')] }],
        on: [turn(guarded(step.say('in'), step.stop('end_turn')))],
      },
      { clientRequests: { signInTerminal: terminal } },
    );
    const ended = session.send(textDraft('hi'));
    await wanted(session);
    await session.signIn('login');
    expect(await ended).toBe('end_turn');
    expect(outline(session)).toContain('agent: in');
    const [order] = terminal.orders;
    expect(order).toMatchObject({ command: agent.launch.command, chosenBy: 'user' });
    expect(order?.args).toEqual([...agent.launch.args, 'login']);
    expect(order?.agentEnv).toEqual({ MODE: 'tui' });
    expect(await agent.received('authenticate')).toEqual([]);
    expect(await agent.received('initialize')).toHaveLength(2);
  });

  it('runs the program that an agent names in its _meta, marked as chosen by the agent', async () => {
    const terminal = new RecordingTerminal(async () => {
      await writeFile(signedIn(), '');
      return 0;
    });
    const { session } = await fixture.play(
      {
        authMethods: [
          {
            id: 'copilot-login',
            name: 'Log in',
            _meta: { 'terminal-auth': { command: 'copilot', args: ['login'], label: 'Log in' } },
          },
        ],
        on: [on('session/new', guarded(step.replyAsUsual))],
      },
      { clientRequests: { signInTerminal: terminal } },
    );
    await wanted(session);
    await session.signIn('copilot-login');
    await waitUntil(() => statusOf(session).kind === 'idle');
    expect(terminal.orders).toMatchObject([
      { command: 'copilot', args: ['login'], chosenBy: 'agent' },
    ]);
  });

  it.each([
    [1, /exit code 1/],
    [undefined, undefined],
  ])('that ends with %s leaves the choice open', async (code, words) => {
    const terminal = new RecordingTerminal(() => Promise.resolve(code));
    const { session, agent } = await fixture.play(
      { authMethods: [login], on: [on('session/new', step.fail(NEEDED))] },
      { clientRequests: { signInTerminal: terminal } },
    );
    await wanted(session);
    expect(await session.signIn('login')).toBe(false);
    expect(statusOf(session).kind).toBe('signIn');
    expect(await agent.received('initialize')).toHaveLength(1);
    if (words) {
      expect(outline(session)[0]).toMatch(words);
    } else {
      expect(outline(session)).toEqual([]);
    }
  });

  it('is advertised only when there is a terminal', async () => {
    const terminal = new RecordingTerminal(() => Promise.resolve(0));
    const first = await fixture.play({}, { clientRequests: { signInTerminal: terminal } });
    await first.session.open();
    const second = await fixture.play({});
    await second.session.open();
    const [withOne] = await first.agent.received('initialize');
    const [without] = await second.agent.received('initialize');
    expect(withOne?.params).toMatchObject({
      clientCapabilities: { auth: { terminal: true }, _meta: { 'terminal-auth': true } },
    });
    expect(without?.params).toMatchObject({ clientCapabilities: { auth: { terminal: false } } });
    expect(JSON.stringify(without?.params)).not.toContain('terminal-auth');
  });
});

describe('signing out', () => {
  it('is sent to an agent that supports it, and deletes the keys', async () => {
    const secrets = new MemorySecrets();
    secrets.stored.set('accord.keys.scripted', JSON.stringify({ variables: { A: 'b' } }));
    const { sessions, agent } = await fixture.play(
      { capabilities: { auth: { logout: {} } } },
      { clientRequests: { secrets } },
    );
    await sessions.signOut('scripted');
    expect(await agent.received('logout')).toHaveLength(1);
    expect(secrets.stored.size).toBe(0);
  });

  it('is never sent to an agent that does not support it', async () => {
    const { sessions, agent } = await fixture.play({});
    await expect(sessions.signOut('scripted')).rejects.toThrow(/doesn't support signing out/);
    expect(await agent.received('logout')).toEqual([]);
  });
});
