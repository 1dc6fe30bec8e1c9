import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DecisionLog } from '../../../../src/agent/permission/decisionLog.ts';
import { RulePolicy } from '../../../../src/agent/permission/rulePolicy.ts';
import { RequestGate } from '../../../../src/agent/requests/requestGate.ts';
import type { PermissionRule } from '../../../../src/core/permission/permissionRule.ts';
import { fakeRequestSession } from '../../../fakes/requestSession.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

it.each([
  ['deny', false],
  ['ask', false],
  ['allow', true],
] as const)('a file that a rule would %s is shown unasked: %s', async (decision, isShown) => {
  const folder = await temporaryFolder();
  const rules: readonly PermissionRule[] = [{ decision, kind: 'read', path: 'private/**' }];
  const logger = { info: () => {}, warn: () => {}, error: () => {} };
  const log = new DecisionLog(join(folder, 'decisions.jsonl'), logger);
  const settings = { mode: 'rules' as const, rules, problems: [] };
  const policy = new RulePolicy({ settings: () => settings, shell: () => 'posix', log });
  const session = fakeRequestSession({ roots: [folder] });
  const gate = new RequestGate(session, { ask: async () => 'deny' }, policy);
  expect(await gate.mayReadUnasked([join(folder, 'private', 'a.ts')])).toBe(isShown);
  expect(await gate.mayReadUnasked([join(folder, 'src', 'a.ts')])).toBe(true);
  const logged = await log.recent(10);
  expect(logged.map(({ decision: one, paths }) => [one, ...paths])).toEqual(
    decision === 'deny' ? [['deny', join(folder, 'private', 'a.ts')]] : [],
  );
});
