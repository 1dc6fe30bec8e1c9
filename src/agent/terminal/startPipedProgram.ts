import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { ExitStatus, RunningProgram } from './runningProgram.ts';
import type { ProgramStart } from './prepareStart.ts';

/** After the command has ended, a background child may hold its output open: silence of this length is the end. */
const SILENCE_MS = 200;
/** A background child may also never be silent. Its output still arrives, but the command has ended. */
const LAST_OUTPUT_MS = 2_000;

/** Starts a command on pipes, with nothing on its input and in a group of its own. Throws what the system says. */
export async function startPipedProgram(start: ProgramStart): Promise<RunningProgram> {
  const child = spawn(start.program, start.args, {
    cwd: start.cwd,
    env: start.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    windowsVerbatimArguments: start.isVerbatim,
    detached: process.platform !== 'win32',
  });
  if (child.pid === undefined) {
    await once(child, 'spawn'); // Rejects with the reason why there is no process.
  }
  child.on('error', () => {}); // A signal that could not be sent: the tree is ended by other means.
  return new PipedProgram(child, child.pid ?? 0);
}

class PipedProgram implements RunningProgram {
  readonly pid: number;
  readonly #child: ChildProcess;
  readonly #streams: readonly Readable[];
  #hearData: (text: string) => void = () => {};
  #hearExit: (exit: ExitStatus) => void = () => {};
  #silence: NodeJS.Timeout | undefined;
  #exit: ExitStatus | undefined;
  #endedMs = 0;
  #isTold = false;

  constructor(child: ChildProcess, pid: number) {
    this.pid = pid;
    this.#child = child;
    this.#streams = [child.stdout, child.stderr].filter(stream => stream !== null);
    child.on('exit', (exitCode, signal) => this.#ended({ exitCode, signal }));
    child.on('close', () => this.#tell());
  }

  onData(listener: (text: string) => void): void {
    this.#hearData = listener;
    for (const stream of this.#streams) {
      // Each stream has a decoder of its own: a character may be cut in two by the other one's output.
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => {
        this.#hearData(text);
        this.#stillTalking();
      });
    }
  }

  onExit(listener: (exit: ExitStatus) => void): void {
    this.#hearExit = listener;
  }

  pause(): void {
    for (const stream of this.#streams) {
      stream.pause();
    }
  }

  resume(): void {
    for (const stream of this.#streams) {
      stream.resume();
    }
  }

  #ended(exit: ExitStatus): void {
    this.#exit = exit;
    this.#endedMs = performance.now();
    this.#silence = setTimeout(() => this.#settleSilence(), SILENCE_MS);
  }

  #stillTalking(): void {
    if (this.#exit && performance.now() - this.#endedMs > LAST_OUTPUT_MS) {
      this.#tell();
    } else {
      this.#silence?.refresh();
    }
  }

  /** While nobody reads, silence says nothing. */
  #settleSilence(): void {
    if (this.#streams.some(stream => stream.isPaused() || stream.readableLength > 0)) {
      this.#silence?.refresh();
    } else {
      this.#tell();
    }
  }

  #tell(): void {
    clearTimeout(this.#silence);
    if (!this.#isTold) {
      this.#isTold = true;
      const { exitCode, signalCode } = this.#child;
      this.#hearExit(this.#exit ?? { exitCode, signal: signalCode });
    }
  }
}
