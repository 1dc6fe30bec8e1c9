import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { inProject, root } from '../paths.ts';

/** A program that was started by the harness and cannot outlive it. */
export interface RunningProgram {
  /** Everything it has printed so far, both streams. */
  output(): string;
  isRunning(): boolean;
  /** Resolves with the exit code when the program has ended; never rejects. */
  readonly ended: Promise<number>;
  /** Ends the program and all its children. */
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Called with each line as it is printed. */
  readonly onLine?: (line: string) => void;
}

const running = new Set<RunningProgram>();

/** Starts a program that ends with the harness, however the harness ends. */
export function startProgram(
  file: string,
  args: readonly string[],
  options: StartOptions = {},
): RunningProgram {
  const child = spawn(
    process.execPath,
    [inProject('test/harness/processes/supervisor.mjs'), file, ...args],
    {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...colors(), ...options.env },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32', // Its own process group, which the supervisor leads and ends.
    },
  );
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', line => {
      lines.push(line);
      options.onLine?.(line);
    });
  }
  child.stdin.on('error', () => {
    // The program ended first.
  });
  const ended = new Promise<number>(resolve => {
    child.on('error', () => resolve(127));
    child.on('close', code => resolve(code ?? 1));
  });
  const program: RunningProgram = {
    output: () => lines.join('\n'),
    isRunning: () => running.has(program),
    ended,
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
  running.add(program);
  void ended.then(() => running.delete(program));
  return program;
}

/** Runs a program to its end and returns its output. Fails with the output if the exit code is not 0. */
export async function runProgram(
  file: string,
  args: readonly string[],
  options: StartOptions = {},
): Promise<string> {
  const program = startProgram(file, args, options);
  const code = await program.ended;
  if (code !== 0) {
    throw new Error(`${program.output()}\n(exit code ${code})`);
  }
  return program.output();
}

/** Runs a script with the Node that runs the harness. */
export const runNode = (args: readonly string[], options?: StartOptions): Promise<string> =>
  runProgram(process.execPath, args, options);

/** Ends all running programs. */
export async function stopPrograms(): Promise<void> {
  await Promise.all([...running].map(program => program.stop()));
}

/** Programs print colors if our own output is a terminal. */
const colors = (): Record<string, string | undefined> =>
  process.stdout.isTTY && process.env['NO_COLOR'] === undefined
    ? { FORCE_COLOR: '1' }
    : { FORCE_COLOR: undefined, NO_COLOR: '1' };
