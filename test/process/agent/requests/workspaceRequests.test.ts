import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  filterMarkedLinux,
  listLinuxProcesses,
} from '../../../../src/agent/process/table/linuxProcesses.ts';
import type { Session } from '../../../../src/agent/session/session.ts';
import {
  WorkspaceRequests,
  type FileAccessEvent,
} from '../../../../src/agent/requests/workspaceRequests.ts';
import { MemoryDocuments } from '../../../fakes/memoryDocuments.ts';
import { outline, textDraft, SessionFixture } from '../../../fakes/sessionFixture.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';
import type { Step } from '../../../fakes/scenario.ts';
import { step, turn } from '../../../fakes/step.ts';
import { tableEncodings } from '../../../fakes/tableEncodings.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

/** Enough time for a busy machine. */
const PATIENCE = { timeout: 15_000 };

let fixture: SessionFixture;
let requests: WorkspaceRequests;
let documents: MemoryDocuments;

beforeEach(async () => {
  fixture = await new SessionFixture().open();
  documents = new MemoryDocuments();
  requests = new WorkspaceRequests({
    documents,
    encodings: tableEncodings(),
    environment: async () => ({ PATH: process.env['PATH'] ?? '' }),
    shell: () => '/bin/sh',
  });
});

afterEach(() => fixture.close());

const call = (method: string, params: unknown, save?: string): Step => ({
  do: 'call',
  method,
  params,
  ...(save === undefined ? {} : { save }),
});

/** Plays a turn to its end, with the requests of the workspace. */
async function play(...steps: readonly Step[]): Promise<Session> {
  const { session } = await fixture.play(
    { on: [turn(...steps, step.stop('end_turn'))], agentInfo: { name: 'scripted', version: '1' } },
    { clientRequests: requests.forAgent() },
  );
  return session;
}

/** The number of running processes that were started with this variable. */
const survivors = async (): Promise<number> =>
  (await filterMarkedLinux(`ACCORD_TEST=${fixture.folder}`, await listLinuxProcesses())).length;

/** Answers the only open request. */
async function answer(session: Session, optionId: string): Promise<void> {
  await waitUntil(() => session.pendingRequestCount > 0);
  const question = session.conversation.transcript.entries.findLast(
    ({ kind }) => kind === 'permission',
  );
  session.answerPermission(question?.id ?? '', optionId);
}

