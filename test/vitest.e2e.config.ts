import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Tests in a real VS Code window. A window keeps a core busy while it opens, so few run at once. */
export default defineConfig({
  root,
  test: {
    include: ['test/e2e/**/*.test.ts'],
    globalSetup: 'test/e2e/setup.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The files of a worker follow each other in one process, in which servers and a window are kept.
    isolate: false,
    // A window has much in it that is not ours. Which tests needed a second try is shown ("retry x1"): look at them.
    retry: 1,
    maxWorkers: Math.max(1, Math.floor(availableParallelism() / 2)),
    expect: { poll: { timeout: 30_000, interval: 50 } },
  },
});
