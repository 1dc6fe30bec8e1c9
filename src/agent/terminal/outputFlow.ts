import type { Disposable } from '../../core/disposableStore.ts';
import type { RunningProgram } from './runningProgram.ts';

/** Takes output. What it returns settles when it has caught up. */
export type OutputSink = (text: string) => void | Promise<void>;

/** The figures of VS Code's own terminals. */
const PAUSE_AT_CHARS = 100_000;
const RESUME_AT_CHARS = 5_000;
/** A reader that never catches up must not hold up the command; and a terminal device that has ended loses what nobody reads for long. */
const LONGEST_PAUSE_MS = 100;

/** Hands output to those who show it, and lets the command wait while they are behind. */
export class OutputFlow {
  readonly #program: Pick<RunningProgram, 'pause' | 'resume'>;
  readonly #sinks = new Set<{ readonly take: OutputSink }>();
  #behindChars = 0;
  #pause: NodeJS.Timeout | undefined;

  constructor(program: Pick<RunningProgram, 'pause' | 'resume'>) {
    this.#program = program;
  }

  attach(take: OutputSink): Disposable {
    const sink = { take };
    this.#sinks.add(sink);
    return { dispose: () => this.#sinks.delete(sink) };
  }

  push(text: string): void {
    for (const sink of this.#sinks) {
      const caughtUp = sink.take(text);
      if (caughtUp) {
        this.#behindChars += text.length;
        // A sink that fails shows nothing any more: that is no reason to wait for it.
        caughtUp
          .catch(() => undefined)
          .finally(() => this.#settled(text.length))
          .catch(() => undefined);
      }
    }
    if (this.#behindChars > PAUSE_AT_CHARS && !this.#pause) {
      this.#program.pause();
      this.#pause = setTimeout(() => this.#resume(), LONGEST_PAUSE_MS);
    }
  }

  #settled(chars: number): void {
    this.#behindChars -= chars;
    if (this.#pause && this.#behindChars < RESUME_AT_CHARS) {
      this.#resume();
    }
  }

  #resume(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    this.#program.resume();
  }
}
