import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { ExitStatus, RunningProgram } from './runningProgram.ts';
import type { ProgramStart } from './prepareStart.ts';

/** After the exit, a background child may keep the output open. The output counts as ended when it is silent for this long. */
const SILENCE_MS = 200;
/** A background child that is never silent delays the end of the command for at most this long. */
const LAST_OUTPUT_MS = 2_000;

/** Starts a command on pipes, without input and in a process group of its own. Throws the error of the system. */
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
    await once(child, 'spawn'); // Rejects with the reason why the process was not created.
  }
  child.on('error', () => {}); // A signal could not be sent. The tree is killed by other means.
  return new PipedProgram(child, child.pid ?? 0);
}

class PipedProgram implements RunningProgram {
  readonly pid: number;
  readonly #child: ChildProcess;
  readonly #streams: readonly Readable[];
  #onData: (text: string) => void = () => {};
  #onExit: (exit: ExitStatus) => void = () => {};
  #silence: NodeJS.Timeout | undefined;
  #exit: ExitStatus | undefined;
  #exitedMs = 0;
  #hasFiredExit = false;

  constructor(child: ChildProcess, pid: number) {
    this.pid = pid;
    this.#child = child;
    this.#streams = [child.stdout, child.stderr].filter(stream => stream !== null);
    child.on('exit', (exitCode, signal) => this.#handleExit({ exitCode, signal }));
    child.on('close', () => this.#fireExit());
  }

  onData(listener: (text: string) => void): void {
    this.#onData = listener;
    for (const stream of this.#streams) {
      // Each stream needs its own decoder, because a character may be split across chunks.
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => {
        this.#onData(text);
        this.#handleLateOutput();
      });
    }
  }

  onExit(listener: (exit: ExitStatus) => void): void {
    this.#onExit = listener;
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

  #handleExit(exit: ExitStatus): void {
    this.#exit = exit;
    this.#exitedMs = performance.now();
    this.#silence = setTimeout(() => this.#handleSilence(), SILENCE_MS);
  }

  #handleLateOutput(): void {
    if (this.#exit && performance.now() - this.#exitedMs > LAST_OUTPUT_MS) {
      this.#fireExit();
    } else {
      this.#silence?.refresh();
    }
  }

  /** Ends the command after silence, unless there is unread output. */
  #handleSilence(): void {
    if (this.#streams.some(stream => stream.isPaused() || stream.readableLength > 0)) {
      this.#silence?.refresh();
    } else {
      this.#fireExit();
    }
  }

  #fireExit(): void {
    clearTimeout(this.#silence);
    if (!this.#hasFiredExit) {
      this.#hasFiredExit = true;
      const { exitCode, signalCode } = this.#child;
      this.#onExit(this.#exit ?? { exitCode, signal: signalCode });
    }
  }
}
