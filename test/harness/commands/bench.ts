/**
 * `npm run bench [-- filter]`: the benchmarks of test/bench, one after the other. Each prints its own figures, and a table of
 * all of them follows. A complete run writes it to docs/BENCHMARKS.md, with the machine, the date and the commit.
 */
import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { benchmarksDoc, figuresTable, parseFigure, type BenchFigure } from '../bench/figures.ts';
import { inProject, root } from '../paths.ts';
import { runNode } from '../processes/processes.ts';
import { beginRun } from '../processes/beginRun.ts';
import { Steps } from '../steps.ts';

const [filter = ''] = process.argv.slice(2);

beginRun();
const steps = new Steps();
const figures: BenchFigure[] = [];
for (const file of globSync('test/bench/**/*.bench.ts', { cwd: root }).toSorted()) {
  if (file.includes(filter)) {
    await steps.run(file, async note => {
      await runNode([inProject(file)], {
        onLine: line => {
          note(line);
          figures.push(...parseFigure(file, line));
        },
      });
    });
  }
}
console.log(figuresTable(figures));
if (filter === '') {
  await writeFile(inProject('docs/BENCHMARKS.md'), benchmarksDoc(figures));
}
steps.finish();
