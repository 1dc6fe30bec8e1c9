import { createInterface } from 'node:readline';
import { killTree } from './killTree.ts';
import type { ProcessTreeRoot } from './killTree.ts';

/**
 * A program of its own: it outlives an extension host that is killed, and ends the agents it left.
 * Each line of its input is `+pid,started,marker` or `-pid`. The end of input means that the host
 * is gone.
 */
const roots = new Map<number, ProcessTreeRoot>();

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  // Whoever ends the host often signals all around it. The end of input is what ends us.
  process.on(signal, () => {});
}

const input = createInterface({ input: process.stdin });

input.on('line', line => {
  if (line.startsWith('+')) {
    const root = parseRoot(line.slice(1));
    roots.set(root.pid, root);
  } else {
    roots.delete(Number(line.slice(1)));
  }
});

input.on('close', () => {
  void Promise.all([...roots.values()].map(root => killTree(root))).finally(() => end());
});

/** Node's own way out has been seen to wait forever for its threads. Nothing is left to be done: no way is too short. */
const end = (): boolean => process.kill(process.pid, 'SIGKILL');

function parseRoot(text: string): ProcessTreeRoot {
  const [pid, started, marker] = text.split(',');
  return { pid: Number(pid), started: started ? Number(started) : undefined, marker };
}
