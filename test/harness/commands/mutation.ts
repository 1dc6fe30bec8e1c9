/**
 * `npm run test:mutation [-- group]`: mutates the guard code, one mutation at a time, and counts how many the tests
 * detect. A group below the minimum score fails. The reports are in out/mutation.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { mutationGroups, type MutationGroup } from '../../mutation/groups.ts';
import { mutationScore } from '../../mutation/mutationScore.ts';
import { inProject, toolScript } from '../paths.ts';
import { beginRun } from '../processes/beginRun.ts';
import { runNode } from '../processes/processes.ts';
import { Steps, type PrintLine } from '../steps.ts';

/** The percentage of mutations that tests must detect. */
const MINIMUM_SCORE = 85;

/** More than there are cores, because many mutations make a test wait. */
const WORKERS = availableParallelism() + 2;

const filter = process.argv.slice(2).join(' ');

beginRun();
const steps = new Steps();
for (const group of mutationGroups.filter(({ name }) => name.includes(filter))) {
  await steps.run(group.name, note => mutate(group, note));
}
steps.finish();

async function mutate(group: MutationGroup, note: PrintLine): Promise<void> {
  const folder = inProject('out', 'mutation');
  const name = group.name.replaceAll(' ', '-');
  const config = `${folder}/${name}.config.json`;
  const report = `${folder}/${name}.json`;
  await mkdir(folder, { recursive: true });
  await writeFile(config, JSON.stringify(strykerOptions(group, report), undefined, 2));
  process.env['ACCORD_MUTATION_GROUP'] = group.name;
  await runNode([toolScript('@stryker-mutator/core', 'stryker'), 'run', config]);
  const { score, noticed, timedOut, total, unnoticed } = mutationScore(
    await readFile(report, 'utf8'),
  );
  unnoticed.forEach(note);
  note(
    `${noticed} of ${total} changes are noticed: ${score.toFixed(1)} %; ${timedOut} of them only by a time limit`,
  );
  if (score < MINIMUM_SCORE) {
    throw new Error(`Tests must notice ${MINIMUM_SCORE} % of the changes.`);
  }
}

function strykerOptions(group: MutationGroup, report: string): object {
  return {
    mutate: group.mutate,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/vitest.mutation.config.ts', related: false },
    reporters: ['json'],
    jsonReporter: { fileName: report },
    // Mutations whose code and tests are unchanged since the last run keep their result.
    incremental: true,
    incrementalFile: report.replace(/json$/, 'incremental.json'),
    tempDirName: 'out/stryker',
    cleanTempDir: 'always',
    ignorePatterns: ['out', 'dist', 'docs', 'media', 'test/agents', 'test/bench'],
    concurrency: WORKERS,
    disableTypeChecks: false,
    // Stryker would read it with an API of the TypeScript compiler that version 7 no longer has.
    tsconfigFile: 'none',
    timeoutMS: 60_000, // A busy machine must not look like a mutation that makes tests hang.
  };
}
