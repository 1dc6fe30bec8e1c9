import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DecisionLog } from '../../../../src/agent/permission/decisionLog.ts';
import {
  RulePolicy,
  type PermissionSettings,
} from '../../../../src/agent/permission/rulePolicy.ts';
import { WorkspaceRequests } from '../../../../src/agent/requests/workspaceRequests.ts';
import type { Session } from '../../../../src/agent/session/session.ts';
import { parsePermissionRules } from '../../../../src/core/permission/permissionRule.ts';
import type { PermissionMode } from '../../../../src/core/permission/permissionRules.ts';
import { MemoryDocuments } from '../../../fakes/memoryDocuments.ts';
import type { Step } from '../../../fakes/scenario.ts';
import type { ScriptedAgent } from '../../../fakes/scriptedAgent.ts';
import { outline, SessionFixture, textDraft } from '../../../fakes/sessionFixture.ts';
import { step, turn } from '../../../fakes/step.ts';
import { tableEncodings } from '../../../fakes/tableEncodings.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';

let fixture: SessionFixture;
let log: DecisionLog;
let logFile: string;

beforeEach(async () => {
  fixture = await new SessionFixture().open();
  logFile = join(await temporaryFolder(), 'private', 'decisions.jsonl');
  log = new DecisionLog(logFile, { info: () => {}, warn: () => {}, error: () => {} });
});

afterEach(() => fixture.close());

/** Plays a turn with these rules until it ends or the user is asked. */
async function play(
  mode: PermissionMode,
  rules: unknown,
  ...steps: readonly Step[]
): Promise<{ session: Session; agent: ScriptedAgent; ended: Promise<unknown> }> {
  const settings: PermissionSettings = { mode, ...parsePermissionRules(rules) };
  const policy = new RulePolicy({ settings: () => settings, shell: () => 'posix', log });
  const requests = new WorkspaceRequests({
    documents: new MemoryDocuments(),
    encodings: tableEncodings(),
    environment: async () => ({ PATH: process.env['PATH'] ?? '' }),
    shell: () => '/bin/sh',
    permissionPolicy: policy,
  });
  const { session, agent } = await fixture.play(
    { on: [turn(...steps, step.stop('end_turn'))] },
    { clientRequests: requests.forAgent(), permissionPolicy: policy },
  );
  const ended = session.send(textDraft('go'));
  await Promise.race([ended, waitUntil(() => session.pendingRequestCount > 0)]);
  return { session, agent, ended };
}

const ask = (toolCall: Readonly<Record<string, unknown>>, options?: readonly unknown[]) => [
  ...step.permission(
    { toolCallId: 't', title: 'Do it', ...toolCall },
    {
      allow: [step.note('answer', 'allow')],
      always: [step.note('answer', 'always')],
      reject: [step.note('answer', 'reject')],
      cancelled: [step.note('answer', 'cancelled')],
    },
    ...(options ? [options] : []),
  ),
];

const run = (command: unknown) => ask({ kind: 'execute', rawInput: { command } });
const edit = (path: string) => ask({ kind: 'edit', locations: [{ path }] });
const NPM_TEST = { decision: 'allow', kind: 'execute', command: 'npm test' };

