/**
 * The time of one decision with 1,000 rules: `npm run bench -- permissionRules`. Fails if it exceeds 1 ms.
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
/** Processor time does not depend on what else runs on the machine. */
const measure = (subject: PermissionSubject): number => {
  const start = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round += 1) {
    decider.decide(subject);
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000 / ROUNDS;
};
subjects.forEach(measure); // Compiles the code before it is measured.
const times = subjects.map(measure);
console.log(
  `permissionRules: with ${RULE_COUNT} rules a decision takes ${times.map(time => time.toFixed(3)).join(' ms about a file, ')} ms about a command (goal: ${LIMIT_MS} ms)`,
);
process.exitCode = Math.max(...times) <= LIMIT_MS ? 0 : 1;
