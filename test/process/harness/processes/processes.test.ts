import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runProgram, startProgram } from '../../../harness/processes/processes.ts';

/** The system takes a moment to remove a process whose parent has ended too. */
const GENEROUS_MS = 15_000;

/** Prints the id of a child that would run for a minute, and keeps running itself. */
const family = `
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
  console.log(child.pid);
  setTimeout(() => {}, 60000);`;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('ends a program together with its children', async () => {
  const program = startProgram(process.execPath, ['-e', family]);
  await expect.poll(() => program.output(), { timeout: GENEROUS_MS }).toMatch(/\d/);
  const grandchild = Number(program.output());
  expect(isAlive(grandchild)).toBe(true);
  await program.stop();
  expect(program.isRunning()).toBe(false);
  await expect.poll(() => isAlive(grandchild), { timeout: GENEROUS_MS }).toBe(false);
});

it('ends the program when its parent is killed', async () => {
  const processes = new URL('../../../harness/processes/processes.ts', import.meta.url).href;
  const script = `
    import { startProgram } from ${JSON.stringify(processes)};
    startProgram(process.execPath, ['-e', ${JSON.stringify(family)}], { onLine: line => console.log(line) });`;
  const starter = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: starter.stdout }), 'line')) as [string];
  starter.kill('SIGKILL');
  await expect.poll(() => isAlive(Number(line)), { timeout: GENEROUS_MS }).toBe(false);
});

it('reports the output of a program that fails', async () => {
  const failing = runProgram(process.execPath, [
    '-e',
    'console.error("out of luck"); process.exit(3)',
  ]);
  await expect(failing).rejects.toThrow(/out of luck[^]*exit code 3/);
});
