import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The built chat view alone in one browser, which all workers share. */
export default defineConfig({
  root,
  test: {
    include: ['test/page/*.test.ts'],
    globalSetup: 'test/page/setup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    isolate: false,
    maxWorkers: 2, // They mostly wait, and other tests run at the same time.
    expect: { poll: { timeout: 30_000, interval: 50 } },
  },
});
