/**
 * `npm run bench [-- filter]`: the benchmarks of test/bench, one after the other. Each prints its own figures, and a table of
 * all of them follows. A complete run writes it to docs/BENCHMARKS.md, with the machine, the date and the commit.
 *
 * `npm run bench -- --against other.vsix adapter.mjs` runs only the benchmark of clients, and measures that extension too.
 */
import { globSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { benchmarksDoc, figuresTable, parseFigures, type NamedFigure } from '../bench/figures.ts';
import { inProject, root } from '../paths.ts';
import { runNode } from '../processes/processes.ts';
import { beginRun } from '../processes/beginRun.ts';
import { Steps } from '../steps.ts';

/** The benchmark that measures other extensions too. */
const CLIENTS = 'clients.bench.ts';
const figuresFile = inProject('out', 'figures.jsonl');

const { values, positionals } = parseArgs({
  options: { against: { type: 'boolean' } },
  allowPositionals: true,
});
const against = values.against ? positionals : [];
const filter = values.against ? CLIENTS : (positionals[0] ?? '');
if (values.against && against.length !== 2) {
  throw new Error(
    'Expected a VSIX and the module that drives it: --against other.vsix adapter.mjs',
  );
}

beginRun();
const steps = new Steps();
const figures: NamedFigure[] = [];
for (const file of globSync('test/bench/**/*.bench.ts', { cwd: root }).toSorted()) {
  if (file.includes(filter)) {
    await steps.run(file, note => runBenchmark(file, note));
  }
}
console.log(figuresTable(figures));
if (filter === '') {
  await writeFile(inProject('docs/BENCHMARKS.md'), benchmarksDoc(figures));
}
steps.finish();

async function runBenchmark(file: string, note: (line: string) => void): Promise<void> {
  await mkdir(path.dirname(figuresFile), { recursive: true });
  await rm(figuresFile, { force: true });
  try {
    await runNode([inProject(file), ...against.map(one => path.resolve(one))], {
      onLine: note,
      env: { ACCORD_BENCH_FIGURES: figuresFile },
    });
  } finally {
    const lines = await readFile(figuresFile, 'utf8').catch(() => ''); // It has reported nothing.
    figures.push(...parseFigures(path.basename(file, '.bench.ts'), lines));
  }
}