describe('a permission request', () => {
  it('that a rule allows is answered with the option for once, shown, and logged', async () => {
    const { agent, session } = await play('rules', [NPM_TEST], ...run(['bash', '-lc', 'npm test']));
    expect(await agent.noted('answer')).toEqual(['allow']);
    expect(outline(session)).toContain('permission: Do it (chosen)');
    expect(session.conversation.transcript.entries).toContainEqual(
      expect.objectContaining({ answer: { kind: 'chosen', optionId: 'allow', automatic: 'rule' } }),
    );
    expect(await log.recent(10)).toMatchObject([
      { agent: 'Scripted', source: 'agent', decision: 'allow', rules: [JSON.stringify(NPM_TEST)] },
    ]);
    expect((await stat(logFile)).mode & 0o077).toBe(0);
  });

  it.each([
    ['another command', run('npm test && rm -rf x')],
    ['a command that is not understood', run('npm test $(rm x)')],
    [
      'no option for once',
      ask({ kind: 'execute', rawInput: { command: 'npm test' } }, [
        { optionId: 'always', name: 'Always', kind: 'allow_always' },
      ]),
    ],
    [
      'two options for once',
      ask({ kind: 'execute', rawInput: { command: 'npm test' } }, [
        { optionId: 'allow', name: 'Yes', kind: 'allow_once' },
        { optionId: 'all', name: 'Yes, edits too', kind: 'allow_once' },
      ]),
    ],
  ])('with %s is shown to the user', async (_what, steps) => {
    const { session } = await play('rules', [NPM_TEST], ...steps);
    expect(session.pendingRequestCount).toBe(1);
    expect(await log.recent(10)).toEqual([]);
  });

  it('is shown to the user in the mode ask, and while a rule is invalid', async () => {
    const asked = await play('ask', [NPM_TEST], ...run('npm test'));
    expect(asked.session.pendingRequestCount).toBe(1);
    const invalid = await play('rules', [NPM_TEST, { decision: 'alow' }], ...run('npm test'));
    expect(invalid.session.pendingRequestCount).toBe(1);
  });

  it('that a rule denies is rejected once, in every mode', async () => {
    const rules = [NPM_TEST, { decision: 'deny', command: 'npm *' }];
    const { agent } = await play('ask', rules, ...run('npm test'));
    expect(await agent.noted('answer')).toEqual(['reject']);
    expect(await log.recent(10)).toMatchObject([{ decision: 'deny' }]);
  });

  it('that a rule denies is rejected also if its input is JSON in a string', async () => {
    const rules = [{ decision: 'deny', command: 'npm *' }];
    const { agent } = await play(
      'ask',
      rules,
      ...ask({ kind: 'execute', rawInput: '{"command":"npm test"}' }),
    );
    expect(await agent.noted('answer')).toEqual(['reject']);
  });

  it('for an edit of the workspace is allowed in the mode allowEdits, but not through a link', async () => {
    const outside = await temporaryFolder();
    await mkdir(join(fixture.folder, 'src'));
    await symlink(outside, join(fixture.folder, 'link'));
    const { agent, session } = await play(
      'allowEdits',
      [],
      ...edit(join(fixture.folder, 'src', 'a.ts')),
      ...edit('src/b.ts'),
      ...edit(join(fixture.folder, 'link', 'a.ts')),
    );
    expect(await agent.noted('answer')).toEqual(['allow', 'allow']);
    expect(session.pendingRequestCount).toBe(1);
  });

  it.each(['~/a.ts', '$HOME/a.ts', '%USERPROFILE%/a.ts', 'file:///etc/a.ts', '~root/a.ts'])(
    'is not allowed for %s, which may not be in the workspace',
    async path => {
      const { session } = await play('allowEdits', [], ...edit(path));
      expect(session.pendingRequestCount).toBe(1);
    },
  );

  it('for a file in the home folder is denied by a rule for it, however the folder is written', async () => {
    const rules = [{ decision: 'deny', path: '~/private/**' }];
    const { agent } = await play('allowEdits', rules, ...edit('~/private/a.ts'));
    expect(await agent.noted('answer')).toEqual(['reject']);
  });

  it('is not allowed for a path that only its input names', async () => {
    const { session } = await play(
      'allowEdits',
      [],
      ...ask({
        kind: 'edit',
        locations: [{ path: join(fixture.folder, 'a.ts') }],
        rawInput: { filePath: '/etc/passwd' },
      }),
    );
    expect(session.pendingRequestCount).toBe(1);
  });
});

describe('what we serve', () => {
  it('does not run a command or write a file that a rule denies', async () => {
    const { agent, ended } = await play(
      'ask',
      [
        { decision: 'deny', command: 'touch *' },
        { decision: 'deny', kind: 'edit', path: 'locked/**' },
      ],
      step.call('terminal/create', { command: 'touch', args: ['x'] }),
      step.note('run', '${answer.error.code}'),
      step.call('fs/write_text_file', { path: join(fixture.folder, 'locked/a'), content: '' }),
      step.note('write', '${answer.error.code}'),
    );
    await ended;
    expect([...(await agent.noted('run')), ...(await agent.noted('write'))]).toEqual([
      -32602, -32602,
    ]);
    expect(await log.recent(10)).toMatchObject([{ source: 'client' }, { command: 'touch x' }]);
  });

  it('writes outside the workspace where a rule allows it, and asks elsewhere', async () => {
    const outside = await temporaryFolder();
    const path = join(outside, 'notes', 'a.txt');
    await mkdir(join(outside, 'notes'));
    const { session } = await play(
      'rules',
      [{ decision: 'allow', kind: 'edit', path: `${outside}/notes/**` }],
      step.writeText(path, 'x'),
      step.writeText(join(outside, 'b.txt'), 'x'),
    );
    expect(await readFile(path, 'utf8')).toBe('x');
    expect(session.pendingRequestCount).toBe(1);
  });

  it('asks about a command that a rule asks about', async () => {
    const { session } = await play(
      'rules',
      [{ decision: 'ask', command: 'git push *' }],
      step.call('terminal/create', { command: 'git', args: ['push', 'origin'] }),
    );
    expect(JSON.stringify(session.conversation.transcript.entries)).toContain('git push origin');
    expect(session.pendingRequestCount).toBe(1);
  });
});

describe('the log of decisions', () => {
  it('is bounded, and survives a line that was not written completely', async () => {
    const decided = { decision: 'allow', reason: { kind: 'mode' } } as const;
    const request = {
      agent: { id: 'a', name: 'A' },
      sessionId: 's',
      source: 'agent',
      roots: [],
      kind: 'edit',
      paths: ['x'.repeat(100_000)],
      command: { kind: 'line', line: 'curl -H "Authorization: Bearer abcdefghijklmnop1234"' },
    } as const;
    log.add(request, decided);
    await log.recent(1);
    await writeFile(logFile, '{"atMs":', { flag: 'a' });
    await writeFile(logFile, '\n', { flag: 'a' });
    for (let count = 0; count < 1_500; count += 1) {
      log.add(request, decided);
    }
    const logged = await log.recent(5_000);
    expect(logged.length).toBeGreaterThan(400);
    const sizes = await Promise.all([logFile, `${logFile}.old`].map(file => stat(file)));
    expect(sizes.every(({ size }) => size < 1.1 * 1024 * 1024)).toBe(true);
    expect(await readFile(logFile, 'utf8')).not.toContain('abcdefghijklmnop1234');
  });
});
