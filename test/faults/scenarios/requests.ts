import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import type { Step } from '../../fakes/scenario.ts';
import { outline, statusKind } from '../../fakes/sessionFixture.ts';
import { step, turn } from '../../fakes/step.ts';
import { waitUntil } from '../../harness/waitUntil.ts';
import { SECRET, type FaultClient } from '../client/faultClient.ts';
import type { FaultScenario } from '../client/faultScenario.ts';

const END = step.stop('end_turn');
const agentWith = (...steps: readonly Step[]): FaultScenario['agent'] => ({
  on: [turn(...steps, step.say('still here'), END)],
});

/** A file that is created if the command runs. */
const PROOF = '../outside/ran';
const runs = (
  command: string,
  args: readonly string[] = [],
  more: object = {},
): readonly Step[] => [
  step.call('terminal/create', { command, args, ...more }, { save: 'made' }),
  step.call('terminal/wait_for_exit', { terminalId: '${made.result.terminalId}' }),
];

const nothingRan = ({ outside }: FaultClient): void =>
  expect(existsSync(path.join(outside, 'ran'))).toBe(false);

const permission = (fields: object, options: readonly object[]): Step =>
  step.call('session/request_permission', {
    toolCall: { toolCallId: 't', ...fields },
    options,
  });

const ALLOW = { optionId: 'yes', name: 'Yes', kind: 'allow_once' };
const OPTIONS = [ALLOW, { optionId: 'no', name: 'No', kind: 'reject_once' }];

const INJECTIONS = [
  `x; touch ${PROOF}`,
  `x && touch ${PROOF}`,
  `x\ntouch ${PROOF}`,
  `$(touch ${PROOF})`,
  `\`touch ${PROOF}\``,
  `| touch ${PROOF}`,
  `> ${PROOF}`,
];

const terminalScenarios: readonly FaultScenario[] = [
  {
    row: 'TM-01',
    input: '20 MB of output, and limits of 0, 1 and 3 bytes',
    agent: agentWith(
      ...[undefined, 0, 1, 3].flatMap(outputByteLimit =>
        runs('head', ['-c', '5000000', '/dev/zero'], { outputByteLimit }),
      ),
    ),
  },
  {
    row: 'TM-02',
    input: 'sequences that would write the clipboard, open links or type answers',
    agent: agentWith(
      ...runs('printf', [
        String.raw`\033]52;c;ZXZpbA==\007\033]8;;command:x\007a\033]8;;\007\033[6n\033]0;title\007\033P`,
      ]),
    ),
  },
  {
    row: 'TM-03',
    input: `${INJECTIONS.length} arguments that a shell would run`,
    agent: agentWith(...INJECTIONS.flatMap(text => runs('echo', [text]))),
    check: nothingRan,
    isShort: true,
  },
  {
    row: 'TM-04',
    input: 'variables that make programs load code, and folders outside, without consent',
    agent: agentWith(
      ...['LD_PRELOAD', 'NODE_OPTIONS', 'BASH_ENV', 'GIT_SSH_COMMAND', 'PATH'].flatMap(name =>
        runs('touch', [PROOF], { env: [{ name, value: '/tmp/evil' }] }),
      ),
      ...runs('touch', ['ran'], { cwd: '${cwd}/../outside' }),
    ),
    check: nothingRan,
  },
  {
    row: 'TM-05',
    input: 'a program with the name of a common one in the workspace',
    prepare: async ({ work }) => {
      const file = path.join(work, 'git');
      await writeFile(file, `#!/bin/sh\ntouch ${PROOF}\n`);
      await chmod(file, 0o755);
    },
    agent: agentWith(...runs('git', ['--version'])),
    check: nothingRan,
  },
  {
    row: 'TM-06',
    input: '60 commands that do not end, used after their release, and those of others',
    agent: agentWith(
      step.repeatAtOnce(60, step.call('terminal/create', { command: 'sleep', args: ['300'] })),
      step.call('terminal/output', { terminalId: 'nobody' }),
      step.call('terminal/release', { terminalId: '${answer.result.terminalId}' }),
      step.call('terminal/output', { terminalId: '${answer.result.terminalId}' }),
    ),
  },
  {
    row: 'TM-07',
    input: 'a command whose output is shown after its release and a reload',
    agent: agentWith(
      ...step.terminal('echo', ['shown']),
      step.toolCall('t', {
        content: [{ type: 'terminal', terminalId: '${terminal.result.terminalId}' }],
      }),
    ),
  },
];

