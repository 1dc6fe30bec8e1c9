import type { Steps } from './steps.ts';
import { runVitest } from './runVitest.ts';
import { packageAndPrintSize } from './windowTests.ts';

/** The two agents that start quickest. They run with every `npm test`, the others with `npm run test:agents`. */
export const quickestAgents = ['runs/goose.', 'runs/codex-zed.'];

/** Runs real agents on a scripted model, through the agent layer. */
export async function runAgentTests(steps: Steps, filter: readonly string[]): Promise<void> {
  await steps.run('real agents', note =>
    runVitest({ config: 'test/vitest.agents.config.ts', filter, show: 'each' }, note),
  );
}

/** Runs some of them in a real VS Code, from the packaged extension. */
export async function runAgentWindows(steps: Steps, filter: readonly string[]): Promise<void> {
  if (await steps.run('package', packageAndPrintSize)) {
    await steps.run('real agents in VS Code', note =>
      runVitest(
        { config: 'test/vitest.agentWindows.config.ts', filter, show: 'each', mayBeNone: true },
        note,
      ),
    );
  }
}
