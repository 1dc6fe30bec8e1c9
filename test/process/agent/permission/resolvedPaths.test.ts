import { mkdir, symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DecisionLog } from '../../../../src/agent/permission/decisionLog.ts';
import {
  RulePolicy,
  type PermissionSettings,
} from '../../../../src/agent/permission/rulePolicy.ts';
import type { PolicyRequest } from '../../../../src/agent/requests/permissionPolicy.ts';
import { parsePermissionRules } from '../../../../src/core/permission/permissionRule.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

let top = '';
let work = '';

beforeEach(async () => {
  top = await temporaryFolder();
  work = join(top, 'work');
  await mkdir(join(work, 'src'), { recursive: true });
  await mkdir(join(top, 'away'));
  await symlink(join(top, 'away'), join(work, 'src', 'out'));
  await symlink(work, join(top, 'opened'));
  await symlink('loop', join(work, 'src', 'loop'));
});

const logger = { info: () => {}, warn: () => {}, error: () => {} };

const settingsOf = (rules: unknown, mode: PermissionSettings['mode'] = 'rules') => ({
  mode,
  ...parsePermissionRules(rules),
});

const policyWith = (
  settings: () => PermissionSettings,
  log = new DecisionLog(join(top, 'log'), logger),
): RulePolicy => new RulePolicy({ settings, shell: () => 'posix', log });

const edit = (...paths: readonly string[]): PolicyRequest => ({
  agent: { id: 'agent', name: 'Agent' },
  sessionId: 'session',
  source: 'agent',
  roots: [work],
  kind: 'edit',
  paths,
});

const ALLOW_SRC = { decision: 'allow', kind: 'edit', path: 'src/**' };

describe('a rule for a folder', () => {
  it.each([
    ['src/a.ts', 'allow'],
    ['./src/../src/a.ts', 'allow'],
    ['src/out/a.ts', 'ask'],
    ['src/loop/a.ts', 'ask'],
    ['src/\0.ts', 'ask'],
    ['../away/a.ts', 'ask'],
    ['b.ts', 'ask'],
  ])('decides about %j by where it leads: %s', async (path, decision) => {
    const policy = policyWith(() => settingsOf([ALLOW_SRC]));
    expect((await policy.decide(edit(path))).decision).toBe(decision);
    const absolute = path.includes('\0') ? `${work}/${path}` : join(work, path);
    expect((await policy.decide(edit(absolute))).decision).toBe(decision);
    expect((await policy.decide(edit('src/a.ts', path))).decision).toBe(decision);
  });

  it('applies to a workspace that was opened through a link, by either name', async () => {
    const policy = policyWith(() => settingsOf([ALLOW_SRC]));
    const opened = { ...edit(join(work, 'src/a.ts'), 'src/b.ts'), roots: [join(top, 'opened')] };
    expect(await policy.decide(opened)).toMatchObject({ decision: 'allow' });
  });

  it('says why the user is asked about a path that cannot be resolved', async () => {
    const policy = policyWith(() => settingsOf([{ decision: 'allow' }]));
    expect(await policy.decide(edit('src/loop'))).toEqual({
      decision: 'ask',
      reason: { kind: 'default' },
    });
  });

  it('denies also where a path cannot be resolved', async () => {
    const policy = policyWith(() => settingsOf([{ ...ALLOW_SRC, decision: 'deny' }]));
    expect(await policy.decide(edit('src/loop'))).toMatchObject({ decision: 'deny' });
    expect(await policy.decide(edit('src/out/a.ts'))).toMatchObject({ decision: 'deny' });
  });

  it('can be in the home folder', async () => {
    const policy = policyWith(() =>
      settingsOf([{ decision: 'allow', kind: 'edit', path: '~/notes-of-a-test/**' }]),
    );
    const path = join(homedir(), 'notes-of-a-test', 'a.md');
    expect(await policy.decide(edit(path))).toMatchObject({ decision: 'allow' });
  });
});

describe('the rules that count', () => {
  it('are those of the settings at that moment, and of the roots of the session', async () => {
    let settings = settingsOf([ALLOW_SRC]);
    const policy = policyWith(() => settings);
    expect(await policy.decide(edit('src/a.ts'))).toMatchObject({ decision: 'allow' });
    const elsewhere = { ...edit(join(work, 'src/a.ts')), roots: [join(top, 'away')] };
    expect(await policy.decide(elsewhere)).toMatchObject({ decision: 'ask' });
    expect(await policy.decide(edit('src/a.ts'))).toMatchObject({ decision: 'allow' });
    settings = settingsOf([]);
    expect(await policy.decide(edit('src/a.ts'))).toMatchObject({ decision: 'ask' });
  });

  it('allow nothing while one of them is invalid, but still deny', async () => {
    const rules = [ALLOW_SRC, { decision: 'deny', path: 'src/b.ts' }, { decision: 'maybe' }];
    const policy = policyWith(() => settingsOf(rules));
    expect(await policy.decide(edit('src/a.ts'))).toMatchObject({ decision: 'ask' });
    expect(await policy.decide(edit('src/b.ts'))).toMatchObject({ decision: 'deny' });
  });

  it('tell agents apart by what the user has configured', async () => {
    const policy = policyWith(() => settingsOf([{ ...ALLOW_SRC, agent: 'Agent' }]));
    expect(await policy.decide(edit('src/a.ts'))).toMatchObject({ decision: 'allow' });
    const other = { ...edit('src/a.ts'), agent: { id: 'other', name: 'Other' } };
    expect(await policy.decide(other)).toMatchObject({ decision: 'ask' });
    const byId = policyWith(() => settingsOf([{ ...ALLOW_SRC, agent: 'other' }]));
    expect(await byId.decide(other)).toMatchObject({ decision: 'allow' });
  });
});

describe('a policy', () => {
  it('suggests rules for a request, but none if a path cannot be resolved', async () => {
    const policy = policyWith(() => settingsOf([]));
    const suggestions = await policy.suggest(edit('src/a.ts'));
    expect(suggestions.flatMap(({ rules }) => rules)).toContainEqual(
      expect.objectContaining({ decision: 'allow', kind: 'edit' }),
    );
    expect(await policy.suggest(edit('src/loop'))).toEqual([]);
  });

  it('logs a decision that was carried out', async () => {
    const log = new DecisionLog(join(top, 'log'), logger);
    const add = vi.spyOn(log, 'add').mockReturnValue();
    const policy = policyWith(() => settingsOf([ALLOW_SRC]), log);
    const decided = await policy.decide(edit('src/a.ts'));
    policy.record(edit('src/a.ts'), decided);
    expect(add.mock.calls).toEqual([[edit('src/a.ts'), decided]]);
  });
});
