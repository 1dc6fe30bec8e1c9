import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { signInRow } from './agentTable.ts';
import { FILES } from './agentRun.ts';
import { rowsInDocs } from './agentsDoc.ts';
import { installAgent } from './installAgent.ts';
import type { RealAgent } from './realAgent.ts';
import { RealAgentFixture } from './realAgentFixture.ts';
import { INSTALL_MS, STEP_MS } from './timeLimits.ts';
import { waitUntil } from '../harness/waitUntil.ts';

/** An agent that nobody has signed in to: the user learns so, and nothing is left of it. */
export function runSignIn(agent: RealAgent): void {
  let fixture: RealAgentFixture | undefined;
  let missing = '';

  beforeAll(async () => {
    const installed = await installAgent(agent);
    if (installed.kind === 'missing') {
      missing = installed.why;
    } else {
      fixture = await RealAgentFixture.open(agent, installed.folder, FILES);
    }
  }, INSTALL_MS);

  afterAll(() => fixture?.close());

  const here = ({ skip }: TestContext): RealAgentFixture => fixture ?? skip(missing);

  describe(`${agent.name} (${agent.packages[0]})`, { timeout: STEP_MS }, () => {
    it('requires a sign-in as docs/AGENTS.md says', context => wantsSignIn(here(context)));

    it('leaves no process behind', async context => {
      const open = here(context);
      await open.sessions.stopAgents();
      expect(await open.survivors()).toEqual([]);
    });
  });
}

async function wantsSignIn(fixture: RealAgentFixture): Promise<void> {
  const session = fixture.begin();
  const { conversation } = session;
  await waitUntil(() => conversation.state.status.kind === 'signIn', STEP_MS);
  const { status } = conversation.state;
  const message = status.kind === 'signIn' ? status.message.replaceAll(/\s+/g, ' ') : '';
  const link = await session.agent.connect(fixture.root);
  const row = signInRow(fixture.agent, link, message);
  expect(await rowsInDocs(), row).toContain(row);
}
