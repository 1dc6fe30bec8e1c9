import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Real agents in a real VS Code window, from the packaged extension. */
export default defineConfig({
  root,
  test: {
    include: ['test/agents/windows/*.test.ts'],
    globalSetup: 'test/e2e/setup.ts',
    isolate: false, // As in vitest.e2e.config.ts: servers are kept from file to file.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: Math.max(1, Math.floor(availableParallelism() / 2)),
    expect: { poll: { timeout: 30_000, interval: 50 } },
  },
});