describe('WorkspaceRequests', () => {
  it('advertises reading, writing and terminals', async () => {
    const { session, agent } = await fixture.play({}, { clientRequests: requests.forAgent() });
    await session.send(textDraft('hi'));
    const [initialize] = await agent.received('initialize');
    expect(initialize?.params).toMatchObject({
      clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
    });
  });

  it('serves reads and writes, and reports them', async () => {
    const path = join(fixture.folder, 'a.txt');
    await writeFile(path, 'one\ntwo\n');
    const accesses: FileAccessEvent[] = [];
    requests.onDidAccessFile(event => accesses.push(event));
    const session = await play(
      call('fs/read_text_file', { path, line: 2, limit: 1 }),
      step.say('${answer.result.content}'),
      call('fs/write_text_file', { path, content: 'new\n' }),
    );
    await session.send(textDraft('go'));
    expect(outline(session)).toContain('agent: two\n');
    expect(await readFile(path, 'utf8')).toBe('new\n');
    expect(accesses).toMatchObject([
      { kind: 'read', sessionId: session.id, line: 1, path: { shown: path } },
      { kind: 'write', sessionId: session.id, before: 'one\ntwo\n', text: 'new\n' },
    ]);
  });

  it('answers failures with an error code and a reason', async () => {
    const session = await play(
      call('fs/read_text_file', { path: join(fixture.folder, 'none') }, 'missing'),
      call('fs/read_text_file', { path: 'relative' }, 'relative'),
      call('terminal/output', { terminalId: 'x' }, 'terminal'),
      {
        do: 'call',
        method: 'fs/read_text_file',
        params: { path: '/x', sessionId: 'other' },
        omitSession: true,
        save: 'other',
      },
      step.say(
        '${missing.error.code} ${relative.error.code} ${terminal.error.code} ${other.error.code}',
      ),
    );
    await session.send(textDraft('go'));
    expect(outline(session)).toContain('agent: -32002 -32602 -32002 -32002');
  });

  it('asks in the conversation before accessing anything outside the workspace, and does what the user decides', async () => {
    const outside = await temporaryFolder();
    const path = join(outside, 'x.txt');
    const session = await play(
      call('fs/write_text_file', { path, content: 'first' }, 'first'),
      call('fs/write_text_file', { path, content: 'second' }, 'second'),
      call('fs/write_text_file', { path, content: 'third' }, 'third'),
      step.say('${first.error.code} ${second} ${third}'),
    );
    const turnEnd = session.send(textDraft('go'));
    await answer(session, 'deny');
    await answer(session, 'folder');
    await turnEnd;
    const asked = 'permission: Write a file outside the workspace (chosen)';
    expect(outline(session)).toEqual([
      'user: go',
      asked,
      asked,
      'agent: -32602 {"result":{}} {"result":{}}',
      'end: end_turn',
    ]);
    expect(await readFile(path, 'utf8')).toBe('third');
    const request = session.conversation.transcript.entries.find(
      ({ kind }) => kind === 'permission',
    );
    expect(request).toMatchObject({
      source: 'client',
      content: [{ block: { text: path } }],
      choices: [
        {},
        { optionId: 'folder', name: `Everything in ${outside} until the session ends` },
        {},
      ],
    });
  });

  it('runs commands, shows them in the conversation, and keeps their output', async () => {
    const session = await play(
      call('terminal/create', { command: 'echo hello; exit 3' }, 'made'),
      step.toolCall('t1', {
        content: [{ type: 'terminal', terminalId: '${made.result.terminalId}' }],
      }),
      call('terminal/wait_for_exit', { terminalId: '${made.result.terminalId}' }, 'exit'),
      call('terminal/output', { terminalId: '${made.result.terminalId}' }),
      call('terminal/release', { terminalId: '${made.result.terminalId}' }, 'released'),
      step.say('${exit} ${answer}'),
    );
    await session.send(textDraft('go'));
    expect(outline(session)).toContain(
      'agent: {"result":{"exitCode":3,"signal":null}} {"result":{"output":"hello\\n","truncated":false,"exitStatus":{"exitCode":3,"signal":null}}}',
    );
    expect([...session.conversation.transcript.terminals.values()]).toMatchObject([
      { command: 'echo hello; exit 3', cwd: fixture.folder, output: 'hello\n', exit: { code: 3 } },
    ]);
  });

  it('ends the commands of an agent when the turn is stopped', async () => {
    const env = [{ name: 'ACCORD_TEST', value: fixture.folder }];
    const session = await play(
      call('terminal/create', { command: 'sleep 300 & sleep 300', env }),
      step.say('running'),
      step.waitForCancel,
    );
    const turnEnd = session.send(textDraft('go'));
    await waitUntil(() => outline(session).includes('agent: running'));
    expect(await survivors()).toBeGreaterThan(0);
    session.cancel();
    await turnEnd;
    await expect.poll(survivors, PATIENCE).toBe(0);
  });

  it.each(['dispose', 'stopAgent'] as const)(
    'ends all commands with the session (%s)',
    async how => {
      const env = [{ name: 'ACCORD_TEST', value: fixture.folder }];
      const session = await play(
        call('terminal/create', { command: 'sleep 300', env }),
        step.say('left'),
      );
      await session.send(textDraft('go'));
      expect(await survivors()).toBeGreaterThan(0);
      await session[how]();
      await expect.poll(survivors, PATIENCE).toBe(0);
    },
  );

  it('ends all commands when the agent is restarted, even if the restart fails', async () => {
    const env = [{ name: 'ACCORD_TEST', value: fixture.folder }];
    const { session, sessions } = await fixture.play(
      {
        start: [step.ifFile('broken', [{ do: 'exit', code: 1 }])],
        on: [turn(call('terminal/create', { command: 'sleep 300', env }), step.stop('end_turn'))],
      },
      { clientRequests: requests.forAgent() },
    );
    await session.send(textDraft('go'));
    expect(await survivors()).toBeGreaterThan(0);
    await fixture.write('broken', '');
    await sessions.restart(session);
    expect(session.conversation.state.status.kind).toBe('stopped');
    await expect.poll(survivors, PATIENCE).toBe(0);
  });

  it('shows a few of many failed writes in each turn, and says that there are more', async () => {
    const path = join(fixture.folder, 'open.txt');
    documents.open.set(path, { text: 'mine', isDirty: true });
    let count = 0;
    documents.beforeWrite = () => {
      count += 1;
      throw new Error(`failure ${count}`);
    };
    const session = await play(step.repeat(50, step.writeText(path, 'text')));
    for (const prompt of ['one', 'two']) {
      await session.send(textDraft(prompt));
    }
    const notices = outline(session).filter(line => line.startsWith('notice'));
    expect(notices).toHaveLength(10);
    expect(notices[4]).toBe("notice: Scripted sent more requests that failed. They aren't shown.");
    expect(notices[9]).toBe(notices[4]);
  });

  it('runs nothing for an agent that continues after the user has stopped the turn', async () => {
    const env = [{ name: 'ACCORD_TEST', value: fixture.folder }];
    const session = await play(
      step.say('thinking'),
      step.waitForCancel,
      call('terminal/create', { command: 'touch ran; sleep 300', env }),
      step.say(', ${answer.error.code}'),
    );
    const turnEnd = session.send(textDraft('go'));
    await waitUntil(() => outline(session).includes('agent: thinking'));
    session.cancel();
    await turnEnd;
    expect(outline(session)).toContain('agent: thinking, -32800');
    expect(await survivors()).toBe(0);
  });

  it('answers a wait that the agent cancels with -32800, and lets the command continue', async () => {
    const session = await play(
      call('terminal/create', { command: 'sleep 300' }, 'made'),
      {
        do: 'call',
        method: 'terminal/wait_for_exit',
        params: { terminalId: '${made.result.terminalId}' },
        later: true,
        save: 'wait',
      },
      { do: 'cancelCall', name: 'wait' },
      { do: 'await', name: 'wait' },
      call('terminal/output', { terminalId: '${made.result.terminalId}' }),
      step.say('${wait.error.code} ${answer}'),
    );
    await session.send(textDraft('go'));
    expect(outline(session)).toContain('agent: -32800 {"result":{"output":"","truncated":false}}');
  });
});
