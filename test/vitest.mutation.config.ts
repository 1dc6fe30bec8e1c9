import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';
import { mutationGroups } from './mutation/groups.ts';

const group = mutationGroups.find(({ name }) => name === process.env['ACCORD_MUTATION_GROUP']);

/** The tests of one group of guard code, in one process: Stryker starts as many as it needs. */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [] } },
  defineConfig({
    test: {
      include: [...(group?.tests ?? [])],
      maxWorkers: 1,
      hookTimeout: 60_000, // Before a test, git creates repositories.
      testTimeout: 20_000, // Many mutations make a test wait forever; the slowest test takes 2 s.
      expect: { poll: { timeout: 5_000 } },
      setupFiles: ['test/mutation/setup.ts'],
    },
  }),
);
