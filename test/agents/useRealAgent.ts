import { afterAll, beforeAll, type TestContext } from 'vitest';
import { FILES } from './agentRun.ts';
import { installAgent } from './installAgent.ts';
import type { RealAgent } from './realAgent.ts';
import { RealAgentFixture } from './realAgentFixture.ts';
import { INSTALL_MS } from './timeLimits.ts';

/** Installs and starts an agent for the tests of a file. Returns its fixture, or skips the test if it cannot be installed. */
export function useRealAgent(
  agent: RealAgent,
  beforeClose?: () => Promise<void>,
): (context: TestContext) => RealAgentFixture {
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

  afterAll(async () => {
    if (fixture) {
      await beforeClose?.();
      await fixture.close();
    }
  });

  return ({ skip }) => fixture ?? skip(missing);
}
