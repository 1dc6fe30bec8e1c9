import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The built chat view alone in a browser. One page at a time: they mostly wait, and others run beside them. */
export default defineConfig({
  root,
  test: {
    include: ['test/page/*.test.ts'],
    globalSetup: 'test/page/setup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    isolate: false,
    maxWorkers: 1,
    expect: { poll: { timeout: 30_000, interval: 50 } },
  },
});
