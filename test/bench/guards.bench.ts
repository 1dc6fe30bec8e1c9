/**
 * The cost of guards and permission rules: `npm run bench -- guards`. Fails if it exceeds 2 %. While turns start and
 * stream, V8's profiler counts the samples in which guard code is on the stack. Unlike the times of two runs, their
 * share of all samples does not depend on what else runs on the machine. Git takes the snapshot at the start of a turn,
 * so the settings that keep git from starting programs are measured by running git with and without them alternately.
 */
import { spawnSync } from 'node:child_process';
import { Session as Inspector, type Profiler } from 'node:inspector/promises';
import { join } from 'node:path';
import { NO_PROGRAMS } from '../../src/agent/git/programSettings.ts';
import { DecisionLog } from '../../src/agent/permission/decisionLog.ts';
import { RulePolicy } from '../../src/agent/permission/rulePolicy.ts';
import { WorkspaceRequests } from '../../src/agent/requests/workspaceRequests.ts';
import type { Session } from '../../src/agent/session/session.ts';
import { parsePermissionRules } from '../../src/core/permission/permissionRule.ts';
import { MemoryDocuments } from '../fakes/memoryDocuments.ts';
import type { Step } from '../fakes/scenario.ts';
import { SessionFixture, textDraft } from '../fakes/sessionFixture.ts';
import { step, turn } from '../fakes/step.ts';
import { tableEncodings } from '../fakes/tableEncodings.ts';
import { median } from './rounds.ts';

const ROUNDS = 7;
const LIMIT = 0.02;
const RULE_COUNT = 1_000;
const SAMPLE_MICROSECONDS = 100;
const UPDATES = 60_000;
const TOOL_CALLS = 2_000;
const TURNS = 600;
const GIT_RUNS = 60;

/** The code that decides what an agent may do, hides secrets, or limits what the client accepts. */
const GUARD =
  /src\/(?:core\/(?:permission|redaction)\/|core\/session\/transcript\/transcriptLimit|core\/files\/sensitivity|agent\/permission\/|agent\/requests\/(?:requestGate|consentByRules)|agent\/session\/automaticPermissions|agent\/files\/(?:pathGuard|pathConsent|bareRepository))/;

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;

/** The share of the samples in which guard code is on the stack. */
async function measureShare(work: () => Promise<unknown>): Promise<number> {
  const inspector = new Inspector();
  inspector.connect();
  await inspector.post('Profiler.enable');
  await inspector.post('Profiler.setSamplingInterval', { interval: SAMPLE_MICROSECONDS });
  await inspector.post('Profiler.start');
  await work();
  const { profile } = await inspector.post('Profiler.stop');
  inspector.disconnect();
  return getShare(profile);
}

function getShare({ nodes, samples = [] }: Profiler.Profile): number {
  const byId = new Map(nodes.map(node => [node.id, node]));
  const guarding = new Set<number>();
  const mark = (node: Profiler.ProfileNode, isGuarded: boolean): void => {
    const isInside = isGuarded || GUARD.test(node.callFrame.url);
    if (isInside) {
      guarding.add(node.id);
    }
    node.children?.forEach(id => {
      const child = byId.get(id);
      if (child) {
        mark(child, isInside);
      }
    });
  };
  nodes.slice(0, 1).forEach(node => mark(node, false));
  const isWork = (id: number): boolean =>
    !/^\((?:idle|program|root)\)$/.test(byId.get(id)?.callFrame.functionName ?? '(idle)');
  const busy = samples.filter(isWork);
  return busy.filter(id => guarding.has(id)).length / Math.max(1, busy.length);
}

/** The median share of several rounds, each with a new session. */
async function measure(
  title: string,
  open: () => Promise<Session>,
  work: (session: Session) => Promise<void>,
): Promise<number> {
  const shares: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const session = await open();
    shares.push(await measureShare(() => work(session)));
  }
  const share = median(shares.slice(1)); // The first round compiles the code.
  console.log(
    `guards: ${percent(share)} of ${title} (${shares.slice(1).map(percent).join(', ')}; goal: ${percent(LIMIT)})`,
  );
  return share;
}

/**
 * How much longer git takes with the settings that keep it from starting programs, comparing the fastest of alternating
 * runs.
 */
function measureGit(folder: string): number {
  const settings = NO_PROGRAMS.flatMap(setting => ['-c', setting]);
  const run = (args: readonly string[]): number => {
    const beganMs = performance.now();
    spawnSync('git', [...args, 'status', '--porcelain'], { cwd: folder });
    return performance.now() - beganMs;
  };
  spawnSync('git', ['init', '-q'], { cwd: folder });
  const times = Array.from({ length: GIT_RUNS }, () => [run([]), run(settings)] as const);
  const plainMs = Math.min(...times.map(([plain]) => plain));
  const guardedMs = Math.min(...times.map(([, guarded]) => guarded));
  console.log(
    `guards: git takes ${plainMs.toFixed(2)} ms, with the settings ${guardedMs.toFixed(2)} ms (for information)`,
  );
  return guardedMs - plainMs;
}

const fixture = await new SessionFixture().open();
const rules = Array.from({ length: RULE_COUNT }, (_none, index) =>
  index % 2 === 0
    ? { decision: 'deny', kind: 'edit', path: `secret${index}/**` }
    : { decision: 'deny', command: `tool${index} *` },
);
const settings = { mode: 'rules' as const, ...parsePermissionRules(rules) };
const log = new DecisionLog(join(fixture.folder, 'decisions.jsonl'), {
  info: () => {},
  warn: () => {},
  error: () => {},
});
const permissionPolicy = new RulePolicy({ settings: () => settings, shell: () => 'posix', log });

async function play(...steps: readonly Step[]): Promise<Session> {
  const requests = new WorkspaceRequests({
    documents: new MemoryDocuments(),
    encodings: tableEncodings(),
    environment: async () => ({ PATH: process.env['PATH'] ?? '' }),
    shell: () => '/bin/sh',
    permissionPolicy,
  });
  const { session } = await fixture.play(
    { on: [turn(...steps)] },
    { clientRequests: requests.forAgent(), permissionPolicy },
  );
  await session.open();
  return session;
}

try {
  const streaming = await measure(
    'streaming',
    () =>
      play(
        step.say('some words and more of them ', { times: UPDATES }),
        step.update(
          { sessionUpdate: 'tool_call', toolCallId: 'c$i', title: 'Call $i', kind: 'edit' },
          { times: TOOL_CALLS },
        ),
        step.update(
          { sessionUpdate: 'tool_call_update', toolCallId: 'c$i', status: 'completed' },
          { times: TOOL_CALLS },
        ),
        step.stop('end_turn'),
      ),
    async session => void (await session.send(textDraft('go'))),
  );
  const start = await measure(
    'the start of turns',
    () => play(step.stop('end_turn')),
    async session => {
      for (let count = 0; count < TURNS; count += 1) {
        await session.send(textDraft('go'));
      }
    },
  );
  measureGit(fixture.folder);
  process.exitCode = Math.max(streaming, start) < LIMIT ? 0 : 1;
} finally {
  await fixture.close();
}
