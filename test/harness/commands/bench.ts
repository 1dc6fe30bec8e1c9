/** `npm run bench [-- filter]`: the benchmarks of test/bench, one after the other; each prints its own figures. */
import { globSync } from 'node:fs';
import { inProject, root } from '../paths.ts';
import { runNode } from '../processes/processes.ts';
import { beginRun } from '../processes/beginRun.ts';
import { Steps } from '../steps.ts';

const [filter = ''] = process.argv.slice(2);

beginRun();
const steps = new Steps();
for (const file of globSync('test/bench/**/*.bench.ts', { cwd: root }).toSorted()) {
  if (file.includes(filter)) {
    await steps.run(file, async note => void (await runNode([inProject(file)], { onLine: note })));
  }
}
steps.finish();
