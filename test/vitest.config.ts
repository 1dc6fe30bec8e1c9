import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** All of these run in plain Node, where the module `vscode` does not exist: a leak fails at once. */
export default defineConfig({
  root,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    include: ['test/unit/**/*.test.{ts,tsx}', 'test/{process,faults}/**/*.test.ts'],
    testTimeout: 60_000, // Far more than any takes, also on a machine that is busy with other things.
    expect: { poll: { timeout: 15_000 } }, // What is waited for comes when it comes, on a busy machine too.
    // Many tests wait for processes of their own: one more worker than there are cores keeps them busy.
    maxWorkers: availableParallelism() + 1,
  },
});
