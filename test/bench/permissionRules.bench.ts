/**
 * The time of one decision with 1,000 rules: `npm run bench -- permissionRules`. Fails if it exceeds 1 ms, or 50 ms for a line
 * that is made to take long.
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
const WORST_LIMIT_MS = 50;

const rules = Array.from({ length: RULE_COUNT }, (_none, index): PermissionRule => {
  const decision = index % 4 === 0 ? 'deny' : 'allow';
  switch (index % 3) {
    case 0:
      return { decision, kind: 'edit', path: `src/**/f${index}/*.ts` };
    case 1:
      return { decision: index % 2 === 0 ? 'deny' : 'ask', command: `prog${index} sub *` };
    default:
      return { decision: 'allow', kind: 'execute', command: `tool${index} run *` };
  }
});
const forbidding = Array.from({ length: RULE_COUNT }, (_none, index): PermissionRule => ({
  decision: index % 3 === 0 ? 'deny' : 'ask',
  command: `prog${index} sub${index} *`,
}));
const createDecider = (used: readonly PermissionRule[]): PermissionRules =>
  new PermissionRules('rules', used, {
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
    command: { kind: 'line', line: "bash -lc 'tool998 run a && tool995 run b'" },
  },
];
/** Lines that have many meanings, or none. */
const worstLines: readonly string[] = [
  Array.from({ length: 17 }, () => `sudo${' -w'.repeat(190)}`).join(';'),
  `sudo ${Array.from({ length: 190 }, () => "'-w -w -w -w -w -w -w -w'").join(' ')}`,
  `docker exec ${'-w '.repeat(190)}x`,
  `echo $X ${'a '.repeat(4_900)}`,
  `echo ${Array.from({ length: 1_600 }, (_none, index) => `w${index}`).join(' ')}`,
  'sudo -a -b -c -d -e -f -g -h\n'.repeat(330),
];

/** Processor time does not depend on what else runs on the machine. */
const measure = (decider: PermissionRules, subject: PermissionSubject, rounds: number): number => {
  const start = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) {
    decider.decide(subject);
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000 / rounds;
};
const decider = createDecider(rules);
const measureAll = (): readonly number[] =>
  subjects.map(subject => measure(decider, subject, ROUNDS));
measureAll(); // Compiles the code before it is measured.
const times = measureAll();
const forbidder = createDecider(forbidding);
const worst = Math.max(
  ...worstLines.map(line =>
    measure(
      forbidder,
      { ...agent, kind: 'execute', paths: [], command: { kind: 'line', line } },
      5,
    ),
  ),
);
console.log(
  `permissionRules: with ${RULE_COUNT} rules a decision takes ${times.map(time => time.toFixed(3)).join(' ms about a file, ')} ms about a command (goal: ${LIMIT_MS} ms), and at most ${worst.toFixed(1)} ms about a line that is made to take long (goal: ${WORST_LIMIT_MS} ms)`,
);
process.exitCode = Math.max(...times) <= LIMIT_MS && worst <= WORST_LIMIT_MS ? 0 : 1;
