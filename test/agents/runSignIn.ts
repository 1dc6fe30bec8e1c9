import { describe, expect, it } from 'vitest';
import { signInRow } from './agentTable.ts';
import { rowsInDocs } from './agentsDoc.ts';
import type { RealAgent } from './realAgent.ts';
import type { RealAgentFixture } from './realAgentFixture.ts';
import { STEP_MS } from './timeLimits.ts';
import { useRealAgent } from './useRealAgent.ts';
import { waitUntil } from '../harness/waitUntil.ts';

/** Tests that an agent without a sign-in reports so, and leaves no process behind. */
export function runSignIn(agent: RealAgent): void {
  const getFixture = useRealAgent(agent);

  describe(`${agent.name} (${agent.packages[0]})`, { timeout: STEP_MS }, () => {
    it('requires a sign-in as docs/AGENTS.md says', context => requiresSignIn(getFixture(context)));

    it('leaves no process behind', async context => {
      const open = getFixture(context);
      await open.sessions.stopAgents();
      expect(await open.listRunningProcesses()).toEqual([]);
    });
  });
}

async function requiresSignIn(fixture: RealAgentFixture): Promise<void> {
  const session = fixture.createSession();
  const { conversation } = session;
  await waitUntil(() => conversation.state.status.kind === 'signIn', STEP_MS);
  const { status } = conversation.state;
  const message = status.kind === 'signIn' ? status.message.replaceAll(/\s+/g, ' ') : '';
  const link = await session.agent.connect(fixture.root);
  const row = signInRow(fixture.agent, link, message);
  expect(await rowsInDocs(), row).toContain(row);
}
