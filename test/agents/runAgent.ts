import { mkdir, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { formatTrace } from '../../src/core/traffic/exchange.ts';
import { outline } from '../fakes/sessionFixture.ts';
import { AgentRun, FILES } from './agentRun.ts';
import { outFolder, rowsInDocs } from './agentsDoc.ts';
import { installAgent } from './installAgent.ts';
import { RealAgentFixture } from './realAgentFixture.ts';
import { realAgent } from './realAgents.ts';
import { INSTALL_MS, STEP_MS } from './timeLimits.ts';

type Step = (run: AgentRun) => Promise<void>;

/** What every agent is put through, in this order. */
const STEPS: readonly (readonly [title: string, step: Step])[] = [
  ['introduces itself and opens a session', run => run.introduces()],
  ['changes to each of its modes and back', run => run.changesModes()],
  ['tells the model the file, the selection, the diff and unsaved text', run => run.getsContext()],
  ['shows the model a picture, if it takes pictures', run => run.seesPicture()],
  ['changes a file and makes one, and both stand under review', run => run.edits()],
  ['runs a command, and what it made stands under review', run => run.runs()],
  ['does not do what it is told not to do', run => run.isToldNo()],
  ['stops in the middle of a sentence and of a command, and goes on', run => run.stops()],
  ['runs a slash command, if it offers any', run => run.obeys()],
  [
    'lists, takes up, loads, copies, closes and forgets, as far as it offers',
    run => run.remembers(),
  ],
  ['is what docs/AGENTS.md says', run => asTheTableSays(run)],
  ['ends without survivors', run => run.ends()],
];

/** Runs one agent on the scripted model; each thing it is put through is a test. */
export function runAgent(id: string): void {
  const agent = realAgent(id);
  let run: AgentRun | undefined;
  let missing = '';

  beforeAll(async () => {
    const installed = await installAgent(agent);
    if (installed.kind === 'missing') {
      missing = installed.why;
    } else {
      run = new AgentRun(await RealAgentFixture.open(agent, installed.folder, FILES));
    }
  }, INSTALL_MS);

  afterAll(async () => {
    if (run) {
      await leaveReport(run);
      await run.fixture.close();
    }
  });

  const put = async (step: Step, { skip }: TestContext): Promise<void> => {
    if (!run) {
      return skip(missing);
    }
    await step(run);
  };

  describe(`${agent.name} (${agent.packages[0]})`, { timeout: STEP_MS }, () => {
    for (const [title, step] of STEPS) {
      it(title, context => put(step, context));
    }
  });
}

async function asTheTableSays(run: AgentRun): Promise<void> {
  const row = await run.row();
  await mkdir(outFolder, { recursive: true });
  await writeFile(`${outFolder}/${run.fixture.agent.id}.row`, row);
  if (process.env['ACCORD_RECORD'] === undefined) {
    expect(await rowsInDocs(), row).toContain(row);
  }
}

/** All that happened, in out/agents: for whoever looks for the reason of a failure. */
async function leaveReport({ fixture, session }: AgentRun): Promise<void> {
  const report = {
    outline: outline(session),
    notes: fixture.logLines,
    others: fixture.model.others,
    requests: fixture.model.requests.map(({ request, ...rest }) => ({
      ...rest,
      tools: request.tools.map(({ name }) => name),
    })),
  };
  await mkdir(outFolder, { recursive: true });
  await writeFile(`${outFolder}/${fixture.agent.id}.json`, JSON.stringify(report, undefined, 1));
  await writeFile(`${outFolder}/${fixture.agent.id}.ndjson`, formatTrace(fixture.passages));
}
