import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Real agents on a scripted model. Each has a file of its own; they are large programs, so two run at once at most. */
export default defineConfig({
  root,
  test: {
    include: ['test/agents/runs/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
