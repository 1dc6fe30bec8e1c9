import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import type { SecretStore } from '../../../../src/agent/authentication/secretStore.ts';
import { remoteHeaders } from '../../../../src/agent/remote/remoteHeaders.ts';
import { remoteProgram } from '../../../../src/agent/remote/remoteProgram.ts';
import { AgentWebSocket } from '../../../../src/agent/remote/agentWebSocket.ts';
import type { Session } from '../../../../src/agent/session/session.ts';
import { remoteServer, type RemoteServer } from '../../../fakes/remoteServer.ts';
import type { Scenario } from '../../../fakes/scenario.ts';
import { scriptedAgent } from '../../../fakes/scriptedAgent.ts';
import { outline, textDraft, SessionFixture } from '../../../fakes/sessionFixture.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';
import { on, step, turn } from '../../../fakes/step.ts';

let fixture: SessionFixture;
let server: RemoteServer | undefined;

beforeEach(async () => {
  fixture = await new SessionFixture().open();
});

afterEach(async () => {
  await fixture.close();
  await server?.die();
  server = undefined;
});

const serve = async (scenario: Scenario, authorization?: string): Promise<RemoteServer> => {
  const agent = await scriptedAgent(fixture.folder, scenario);
  server = await remoteServer(agent.launch, authorization);
  return server;
};

const talkTo = (url: string, headers: Record<string, string> = {}): Session =>
  fixture.reach(() =>
    Promise.resolve(remoteProgram({ kind: 'remote', name: 'Remote', url, headers }, () => {})),
  );

const statusOf = (session: Session): string => session.conversation.state.status.kind;

