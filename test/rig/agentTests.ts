import type { Steps } from './steps.ts';
import { runVitest } from './vitest.ts';

/** The two agents that start quickest. They run with every `npm test`, the others with `npm run test:agents`. */
export const quickestAgents = ['runs/goose.', 'runs/codex-zed.'];

/** Runs real agents on a scripted model, through the agent layer. */
export async function runAgentTests(steps: Steps, filter: readonly string[]): Promise<void> {
  await steps.run('real agents', note =>
    runVitest({ config: 'test/vitest.agents.config.ts', filter, show: 'each' }, note),
  );
}
