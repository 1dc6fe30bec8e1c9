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

/** The steps that every agent goes through, in this order. */
const STEPS: readonly (readonly [title: string, step: Step])[] = [
  ['initializes and opens a session', run => run.introduces()],
  ['switches to each of its modes and back', run => run.changesModes()],
  ['passes a file, a selection, a diff and unsaved text to the model', run => run.getsContext()],
  ['passes an image to the model if it supports images', run => run.seesPicture()],
  ['edits a file and creates one, and both are pending in the review', run => run.edits()],
  ['runs a command whose changes are pending in the review', run => run.runs()],
  ['does not run a tool call that the user rejects', run => run.isToldNo()],
  [
    'stops during a message and during a command, and continues with the next prompt',
    run => run.stops(),
  ],
  ['runs a slash command if it offers any', run => run.obeys()],
  [
    'lists, resumes, loads, forks, closes and deletes sessions as far as it advertises this',
    run => run.remembers(),
  ],
  ['behaves as docs/AGENTS.md says', run => matchesTable(run)],
  ['leaves no process behind', run => run.ends()],
];

/** Runs one agent on the scripted model; each step is a test. */
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
      await writeReport(run);
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

async function matchesTable(run: AgentRun): Promise<void> {
  const row = await run.row();
  await mkdir(outFolder, { recursive: true });
  await writeFile(`${outFolder}/${run.fixture.agent.id}.row`, row);
  if (process.env['ACCORD_RECORD'] === undefined) {
    expect(await rowsInDocs(), row).toContain(row);
  }
}

/** Writes everything that happened to out/agents, where the reason of a failure can be found. */
async function writeReport({ fixture, session }: AgentRun): Promise<void> {
  const report = {
    outline: outline(session),
    log: fixture.logLines,
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