describe.each(['http', 'ws'])('a remote agent at a %s address', scheme => {
  it('completes a turn, with its updates in order', async () => {
    const { address } = await serve({
      on: [turn(step.think('hm'), step.say('$i ', { times: 50 }), step.say('done'))],
    });
    const session = talkTo(`${scheme}://${address}`);
    expect(await session.send(textDraft('hello'))).toBe('end_turn');
    const counted = Array.from({ length: 50 }, (_none, index) => `${index} `).join('');
    expect(outline(session)).toEqual([
      'user: hello',
      'thought: hm',
      `agent: ${counted}done`,
      'end: end_turn',
    ]);
  });

  it('requests a permission and receives the answer', async () => {
    const { address } = await serve({
      on: [turn(...step.permission({ toolCallId: 't' }, { allow: [step.say('allowed')] }))],
    });
    const session = talkTo(`${scheme}://${address}`);
    const end = session.send(textDraft('go'));
    await waitUntil(() => session.pendingRequestCount > 0);
    const asked = session.conversation.transcript.entries.find(({ kind }) => kind === 'permission');
    session.answerPermission(asked?.id ?? '', 'allow');
    expect(await end).toBe('end_turn');
    expect(outline(session)).toContain('agent: allowed');
  });

  it('can be stopped during a turn', async () => {
    const { address } = await serve({
      on: [turn(step.say('working'), step.waitForCancel, step.stop('cancelled'))],
    });
    const session = talkTo(`${scheme}://${address}`);
    const end = session.send(textDraft('go'));
    await waitUntil(() => outline(session).includes('agent: working'));
    session.cancel();
    expect(await end).toBe('cancelled');
    await waitUntil(() => statusOf(session) === 'idle');
  });

  it('keeps its output when the server dies, and is resumed by Restart', async () => {
    const scenario = { on: [turn(step.say('half'), step.waitForCancel)] };
    const first = await serve(scenario);
    let { address } = first;
    const session = fixture.reach(() => {
      const agent = { kind: 'remote', name: 'Remote', headers: {} } as const;
      const url = `${scheme}://${address}`;
      return Promise.resolve(remoteProgram({ ...agent, url }, () => {}));
    });
    const end = session.send(textDraft('go'));
    await waitUntil(() => outline(session).includes('agent: half'));
    await first.die();
    expect(await end).toBe('failed');
    await waitUntil(() => statusOf(session) === 'stopped');
    expect(outline(session)).toContain('agent: half');
    expect(outline(session).join('\n')).toContain('Remote (');
    expect(outline(session).at(-1)).toContain("Can't reach");
    ({ address } = await serve({ on: [turn(step.say('again'))] }));
    await session.reopen();
    expect(await session.send(textDraft('go on'))).toBe('end_turn');
    expect(outline(session)).toContain('agent: again');
  });

  it('leaves nothing open when it is closed', async () => {
    const { address, open } = await serve({});
    const session = talkTo(`${scheme}://${address}`);
    await waitUntil(() => statusOf(session) === 'idle');
    expect(open()).toBe(1);
    await session.stopAgent();
    await waitUntil(() => open() === 0);
  });

  it('shows an error when no server listens', async () => {
    const gone = await serve({});
    const { address } = gone;
    await gone.die();
    server = undefined;
    const session = talkTo(`${scheme}://${address}`);
    await waitUntil(() => statusOf(session) === 'stopped');
    expect(outline(session).join('\n')).toContain(`Can't reach Remote (${scheme}://${address})`);
  });

  it('shows an error when the server is not an agent', async () => {
    const other = createServer((_request, response) => response.writeHead(404).end('<html>no'));
    await new Promise<void>(resolve => {
      other.listen(0, '127.0.0.1', resolve);
    });
    const address = other.address();
    const session = talkTo(
      `${scheme}://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/x`,
    );
    await waitUntil(() => statusOf(session) === 'stopped');
    expect(outline(session).join('\n')).toContain('returned HTTP 404');
    other.closeAllConnections();
    other.close();
  });

  it('sends the headers with every request and never shows their values', async () => {
    const { address, asked } = await serve({}, 'Bearer right-token-1234');
    const welcome = talkTo(`${scheme}://${address}`, { Authorization: 'Bearer right-token-1234' });
    expect(await welcome.send(textDraft('hello'))).toBe('end_turn');
    expect(asked.every(({ authorization }) => authorization === 'Bearer right-token-1234')).toBe(
      true,
    );
    const refused = talkTo(`${scheme}://${address}`, { Authorization: 'Bearer wrong-token-5678' });
    await waitUntil(() => statusOf(refused) === 'stopped');
    const shown = JSON.stringify(refused.conversation.transcript);
    expect(shown).toContain('HTTP 401');
    expect(shown).not.toContain('wrong-token-5678');
  });

  it('does not follow redirects with its headers', async () => {
    const { address: target, asked } = await serve({});
    const elsewhere = createServer((_request, response) =>
      response.writeHead(307, { location: `http://${target}` }).end(),
    );
    await new Promise<void>(resolve => {
      elsewhere.listen(0, '127.0.0.1', resolve);
    });
    const address = elsewhere.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const session = talkTo(`${scheme}://127.0.0.1:${port}`, { 'X-Key': 'mine' });
    await waitUntil(() => statusOf(session) === 'stopped');
    expect(asked).toEqual([]);
    elsewhere.closeAllConnections();
    elsewhere.close();
  });

  it('can be stopped while it does not answer', async () => {
    const { address } = await serve({ on: [on('initialize', step.ignore)] });
    const session = talkTo(`${scheme}://${address}`);
    await waitUntil(() => (server?.asked.length ?? 0) > 0);
    session.cancel();
    await expect.poll(() => statusOf(session)).toBe('stopped');
  });
});

it('closes a WebSocket whose server no longer answers pings', async () => {
  const deaf = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong: false });
  await once(deaf, 'listening');
  const address = deaf.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const socket = new AgentWebSocket(`ws://127.0.0.1:${port}`, undefined, { heartbeatMs: 20 });
  await once(socket, 'open');
  await once(socket, 'close');
  expect(socket.readyState).toBe(AgentWebSocket.CLOSED);
  deaf.close();
});

