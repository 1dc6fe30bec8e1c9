import { beforeEach, describe, expect, it } from 'vitest';
import type { FileAccess } from '../../../../src/agent/files/consent.ts';
import { consentByRules } from '../../../../src/agent/requests/consentByRules.ts';
import { RequestGate } from '../../../../src/agent/requests/requestGate.ts';
import type { CommandLine } from '../../../../src/core/terminal/commandLine.ts';
import {
  about,
  AGENT,
  ALLOWED,
  ASKED_BY_DEFAULT,
  ASKED_BY_RULE,
  DENIED,
  FixedPolicy,
  FixedUser,
  GatedSession,
} from './gateFixture.ts';

const FILE: FileAccess = {
  operation: 'write',
  requested: '/work/link/a.txt',
  real: '/work/a.txt',
  isInside: true,
};
const PUSH: CommandLine = { kind: 'program', program: 'git', args: ['push', 'a b'] };
const COMMAND = { command: PUSH, cwd: '/work', env: { LANG: 'C' } };

let session: GatedSession;
let user: FixedUser;
let policy: FixedPolicy;

beforeEach(() => {
  session = new GatedSession();
  user = new FixedUser();
  policy = new FixedPolicy();
});

const gate = (): RequestGate => new RequestGate(session, user, policy);

describe('a file', () => {
  it('is served in a turn without a question, if rules do not ask about it', async () => {
    for (const decided of [ALLOWED, ASKED_BY_DEFAULT]) {
      policy.decided = decided;
      await gate().admitFile(FILE);
    }
    await new RequestGate(session, user, undefined).admitFile(FILE);
    expect(user.asked).toEqual([]);
    expect(policy.recorded).toEqual([]);
  });

  it.each([
    ['write', 'edit'],
    ['read', 'read'],
  ] as const)(
    'to %s is for the rules what they call %s, under both of its names',
    async (operation, kind) => {
      await gate().admitFile({ ...FILE, operation });
      expect(policy.requests).toEqual([
        {
          agent: AGENT,
          sessionId: 'session',
          source: 'client',
          roots: ['/work'],
          kind,
          paths: ['/work/link/a.txt', '/work/a.txt'],
        },
      ]);
    },
  );

  it('that a rule asks about is asked, unless the user was asked already because it is outside', async () => {
    policy.decided = ASKED_BY_RULE;
    await gate().admitFile({ ...FILE, operation: 'read' });
    await gate().admitFile({ ...FILE, isInside: false });
    const { requested, real } = FILE;
    expect(user.asked).toEqual([{ kind: 'file', why: 'rule', operation: 'read', requested, real }]);
  });

  it('is written outside a turn only after a question, and read without one', async () => {
    session.phase = 'none';
    await gate().admitFile({ ...FILE, operation: 'read' });
    await gate().admitFile({ ...FILE, isInside: false });
    const { requested, real } = FILE;
    expect(user.asked).toEqual([
      { kind: 'file', why: 'background', operation: 'write', requested, real },
    ]);
    user.answer = 'deny';
    await expect(gate().admitFile(FILE)).rejects.toMatchObject({
      code: -32_602,
      message: 'The user did not allow this.',
      data: { reason: 'file' },
    });
  });
});

describe('a command', () => {
  it('of a local agent is run in a turn without a question, and is no background work', async () => {
    const end = await gate().admitCommand(COMMAND);
    end();
    expect(user.asked).toEqual([]);
    expect(session.work).toEqual([]);
    expect(policy.requests).toMatchObject([{ kind: 'execute', paths: ['/work'], command: PUSH }]);
  });

  it.each([
    ['a rule asks about it', { isRemote: false, decided: ASKED_BY_RULE }, 'rule'],
    ['the agent is remote', { isRemote: true, decided: ALLOWED }, 'remote'],
    ['the agent is remote, and a rule asks', { isRemote: true, decided: ASKED_BY_RULE }, 'remote'],
  ] as const)('is confirmed with all arguments and variables if %s', async (_, given, why) => {
    session.isRemote = given.isRemote;
    policy.decided = given.decided;
    await gate().admitCommand(COMMAND);
    expect(user.asked).toEqual([
      { kind: 'command', why, command: "git push 'a b'", cwd: '/work', env: { LANG: 'C' } },
    ]);
    expect(session.work).toEqual([]);
  });

  it('outside a turn is asked, and what it changes is background work until it ends', async () => {
    session.phase = 'none';
    session.isRemote = true;
    const end = await gate().admitCommand(COMMAND);
    expect(user.asked).toMatchObject([{ kind: 'command', why: 'background' }]);
    expect(session.work).toEqual(['begin']);
    end();
    expect(session.work).toEqual(['begin', 'end']);
    user.answer = 'deny';
    await expect(gate().admitCommand(COMMAND)).rejects.toMatchObject({
      data: { reason: 'command' },
    });
    expect(session.work).toEqual(['begin', 'end']);
  });
});

