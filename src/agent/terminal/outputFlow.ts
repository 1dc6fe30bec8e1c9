import type { Disposable } from '../../core/disposableStore.ts';
import type { RunningProgram } from './runningProgram.ts';

/** Receives output. A returned promise resolves when the sink has caught up. */
export type OutputSink = (text: string) => void | Promise<void>;

/** The same values as for VS Code's own terminals. */
const PAUSE_AT_CHARS = 100_000;
const RESUME_AT_CHARS = 5_000;
/** A sink that never catches up must not block the command, and a pseudoterminal that has ended loses output that is not read. */
const LONGEST_PAUSE_MS = 100;

/** Sends output to sinks and pauses the command while they are behind. */
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
        // A failed sink is not waited for.
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
