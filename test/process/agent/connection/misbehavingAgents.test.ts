import { describe, expect, it } from 'vitest';
import { DEADLINES } from '../../../../src/agent/connection/deadlines.ts';
import { WorkspaceRequests } from '../../../../src/agent/requests/workspaceRequests.ts';
import { MemoryDocuments } from '../../../fakes/memoryDocuments.ts';
import { launchProcess, outline, textDraft } from '../../../fakes/sessionFixture.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';
import { scriptedAgent } from '../../../fakes/scriptedAgent.ts';
import { on, step, turn } from '../../../fakes/step.ts';
import { tableEncodings } from '../../../fakes/tableEncodings.ts';

const fixture = useSessionFixture();

describe('an agent with unusual output', () => {
  it('has a private key that it prints to stdout kept out of the log', async () => {
    const key = `-----BEGIN PRIVATE KEY-----\n${'cAnArY\n'.repeat(20)}-----END PRIVATE KEY-----\n`;
    const { session, sessions } = await fixture.play({
      on: [turn(step.stdout({ text: `loading\n${key}loaded\n` }), step.stop('end_turn'))],
    });
    const logLines: string[] = [];
    sessions.onDidLog(({ line }) => logLines.push(line));
    await session.send(textDraft('hi'));
    expect(logLines).toEqual([
      '[stdout] loading',
      '[stdout] -----BEGIN PRIVATE KEY-----[hidden]',
      '[stdout] -----END PRIVATE KEY-----',
      '[stdout] loaded',
    ]);
  });

  it('may put a terminal title and colors on the line of a message', async () => {
    const { session } = await fixture.play({
      start: [step.stdout({ text: '\u001b]0;agent\u0007\u001b[?25l\u001b[1G\u001b[0K' })],
      on: [turn(step.say('fine'), step.stdout({ text: '\u001b[0m' }), step.stop('end_turn'))],
    });
    expect(await session.send(textDraft('hi'))).toBe('end_turn');
    expect(outline(session)).toContain('agent: fine');
  });

  it('may set the unused field of an answer to null', async () => {
    const { session } = await fixture.play({
      on: [
        turn(
          step.message({
            jsonrpc: '2.0',
            id: '${requestId}',
            result: { stopReason: 'max_tokens' },
            error: null,
          }),
          step.ignore,
        ),
      ],
    });
    expect(await session.send(textDraft('hi'))).toBe('max_tokens');
  });

  it('gets an answer to an update that it sends as a request, and the update is applied', async () => {
    const { session, agent } = await fixture.play({
      on: [
        turn(
          step.call('session/update', {
            update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'a' } },
          }),
          step.note('answered', '${answer}'),
          step.stop('end_turn'),
        ),
      ],
    });
    expect(await session.send(textDraft('hi'))).toBe('end_turn');
    expect(outline(session)).toContain('agent: a');
    expect(await agent.noted('answered')).toHaveLength(1);
  });

  it('gets an answer to a request for a session that it has not announced yet', async () => {
    const requests = new WorkspaceRequests({
      documents: new MemoryDocuments(),
      encodings: tableEncodings(),
      environment: async () => ({}),
      shell: () => '/bin/sh',
    });
    const { session } = await fixture.play(
      {
        on: [
          on(
            'session/new',
            step.call('fs/read_text_file', {
              sessionId: 'session-1',
              path: `${fixture.folder}/A.md`,
            }),
            step.replyAsUsual,
          ),
        ],
      },
      { clientRequests: requests.forAgent() },
    );
    await expect.poll(() => session.conversation.state.status.kind).toBe('idle');
  });
});

describe('an agent with an unusual start', () => {
  it('has the reason for its exit found on stdout', async () => {
    const { session } = await fixture.play({
      start: [step.stdout({ text: 'Error: unknown option --acp\n' }), { do: 'exit', code: 0 }],
    });
    await waitUntil(() => session.conversation.state.status.kind === 'stopped');
    const { status } = session.conversation.state;
    expect(status.kind === 'stopped' && status.reason).toContain('unknown option --acp');
  });

  it('starts although its stored keys cannot be read', async () => {
    const secrets = {
      get: () => Promise.reject(new Error('The keyring is locked.')),
      set: () => Promise.resolve(),
      delete: () => Promise.resolve(),
      ask: () => Promise.resolve(undefined),
    };
    const { session } = await fixture.play({}, { clientRequests: { secrets } });
    expect(await session.send(textDraft('hi'))).toBe('end_turn');
  });

  it('is not started after it was stopped, however long the preparation takes', async () => {
    let ready: (() => void) | undefined;
    const secrets = {
      get: () => new Promise<undefined>(resolve => (ready = () => resolve(undefined))),
      set: () => Promise.resolve(),
      delete: () => Promise.resolve(),
      ask: () => Promise.resolve(undefined),
    };
    let startCount = 0;
    const launch = (): Promise<never> => {
      startCount += 1;
      return Promise.reject(new Error('It was started.'));
    };
    const session = fixture.reach(launch, { clientRequests: { secrets } });
    await waitUntil(() => ready !== undefined);
    await session.stopAgent();
    ready?.();
    await new Promise(resolve => setImmediate(resolve));
    expect(startCount).toBe(0);
  });

  it('can be stopped while the preparation of its start hangs', async () => {
    const session = fixture.reach(() => new Promise(() => {}));
    await waitUntil(() => session.conversation.state.status.kind === 'starting');
    session.cancel();
    await expect.poll(() => session.conversation.state.status.kind).toBe('stopped');
  });

  it('is given time to download its package, and the user is informed', async () => {
    const deadlines = { ...DEADLINES, initializeMs: 50, slowMs: 100 };
    const agent = await scriptedAgent(fixture.folder, {
      on: [on('initialize', step.waitForFile('fetched'), step.replyAsUsual)],
    });
    const launch = async (cwd: string) => ({
      ...(await launchProcess({ name: 'Remote', ...agent.launch }, cwd)),
      mayDownload: true,
    });
    const session = fixture.reach(launch, { deadlines });
    await waitUntil(() => {
      const { status } = session.conversation.state;
      return status.kind === 'starting' && /download/.test(status.note);
    });
    await fixture.write('fetched', '');
    expect(await session.send(textDraft('hi'))).toBe('end_turn');
  });
});
