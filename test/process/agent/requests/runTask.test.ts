import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { DecisionLog } from '../../../../src/agent/permission/decisionLog.ts';
import { RulePolicy } from '../../../../src/agent/permission/rulePolicy.ts';
import type { RequestSession } from '../../../../src/agent/requests/clientRequests.ts';
import { WorkspaceRequests } from '../../../../src/agent/requests/workspaceRequests.ts';
import type { Terminals } from '../../../../src/agent/terminal/terminals.ts';
import { parsePermissionRules } from '../../../../src/core/permission/permissionRule.ts';
import type { TurnPhase } from '../../../../src/core/session/state/turnPhase.ts';
import { MemoryDocuments } from '../../../fakes/memoryDocuments.ts';
import { fakeRequestSession } from '../../../fakes/requestSession.ts';
import { tableEncodings } from '../../../fakes/tableEncodings.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';

const TIMEOUT_MS = 20_000;

let folder: string;
let log: DecisionLog;
let asked: string[];
let answer: 'once' | 'deny';
let phase: TurnPhase;

beforeEach(async () => {
  folder = await temporaryFolder();
  const logFile = join(await temporaryFolder(), 'private', 'decisions.jsonl');
  log = new DecisionLog(logFile, { info: () => {}, warn: () => {}, error: () => {} });
  asked = [];
  answer = 'once';
  phase = 'running';
});

const createSession = (): RequestSession =>
  fakeRequestSession({
    roots: [folder],
    turnPhase: () => phase,
    ask: async ({ toolCall }) => {
      asked.push(`${toolCall.title}: ${JSON.stringify(toolCall.content)}`);
      return answer;
    },
  });

/** The terminals of a session whose user has these rules. */
async function open(rules: unknown = []): Promise<Terminals> {
  const settings = { mode: 'rules' as const, ...parsePermissionRules(rules) };
  const requests = new WorkspaceRequests({
    documents: new MemoryDocuments(),
    encodings: tableEncodings(),
    environment: async () => ({ PATH: process.env['PATH'] ?? '' }),
    shell: () => '/bin/sh',
    permissionPolicy: new RulePolicy({ settings: () => settings, shell: () => 'posix', log }),
  });
  requests.forAgent().openSession?.(createSession());
  onTestFinished(() => requests.close());
  const access = await requests.getAccess('s');
  expect(access).toBeDefined();
  return (access as NonNullable<typeof access>).terminals;
}

const run = (
  terminals: Terminals,
  command: string,
  { timeoutMs = TIMEOUT_MS, signal = new AbortController().signal } = {},
): ReturnType<Terminals['runTask']> => terminals.runTask({ command }, timeoutMs, signal);

describe('a task that an agent runs with a tool', () => {
  it('runs only if the user allows its command, unlike a command that the agent has asked about', async () => {
    const terminals = await open();
    expect(await run(terminals, 'echo done && exit 3')).toMatchObject({
      output: 'done\n',
      exitStatus: { exitCode: 3 },
      isTimedOut: false,
    });
    expect(asked).toEqual([expect.stringContaining('Run a VS Code task')]);
    expect(asked[0]).toContain('echo done && exit 3');
    answer = 'deny';
    await expect(run(terminals, 'touch denied.txt')).rejects.toThrow('did not allow');
    expect(existsSync(join(folder, 'denied.txt'))).toBe(false);
    await terminals.create({ command: 'echo own' });
    expect(asked).toHaveLength(2);
  });

  it('runs without a question if a rule allows its command, which is logged', async () => {
    const terminals = await open([{ decision: 'allow', command: 'echo *' }]);
    expect((await run(terminals, 'echo done')).output).toBe('done\n');
    expect(asked).toEqual([]);
    const recent = await log.recent(5);
    expect(recent).toMatchObject([{ source: 'client', command: 'echo done', decision: 'allow' }]);
  });

  it('with variables is asked about, whatever rule allows its command', async () => {
    const terminals = await open([{ decision: 'allow', command: 'echo *' }]);
    const { signal } = new AbortController();
    const task = { command: 'echo done', env: [{ name: 'BUILD_TOOL', value: './evil' }] };
    await terminals.runTask(task, TIMEOUT_MS, signal);
    expect(asked).toEqual([expect.stringContaining('BUILD_TOOL=./evil')]);
  });

  it('does not run if a rule denies its command, which is logged', async () => {
    const terminals = await open([{ decision: 'deny', command: 'touch *' }]);
    await expect(run(terminals, 'touch denied.txt')).rejects.toThrow('rule of the user denies');
    expect(existsSync(join(folder, 'denied.txt'))).toBe(false);
    expect(asked).toEqual([]);
    expect(await log.recent(5)).toMatchObject([{ decision: 'deny' }]);
  });

  it('does not run after the user has stopped the turn', async () => {
    const terminals = await open();
    phase = 'stopped';
    await expect(run(terminals, 'touch late.txt')).rejects.toThrow('cancelled');
    expect(existsSync(join(folder, 'late.txt'))).toBe(false);
  });

  it('is ended at its time limit, and what it has printed is kept', async () => {
    const terminals = await open();
    const ended = await run(terminals, 'echo begun; sleep 60; touch late.txt', {
      timeoutMs: 1_000,
    });
    expect(ended).toMatchObject({ output: 'begun\n', isTimedOut: true });
  });

  it('is ended with the call, together with the programs that it has started', async () => {
    const terminals = await open();
    const canceled = new AbortController();
    const line = '(touch begun.txt; sleep 1; touch late.txt) & wait';
    const running = run(terminals, line, { signal: canceled.signal });
    await waitUntil(() => existsSync(join(folder, 'begun.txt')));
    canceled.abort();
    await expect(running).rejects.toThrow('cancelled');
    await new Promise(resolve => setTimeout(resolve, 1_500));
    expect(existsSync(join(folder, 'late.txt'))).toBe(false);
  });
});
