import { createInterface } from 'node:readline';
import { killTree } from './killTree.ts';
import type { ProcessTreeRoot } from './killTree.ts';

/**
 * A separate program that outlives a killed extension host, and kills the agents it left behind. Each line of its input
 * is `+pid,started,marker` or `-pid`. The end of the input means that the host is gone.
 */
const roots = new Map<number, ProcessTreeRoot>();

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  // Who kills the host often signals the processes around it, too. Only the end of the input counts.
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

/** Node has been seen to wait forever for its threads on exit. Nothing is left to do, so the process kills itself. */
const end = (): boolean => process.kill(process.pid, 'SIGKILL');

function parseRoot(text: string): ProcessTreeRoot {
  const [pid, started, marker] = text.split(',');
  return { pid: Number(pid), started: started ? Number(started) : undefined, marker };
}
