import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AnyMessage } from '@agentclientprotocol/sdk';
import type { LaunchConfig } from '../../src/agent/process/launchConfig.ts';
import { formatTrace } from '../../src/core/traffic/exchange.ts';
import { createTrafficMessage, type TrafficMessage } from '../../src/core/traffic/trafficLog.ts';
import { openEntry } from './replayUser.ts';
import type { Scenario } from './scenario.ts';
import { scriptedAgent } from './scriptedAgent.ts';
import { launchProcess, textDraft, SessionFixture } from './sessionFixture.ts';
import { waitUntil } from '../harness/waitUntil.ts';
import { step, turn } from './step.ts';

/*
 * Records the traces in test/fixtures/traces again from real runs of our own agents: `node test/fakes/recordTraces.ts`
 * with Node 24. They have the format that "Show Protocol Traffic" exports, without what differs from run to run.
 */

const inTest = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** One recording: an agent and its prompts in order. Each request to the user is answered with its first option. */
interface Recording {
  readonly name: string;
  readonly prompts: readonly string[];
  readonly agent: (folder: string) => Promise<LaunchConfig>;
}

const everyKind: Scenario = {
  modes: {
    currentModeId: 'ask',
    availableModes: [
      { id: 'ask', name: 'Ask' },
      { id: 'code', name: 'Code' },
    ],
  },
  on: [
    turn(
      step.think('First I look.'),
      step.plan(
        { content: 'Look', priority: 'high', status: 'in_progress' },
        { content: 'Change', priority: 'medium', status: 'pending' },
      ),
      step.toolCall('t1', { kind: 'read', locations: [{ path: '${cwd}/a.txt', line: 3 }] }),
      step.toolUpdate('t1', { status: 'completed', rawOutput: { lines: 12 } }),
      step.say('I have **looked**. '),
      step.toolCall('t2', { title: 'ls', kind: 'execute', rawInput: { command: ['ls', 'a b'] } }),
      step.toolUpdate('t2', {
        content: [{ type: 'terminal', terminalId: 'own' }],
        _meta: { terminal_info: { terminal_id: 'own', cwd: '${cwd}' } },
      }),
      step.toolUpdate('t2', {
        _meta: { terminal_output: { terminal_id: 'own', data: 'a.txt\r\n' } },
      }),
      step.toolUpdate('t2', {
        status: 'completed',
        _meta: { terminal_exit: { terminal_id: 'own', exit_code: 0, signal: null } },
      }),
      ...step.permission(
        { toolCallId: 't3', title: 'Edit a.txt', kind: 'edit' },
        {
          allow: [
            step.toolCall('t3', {
              title: 'Edit a.txt',
              kind: 'edit',
              status: 'completed',
              content: [{ type: 'diff', path: '${cwd}/a.txt', oldText: 'a', newText: 'b' }],
            }),
          ],
        },
      ),
      step.plan(
        { content: 'Look', priority: 'high', status: 'completed' },
        { content: 'Change', priority: 'medium', status: 'completed' },
      ),
      step.update({ sessionUpdate: 'current_mode_update', currentModeId: 'code' }),
      step.update({ sessionUpdate: 'usage_update', used: 1200, size: 8000 }),
      step.update({ sessionUpdate: 'session_info_update', title: 'Looking around' }),
      step.update({ sessionUpdate: 'from_the_future', note: 'unknown to us' }),
      step.update({
        sessionUpdate: 'available_commands_update',
        availableCommands: [{ name: 'again', description: 'Once more' }],
      }),
      step.say('Done.'),
    ),
    turn(
      step.say('Half of it'),
      step.fail({
        code: -32_603,
        message: 'Internal error',
        data: { details: 'the model is asleep' },
      }),
    ),
    turn(step.say('No.'), step.stop('refusal')),
  ],
};

const recordings: readonly Recording[] = [
  {
    name: 'scripted',
    prompts: ['Look around', 'And now fail', 'And now refuse'],
    agent: async folder => ({
      name: 'Scripted',
      ...(await scriptedAgent(folder, everyKind)).launch,
    }),
  },
  {
    name: 'demo',
    prompts: ['Show me'],
    agent: async folder => {
      await cp(inTest('fixtures/sample/src'), join(folder, 'src'), { recursive: true });
      const args = [inTest('../src/demo/demoAgent.ts')];
      return { name: 'Demo', command: process.execPath, args, env: {} };
    },
  },
];

async function record({ name, prompts, agent }: Recording): Promise<void> {
  const fixture = await new SessionFixture().open();
  const launchConfig = await agent(fixture.folder);
  const passages: TrafficMessage[] = [];
  const traffic = (direction: 'in' | 'out', message: AnyMessage): void => {
    const about = { agent: launchConfig.name, direction, atMs: passages.length };
    passages.push(createTrafficMessage(message, about, 'verbose'));
  };
  const session = fixture.reach(cwd => launchProcess(launchConfig, cwd), { onMessage: traffic });
  for (const prompt of prompts) {
    let isOver = false;
    const end = session.send(textDraft(prompt)).then(() => (isOver = true));
    for (;;) {
      await waitUntil(() => isOver || session.pendingRequestCount > 0);
      const open = openEntry(session);
      if (open?.kind !== 'permission') {
        break;
      }
      session.answerPermission(open.id, open.choices[0]?.optionId ?? '');
    }
    await end;
  }
  await writeFile(
    inTest(`fixtures/traces/${name}.ndjson`),
    removeRunSpecifics(passages, fixture.folder),
  );
  await fixture.close();
}

/** Replaces folders and random ids, which differ from run to run. */
function removeRunSpecifics(passages: readonly TrafficMessage[], folder: string): string {
  const ids: string[] = [];
  return formatTrace(passages)
    .replaceAll(folder, '/folder')
    .replaceAll(basename(folder), 'folder')
    .replaceAll(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g, id => {
      const known = ids.indexOf(id);
      return `id-${known < 0 ? ids.push(id) : known + 1}`;
    });
}

await mkdir(inTest('fixtures/traces'), { recursive: true });
for (const recording of recordings) {
  await record(recording);
  const text = await readFile(inTest(`fixtures/traces/${recording.name}.ndjson`), 'utf8');
  process.stdout.write(`${recording.name}: ${text.split('\n').length - 1} messages\n`);
}