it('keeps a WebSocket whose server answers pings', async () => {
  const alive = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(alive, 'listening');
  const address = alive.address();
  const port = typeof address === 'object' ? address?.port : 0;
  // Long enough for an answer on a busy machine. The second ping is sent only if the first was answered.
  const socket = new AgentWebSocket(`ws://127.0.0.1:${port}`, undefined, { heartbeatMs: 1_000 });
  await once(socket, 'pong');
  await once(socket, 'pong');
  expect(socket.readyState).toBe(AgentWebSocket.OPEN);
  socket.close();
  await once(socket, 'close');
  alive.close();
});

describe('secrets in headers', () => {
  const agent = {
    kind: 'remote',
    name: 'Remote',
    url: 'https://agent.example/acp',
    headers: { Authorization: 'Bearer ${secret:TOKEN}', 'X-Team': 'blue' },
  } as const;

  it('are requested once and stored', async () => {
    const { secrets, questions } = secretStore(['  s3cret ']);
    const signInContext = { agentId: 'remote', secrets, askAgain: false };
    const headers = { Authorization: 'Bearer s3cret', 'X-Team': 'blue' };
    expect(await remoteHeaders(agent, signInContext)).toEqual(headers);
    expect(await remoteHeaders(agent, signInContext)).toEqual(headers);
    expect(questions).toEqual([{ agentName: 'Remote', what: 'TOKEN', known: false }]);
  });

  it('are requested again when the server refuses them; an empty answer keeps the old value', async () => {
    const { secrets } = secretStore(['old', '', 'new']);
    const again = { agentId: 'remote', secrets, askAgain: true };
    await remoteHeaders(agent, { ...again, askAgain: false });
    expect((await remoteHeaders(agent, again))['Authorization']).toBe('Bearer old');
    expect((await remoteHeaders(agent, again))['Authorization']).toBe('Bearer new');
  });

  it('that are not entered prevent the connection', async () => {
    const signInContext = { agentId: 'remote', secrets: secretStore([]).secrets, askAgain: false };
    await expect(remoteHeaders(agent, signInContext)).rejects.toThrow('needs TOKEN');
  });

  it('are sent unencrypted only to this machine', async () => {
    const { secrets } = secretStore(['a', 'b', 'c', 'd']);
    const signInContext = { agentId: 'remote', secrets, askAgain: false };
    const to = (url: string) =>
      remoteHeaders({ ...agent, url, allowInsecure: true }, signInContext);
    await expect(to('http://agent.example/')).rejects.toThrow('unencrypted');
    await expect(to('ws://localhost.example/')).rejects.toThrow('unencrypted');
    await expect(to('ws://127.0.0.1.example/')).rejects.toThrow('unencrypted');
    await expect(to('ws://[::1]:3000/')).resolves.toBeDefined();
    await expect(to('http://localhost:3000/')).resolves.toBeDefined();
  });

  it('that are invalid header values are not shown', async () => {
    const signInContext = {
      agentId: 'remote',
      secrets: secretStore(['två\nrader €']).secrets,
      askAgain: false,
    };
    const failure = await remoteHeaders(agent, signInContext).catch(String);
    expect(failure).toContain('Authorization');
    expect(failure).not.toContain('rader');
  });
});

/** A secret store, and a user who gives these answers. */
function secretStore(answers: readonly string[]): {
  readonly secrets: SecretStore;
  readonly questions: readonly unknown[];
} {
  const stored = new Map<string, string>();
  const questions: unknown[] = [];
  return {
    questions,
    secrets: {
      get: name => Promise.resolve(stored.get(name)),
      set: (name, value) => Promise.resolve(void stored.set(name, value)),
      delete: name => Promise.resolve(void stored.delete(name)),
      ask: question => Promise.resolve(answers[questions.push(question) - 1]),
    },
  };
}