describe('nothing is served', () => {
  const serve = [
    ['a file', () => gate().admitFile(FILE)],
    ['a command', () => gate().admitCommand(COMMAND)],
  ] as const;

  it.each(serve)('that a rule denies, and the denial is recorded: %s', async (_, admit) => {
    policy.decided = DENIED;
    await expect(admit()).rejects.toMatchObject({
      code: -32_602,
      message: 'A rule of the user denies this.',
      data: { reason: 'rule' },
    });
    expect(policy.recorded).toEqual([[policy.requests[0], DENIED]]);
    expect(user.asked).toEqual([]);
  });

  it.each(serve)('after Stop, nor is a rule applied: %s', async (_, admit) => {
    session.phase = 'stopped';
    await expect(admit()).rejects.toMatchObject({ code: -32_800 });
    expect(policy.requests).toEqual([]);
  });

  it.each(serve)('if the turn is stopped while the rules are applied: %s', async (_, admit) => {
    policy.onDecide = () => {
      session.phase = 'stopped';
    };
    await expect(admit()).rejects.toMatchObject({ code: -32_800 });
    expect(user.asked).toEqual([]);
  });

  it.each(serve)('if the turn is stopped while the user is asked: %s', async (_, admit) => {
    policy.decided = ASKED_BY_RULE;
    user.answer = 'deny';
    user.onAsk = () => {
      session.phase = 'stopped';
    };
    await expect(admit()).rejects.toMatchObject({ code: -32_800 });
  });

  it('if the request was canceled', async () => {
    const signal = AbortSignal.abort();
    await expect(gate().admitFile(FILE, signal)).rejects.toMatchObject({ code: -32_800 });
    await expect(gate().admitCommand(COMMAND, signal)).rejects.toMatchObject({ code: -32_800 });
    expect(policy.requests).toEqual([]);
  });
});

const ask = (question: Parameters<FixedUser['ask']>[0]) =>
  consentByRules(session, policy, user).ask(question);

describe('consent to a path', () => {
  it('is given once by a rule that allows it, and recorded', async () => {
    policy.decided = ALLOWED;
    expect(await ask(about('outside', 'write'))).toBe('once');
    expect(user.asked).toEqual([]);
    expect(policy.requests).toMatchObject([
      { source: 'client', kind: 'edit', paths: ['/link/b.txt', '/away/b.txt'] },
    ]);
    expect(policy.recorded).toEqual([[policy.requests[0], ALLOWED]]);
  });

  it.each(['outside', 'secret', 'runs code'] as const)(
    'is denied by a rule, and recorded, if the reason is %s',
    async why => {
      policy.decided = DENIED;
      session.phase = 'none';
      expect(await ask(about(why, 'read'))).toBe('deny');
      expect(policy.requests).toMatchObject([{ kind: 'read' }]);
      expect(policy.recorded).toEqual([[policy.requests[0], DENIED]]);
      expect(user.asked).toEqual([]);
    },
  );

  it('is asked for what a rule allows, if the file holds secrets or runs code, or no turn is running', async () => {
    policy.decided = ALLOWED;
    user.answer = 'deny';
    expect(await ask(about('secret', 'read'))).toBe('deny');
    expect(await ask(about('runs code', 'write'))).toBe('deny');
    session.phase = 'none';
    expect(await ask(about('outside', 'read'))).toBe('deny');
    expect(user.asked).toHaveLength(3);
    expect(policy.recorded).toEqual([]);
  });

  it('is asked without a rule about it, about working directories, and about everything else', async () => {
    user.answer = 'folder';
    policy.decided = ASKED_BY_DEFAULT;
    expect(await ask(about('outside', 'read'))).toBe('folder');
    policy.decided = DENIED;
    expect(await ask(about('outside', 'run'))).toBe('folder');
    expect(await ask({ kind: 'program', program: 'a', command: 'a' })).toBe('folder');
    expect(policy.requests).toHaveLength(1);
    const question = about('outside', 'read');
    expect(await consentByRules(session, undefined, user).ask(question)).toBe('folder');
    expect(user.asked).toHaveLength(4);
  });

  it('can be withdrawn with its request', async () => {
    const { signal } = new AbortController();
    await consentByRules(session, policy, user).ask(about('outside', 'read'), signal);
    expect(user.signals).toEqual([signal]);
  });
});
