/**
 * How long one decision takes with 1,000 rules: `npm run bench -- permissionRules`. Ends with a failure beyond 1 ms at p95.
 */
import { LINUX_PATHS } from '../../src/core/files/pathStyle.ts';
import type { PermissionRule } from '../../src/core/permission/permissionRule.ts';
import {
  PermissionRules,
  type PermissionSubject,
} from '../../src/core/permission/permissionRules.ts';

const RULE_COUNT = 1_000;
const ROUNDS = 2_000;
const LIMIT_MS = 1;

const rules = Array.from({ length: RULE_COUNT }, (_none, index): PermissionRule =>
  index % 2 === 0
    ? { decision: index % 4 === 0 ? 'deny' : 'allow', kind: 'edit', path: `src/**/f${index}/*.ts` }
    : { decision: 'allow', kind: 'execute', command: `tool${index} run *` },
);
const decider = new PermissionRules('rules', rules, {
  roots: ['/work', '/real/work'],
  style: LINUX_PATHS,
  shell: 'posix',
  homeFolder: '/home/me',
});
const agent = { agentId: 'agent', agentName: 'Agent' };
const subjects: readonly PermissionSubject[] = [
  { ...agent, kind: 'edit', paths: ['/work/src/a/b/c.ts', '/real/work/src/a/b/c.ts'] },
  {
    ...agent,
    kind: 'execute',
    paths: [],
    command: { kind: 'line', line: "bash -lc 'tool999 run a && tool997 run b'" },
  },
];
const times = subjects
  .flatMap(subject =>
    Array.from({ length: ROUNDS }, () => {
      const start = performance.now();
      decider.decide(subject);
      return performance.now() - start;
    }),
  )
  .toSorted((one, other) => one - other);
const at = (share: number): number => times[Math.floor((times.length - 1) * share)] ?? Number.NaN;
console.log(
  `permissionRules: with ${RULE_COUNT} rules a decision takes ${at(0.5).toFixed(3)} ms at the median, ${at(0.95).toFixed(3)} ms at p95 (goal: p95 ${LIMIT_MS} ms)`,
);
process.exitCode = at(0.95) <= LIMIT_MS ? 0 : 1;
