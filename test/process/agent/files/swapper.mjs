// Swaps work/folder with the link work/trap as fast as possible until it is killed.
import { renameSync } from 'node:fs';
import { join } from 'node:path';

const [work] = process.argv.slice(2);
const [folder, trap, aside] = ['folder', 'trap', 'aside'].map(name => join(work, name));

process.send('ready');
process.on('disconnect', () => process.exit());
setInterval(() => {
  for (let n = 0; n < 200; n += 1) {
    renameSync(folder, aside);
    renameSync(trap, folder);
    renameSync(folder, trap);
    renameSync(aside, folder);
  }
}, 1);
