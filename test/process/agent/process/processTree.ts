import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { listProcessTree } from '../../../../src/agent/process/killTree.ts';
import type { ProcessTreeRoot } from '../../../../src/agent/process/killTree.ts';
import {
  SPAWN_MARKER,
  getSystemProcessTable,
} from '../../../../src/agent/process/table/processTable.ts';

/** Starts a shell script and waits until it and all processes whose pids it prints are running. */
export async function startTree(
  script: string,
): Promise<{ child: ChildProcess; root: ProcessTreeRoot; pids: number[] }> {
  const marker = randomUUID();
  const child = spawn('sh', ['-c', script], {
    detached: true,
    env: { ...process.env, [SPAWN_MARKER]: marker },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = child.pid ?? 0;
  const root = { pid, marker, started: getSystemProcessTable().getStartTime(pid) };
  const pids: number[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'up') {
      break;
    }
    pids.push(Number(line));
  }
  return { child, root, pids };
}

/** The pids that are still running. */
export async function alive(pids: readonly number[]): Promise<number[]> {
  const running = new Set((await getSystemProcessTable().list()).map(one => one.pid));
  return pids.filter(pid => running.has(pid));
}

/** All processes that have the marker of a root or descend from it. */
export async function survivors(root: ProcessTreeRoot): Promise<number[]> {
  return (await listProcessTree(root)).map(one => one.pid);
}
