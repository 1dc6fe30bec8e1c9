import { expect } from 'vitest';
import { outline } from '../../fakes/sessionFixture.ts';
import { step, turn } from '../../fakes/step.ts';
import { waitUntil } from '../../harness/waitUntil.ts';
import type { FaultClient } from '../client/faultClient.ts';
import type { FaultScenario } from '../client/faultScenario.ts';

const END = step.stop('end_turn');
const DIES = { do: 'signal', signal: 'SIGKILL' } as const;

const keepsWords = ({ faulty }: FaultClient): void =>
  expect(outline(faulty)).toContain('agent: working');

export const processScenarios: readonly FaultScenario[] = [
  {
    row: 'PC-01',
    input: 'an agent that ends before it has introduced itself',
    agent: { start: [step.stderr({ text: 'cannot find module\n' }), step.exit(3)] },
    tells: /exit code 3/,
  },
  {
    row: 'PC-02',
    input: 'a death with an open question, a running command and a half-written file',
    answer: 'nothing',
    agent: {
      on: [
        turn(
          step.say('working'),
          step.writeFile('${cwd}/a.txt', 'half'),
          step.call('terminal/create', { command: 'sleep', args: ['300'] }),
          step.call(
            'session/request_permission',
            { toolCall: { toolCallId: 't' }, options: [] },
            { later: true, save: 'asked' },
          ),
          DIES,
        ),
      ],
    },
    tells: /SIGKILL|killed|stopped/i,
    check: keepsWords,
    isShort: true,
  },
  {
    row: 'PC-03',
    input: 'an agent that dies in each of its turns and starts',
    agent: { on: [turn(step.say('working'), step.exit(1))] },
    check: keepsWords,
  },
  {
    row: 'PC-04',
    input: 'children of every kind that ignore the end of their agent',
    agent: {
      ignoreEof: true,
      ignoreSignals: true,
      on: [
        turn(
          ...(['plain', 'detached', 'doubleFork'] as const).map(shape =>
            step.spawn({ shape, ignoreSigterm: true, ignoreEof: true }),
          ),
          step.spawn({ holdsPipes: true, ignoreSigterm: true }),
          END,
        ),
      ],
    },
    isShort: true,
  },
  {
    row: 'PC-06',
    input: 'an agent behind a shell that does not pass signals on',
    launch: scripted => ({
      ...scripted,
      command: '/bin/sh',
      args: ['-c', 'exec 3<&0; "$@" <&3 & wait', 'wrapper', scripted.command, ...scripted.args],
    }),
    agent: { ignoreSignals: true, on: [turn(END)] },
  },
  {
    row: 'PC-07',
    input: 'a window that is closed during a turn',
    agent: { on: [turn(step.say('working'), step.waitForCancel, step.stop('cancelled'))] },
    user: async ({ faulty }) => {
      await waitUntil(() => outline(faulty).includes('agent: working'));
      await faulty.stopAgent();
    },
    check: keepsWords,
  },
  {
    row: 'PC-08',
    input: '20 MB of bytes on stderr while the processor is busy',
    agent: {
      on: [
        turn(
          step.say('working'),
          step.stderr({ text: `${'ä'.repeat(512)}\n`, times: 20_000 }),
          step.stderr({ hex: 'ff00fe1b5d' }),
          step.burn(200),
          END,
        ),
      ],
    },
    check: keepsWords,
  },
];
