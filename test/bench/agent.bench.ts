import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { textDraft, SessionFixture } from '../fakes/sessionFixture.ts';
import { scriptedAgent, type ScriptedLaunchConfig } from '../fakes/scriptedAgent.ts';
import { step, turn } from '../fakes/step.ts';
import { median } from './rounds.ts';

const UPDATES = 100_000;
const TOOL_CALLS = 20_000;
const ROUNDS = 15;
const PROMPTS = 1_000;
const MIB = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const fixture = await new SessionFixture().open();

async function msOf(run: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await run();
  return performance.now() - startMs;
}

/** The longest stall of an idle event loop. A busy machine adds as much to every figure. */
async function idle(): Promise<void> {
  const stalls = monitorEventLoopDelay({ resolution: 5 });
  stalls.enable();
  await sleep(2_000);
  stalls.disable();
  console.log(`agent: to compare, longest stall while idle ${(stalls.max / 1e6).toFixed(0)} ms`);
}

/** A turn with many updates: its duration, whether they arrive in order, and the longest stall of the event loop. */
async function flood(): Promise<void> {
  const { session } = await fixture.play({
    on: [turn(step.say('$i,', { times: UPDATES }), step.stop('end_turn'))],
  });
  await session.open();
  const stalls = monitorEventLoopDelay({ resolution: 5 });
  stalls.enable();
  const ms = await msOf(() => session.send(textDraft('go')));
  stalls.disable();
  const entry = session.conversation.transcript.entries.find(({ kind }) => kind === 'agent');
  const block = entry?.kind === 'agent' ? entry.blocks[0] : undefined;
  const numbers = block?.type === 'text' ? block.text.split(',').slice(0, -1).map(Number) : [];
  const ordered = numbers.length === UPDATES && numbers.every((number, at) => number === at);
  console.log(
    `agent: ${UPDATES} updates in ${ms.toFixed(0)} ms, ${ordered ? 'all in order' : 'LOST OR OUT OF ORDER'}, longest stall ${(stalls.max / 1e6).toFixed(0)} ms`,
  );
}

/** A turn with many tool calls, each of which is created and completed. */
async function manyEntries(): Promise<void> {
  const { session } = await fixture.play({
    on: [
      turn(
        step.update(
          { sessionUpdate: 'tool_call', toolCallId: 'c$i', title: 'Call $i' },
          { times: TOOL_CALLS },
        ),
        step.update(
          { sessionUpdate: 'tool_call_update', toolCallId: 'c$i', status: 'completed' },
          { times: TOOL_CALLS },
        ),
        step.stop('end_turn'),
      ),
    ],
  });
  await session.open();
  const stalls = monitorEventLoopDelay({ resolution: 5 });
  stalls.enable();
  const ms = await msOf(() => session.send(textDraft('go')));
  stalls.disable();
  console.log(
    `agent: ${TOOL_CALLS} tool calls, each announced and ended, in ${ms.toFixed(0)} ms, longest stall ${(stalls.max / 1e6).toFixed(0)} ms`,
  );
}

/** The time from the start of the process to the response to `session/new`, for a minimal client and for ours. */
async function start(): Promise<void> {
  const launchConfig = (await scriptedAgent(fixture.folder, {})).launch;
  const sessions = fixture.start({ name: 'Bench', ...launchConfig });
  const bare: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await msOf(() => bareStart(launchConfig)));
    ours.push(
      await msOf(async () => {
        await sessions.create('bench').open();
      }),
    );
    await sessions.stopAgents();
    sessions.all.forEach(session => sessions.close(session));
  }
  const ratio = median(ours) / median(bare);
  console.log(
    `agent: spawn to session/new: bare ${median(bare).toFixed(0)} ms, ours ${median(ours).toFixed(0)} ms, ${ratio.toFixed(2)}x`,
  );
}

async function bareStart({ command, args, env }: ScriptedLaunchConfig): Promise<void> {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout });
  const ask = async (id: number, method: string, params: object): Promise<void> => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    await once(lines, 'line');
  };
  await ask(0, 'initialize', { protocolVersion: 1, clientCapabilities: {} });
  await ask(1, 'session/new', { cwd: fixture.folder, mcpServers: [] });
  child.kill('SIGKILL');
}

/** The heap after a few prompts and after many more. */
async function memory(): Promise<void> {
  const { sessions } = await fixture.play({
    on: [
      turn(
        step.say('word ', { times: 50 }),
        step.toolCall('t', { status: 'completed' }),
        step.stop('end_turn'),
      ),
    ],
  });
  const rounds = 10;
  const used: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const session = sessions.create('scripted');
    for (let prompt = 0; prompt < PROMPTS / rounds; prompt += 1) {
      await session.send(textDraft(`prompt ${prompt}`));
    }
    sessions.close(session);
    await breathe();
    collectGarbage();
    used.push(process.memoryUsage().heapUsed / MIB);
  }
  const [first = 0] = used.slice(1);
  const growth = (used.at(-1) ?? 0) - first;
  console.log(
    `agent: heap over ${PROMPTS} prompts: ${used.map(mib => mib.toFixed(1)).join(', ')} MiB (${growth.toFixed(1)} MiB more at the end)`,
  );
}

try {
  await idle();
  await flood();
  await manyEntries();
  await start();
  await memory();
} finally {
  await fixture.close();
}
