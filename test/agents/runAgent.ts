import { mkdir, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { formatTrace } from '../../src/core/traffic/exchange.ts';
import { outline } from '../fakes/sessionFixture.ts';
import { AgentRun } from './agentRun.ts';
import { outFolder, rowsInDocs } from './agentsDoc.ts';
import { realAgent } from './realAgents.ts';
import { STEP_MS } from './timeLimits.ts';
import { useRealAgent } from './useRealAgent.ts';

type Step = (run: AgentRun) => Promise<void>;

/** The steps that every agent goes through, in this order. */
const STEPS: readonly (readonly [title: string, step: Step])[] = [
  ['initializes and opens a session', run => run.checkInitialize()],
  [
    'opens a session if version 2 of the protocol is offered',
    run => run.extensions.checkVersion2(),
  ],
  ['switches to each of its modes and back', run => run.checkModes()],
  ['passes a file, a selection, a diff and unsaved text to the model', run => run.checkContext()],
  ['passes an image to the model if it supports images', run => run.checkImage()],
  ['edits a file and creates one, and both are pending in the review', run => run.checkEdits()],
  ['runs a command whose changes are pending in the review', run => run.checkCommand()],
  ['does not run a tool call that the user rejects', run => run.checkRejection()],
  [
    'takes a message into a running turn if it advertises this',
    run => run.extensions.checkSteering(),
  ],
  ['runs a sub-agent if the model can start one', run => run.extensions.checkSubagent()],
  [
    'stops during a message and during a command, and continues with the next prompt',
    run => run.checkCancellation(),
  ],
  ['runs a slash command if it offers any', run => run.checkSlashCommand()],
  [
    'lists, resumes, loads, forks, closes and deletes sessions as far as it advertises this',
    run => run.checkStoredSessions(),
  ],
  ['behaves as docs/AGENTS.md says', run => matchesTable(run)],
  ['leaves no process behind', run => run.checkExit()],
];

/** Runs one agent with the scripted model; each step is a test. */
export function runAgent(id: string): void {
  const agent = realAgent(id);
  let run: AgentRun | undefined;
  const getFixture = useRealAgent(agent, async () => {
    if (run) {
      await writeReport(run);
    }
  });

  describe(`${agent.name} (${agent.packages[0]})`, { timeout: STEP_MS }, () => {
    for (const [title, step] of STEPS) {
      it(title, context => step((run ??= new AgentRun(getFixture(context)))));
    }
  });
}

async function matchesTable(run: AgentRun): Promise<void> {
  const row = await run.createTableRow();
  await mkdir(outFolder, { recursive: true });
  await writeFile(`${outFolder}/${run.fixture.agent.id}.row`, row);
  if (process.env['ACCORD_RECORD'] === undefined) {
    expect(await rowsInDocs(), row).toContain(row);
  }
}

/** Writes everything that happened to out/agents, to investigate failures. */
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