const permissionScenarios: readonly FaultScenario[] = [
  {
    row: 'PM-01',
    input: 'questions without options, with strange ones, and from an agent that is stopped',
    answer: 'nothing',
    agent: {
      on: [
        turn(
          step.parallel(
            [permission({ title: 'none' }, [])],
            [permission({ title: 'odd' }, [{}, { optionId: 7 }, { optionId: 'x', kind: 'sing' }])],
            [permission({ title: 'twice' }, [ALLOW, ALLOW])],
            [step.say('working'), step.waitForCancel],
          ),
          step.stop('cancelled'),
        ),
      ],
    },
    user: async ({ faulty }) => {
      await waitUntil(() => outline(faulty).includes('agent: working'));
      faulty.cancel();
    },
    check: ({ entries }) => {
      const answers = entries.flatMap(entry =>
        entry.kind === 'permission' ? [entry.answer.kind] : [],
      );
      expect(new Set(answers)).toEqual(new Set(['cancelled']));
    },
  },
  {
    row: 'PM-02',
    input: 'a question about one file, and a write to another, outside',
    answer: 'reject',
    agent: agentWith(
      permission({ title: 'Read a.txt', locations: [{ path: '${cwd}/a.txt' }] }, OPTIONS),
      step.writeText('${cwd}/../outside/a.txt', 'evil'),
    ),
  },
  {
    row: 'PM-03',
    input: 'a command hidden behind 10,000 lines, in other characters and Markdown',
    agent: agentWith(
      permission(
        {
          title: `ls${'\n'.repeat(10_000)}; rm -rf ~ \u202Etxt.exe [ok](command:x) <img src=http://x>`,
          rawInput: { command: `ls${' '.repeat(200_000)}; rm -rf ~` },
        },
        OPTIONS,
      ),
    ),
  },
  {
    row: 'PM-04',
    input: 'an option to allow that is called Reject, and no option to reject',
    answer: 'reject',
    agent: agentWith(
      permission({}, [
        { optionId: 'a', name: 'Reject', kind: 'allow_always' },
        { optionId: 'r', name: 'Allow', kind: 'reject_once' },
      ]),
      step.note('chosen', '${answer.result.outcome.optionId}'),
    ),
    check: async ({ agent }) => expect(await agent.noted('chosen')).toEqual(['r']),
  },
  {
    row: 'PM-06',
    input: '300 questions at once',
    answer: 'nothing',
    agent: {
      on: [
        turn(
          step.background(step.repeatAtOnce(300, permission({ title: 'again' }, [ALLOW]))),
          step.say('working'),
          step.waitForCancel,
          step.stop('cancelled'),
        ),
      ],
    },
    user: async ({ faulty }) => {
      await waitUntil(() => faulty.pendingRequestCount > 0);
      await waitUntil(() => outline(faulty).includes('agent: working'));
      expect(faulty.pendingRequestCount).toBeLessThanOrEqual(20);
      faulty.cancel();
    },
  },
];

const secretScenarios: readonly FaultScenario[] = [
  {
    row: 'SE-02',
    input: 'the secret on stderr in parts, in Base64, on stdout and in a failure',
    agent: agentWith(
      step.stderr({ text: SECRET.slice(0, 9) }),
      step.sleep(50),
      step.stderr({ text: `${SECRET.slice(9)}\n` }),
      step.stderr({ text: `Bearer ${SECRET} and {"apiKey":"${SECRET}"}\n` }),
      step.stderr({ text: `${'x'.repeat(20_000)}${SECRET}\n` }),
      step.stdout({ text: `stray ${SECRET}\n` }),
    ),
  },
  {
    row: 'SE-05',
    input: 'an agent that says the secret and fails with it',
    agent: {
      on: [
        turn(
          step.say(`your key is ${SECRET}`),
          step.stderr({ text: `failed with ${SECRET}\n` }),
          step.exit(1),
        ),
      ],
    },
    tells: /exit code 1/,
  },
  {
    row: 'SE-06',
    input: 'forms that ask for a password, and a page of another scheme',
    agent: agentWith(
      step.elicit({
        mode: 'form',
        message: 'Your password?',
        requestedSchema: { type: 'object', properties: { password: { type: 'string' } } },
      }),
      step.elicit({ mode: 'url', message: 'm', url: 'file:///etc/passwd', elicitationId: 'e' }),
      step.elicit({ mode: 'hologram', message: 'm' }),
    ),
  },
];

const vulnerabilityScenarios: readonly FaultScenario[] = [
  {
    row: 'V7',
    input: 'a command and a write after the end of the turn',
    agent: {
      on: [
        turn(
          END,
          step.waitForFile('${cwd}/../agents/idle'),
          step.writeText('${cwd}/a.txt', 'late'),
          ...runs('touch', [PROOF]),
          step.note('answered', true),
        ),
      ],
    },
    user: async ({ agent, faulty, folder }) => {
      await waitUntil(() => statusKind(faulty) === 'idle' && outline(faulty).length > 1);
      await writeFile(path.join(folder, 'agents', 'idle'), '');
      await agent.waitForNote('answered');
    },
    check: nothingRan,
    isShort: true,
  },
  {
    row: 'V7',
    input: 'a command and a write after Stop',
    answer: 'allow',
    agent: {
      on: [
        turn(
          step.say('working'),
          step.waitForCancel,
          step.writeText('${cwd}/a.txt', 'late'),
          ...runs('touch', [PROOF]),
          step.stop('cancelled'),
        ),
      ],
    },
    user: async ({ faulty }) => {
      await waitUntil(() => outline(faulty).includes('agent: working'));
      faulty.cancel();
    },
    check: nothingRan,
  },
];

/** Scenarios about requests that the client serves for agents, and about what it discloses. */
export const requestScenarios: readonly FaultScenario[] = [
  ...terminalScenarios,
  ...permissionScenarios,
  ...secretScenarios,
  ...vulnerabilityScenarios,
];
