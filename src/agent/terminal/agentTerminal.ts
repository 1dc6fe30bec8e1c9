import { setTimeout as delay } from 'node:timers/promises';
import { requestCanceled } from '../wire/responseError.ts';
import { Emitter } from '../../core/event.ts';
import type { Disposable } from '../../core/disposableStore.ts';
import {
  killTree,
  signalGroup,
  listProcessTree,
  type ProcessTreeRoot,
} from '../process/killTree.ts';
import type { Watchdog } from '../process/watchdog.ts';
import { OutputFlow, type OutputSink } from './outputFlow.ts';
import type { ExitStatus, RunningProgram } from './runningProgram.ts';
import { TerminalOutput } from './terminalOutput.ts';

/** Describes a terminal. */
export interface TerminalInfo {
  readonly id: string;
  /** The command line for display. */
  readonly command: string;
  readonly cwd: string;
  readonly limitBytes: number;
}

/** A program and what is needed to end its whole process tree. */
export interface OwnedProgram {
  readonly program: RunningProgram;
  readonly root: ProcessTreeRoot;
  readonly watchdog?: Watchdog | undefined;
}

/** How long a command may take to exit after SIGTERM. */
const GRACE_MS = 1_000;

/** A command of an agent with its output and its exit status. */
export class AgentTerminal {
  readonly info: TerminalInfo;
  readonly startedMs = Date.now();
  readonly #owned: OwnedProgram | undefined;
  readonly #output: TerminalOutput;
  readonly #flow: OutputFlow;
  readonly #didExit = new Emitter<ExitStatus>();
  #exit: ExitStatus | undefined;
  #killing: Promise<void> | undefined;

  /** Fires once, after the last output. */
  readonly onDidExit = this.#didExit.event;

  /** If the command could not be started, the terminal has ended already and its output is the reason. */
  constructor(
    facts: TerminalInfo,
    run: OwnedProgram | { readonly exitCode: number; readonly message: string },
  ) {
    this.info = facts;
    this.#output = new TerminalOutput(facts.limitBytes);
    if ('message' in run) {
      this.#flow = new OutputFlow({ pause: () => {}, resume: () => {} });
      this.#output.add(`${run.message}\n`);
      this.#exit = { exitCode: run.exitCode, signal: null };
      return;
    }
    this.#owned = run;
    this.#flow = new OutputFlow(run.program);
    run.watchdog?.watch(run.root);
    run.program.onData(text => this.#handleData(text));
    run.program.onExit(exit => this.#handleExit(exit));
  }

  get exit(): ExitStatus | undefined {
    return this.#exit;
  }

  /** Whether the user can type into it. */
  get takesInput(): boolean {
    return this.#owned?.program.write !== undefined;
  }

  output(): { output: string; truncated: boolean; exitStatus?: ExitStatus } {
    return { ...this.#output.read(), ...(this.#exit && { exitStatus: this.#exit }) };
  }

  /** Resolves when the command has ended. A cancellation ends only the wait. */
  async waitForExit(signal?: AbortSignal): Promise<ExitStatus> {
    if (this.#exit) {
      return this.#exit;
    }
    return new Promise((resolve, reject) => {
      const abort = (): void => reject(requestCanceled());
      if (signal?.aborted) {
        abort();
        return;
      }
      signal?.addEventListener('abort', abort, { once: true });
      const listener = this.#didExit.event(exit => {
        listener.dispose();
        signal?.removeEventListener('abort', abort);
        resolve(exit);
      });
    });
  }

  /** Sends further output to a sink, which may be slower than the command. */
  attach(sink: OutputSink): Disposable {
    return this.#flow.attach(sink);
  }

  write(text: string): void {
    this.#owned?.program.write?.(text);
  }

  resize(columns: number, rows: number): void {
    this.#owned?.program.resize?.(columns, rows);
  }

  /** Kills the command and all its child processes. Its output stays available. */
  kill(): Promise<void> {
    return (this.#killing ??= this.#end());
  }

  #handleData(text: string): void {
    this.#output.add(text);
    this.#flow.push(text);
  }

  #handleExit(exit: ExitStatus): void {
    this.#exit = exit;
    this.#didExit.fire(exit);
  }

  async #end(): Promise<void> {
    if (!this.#owned) {
      return;
    }
    const { root, watchdog } = this.#owned;
    // The tree is read before anything ends, because an orphan cannot be traced back to its parent.
    const seen = await listProcessTree(root).catch(() => []);
    if (!this.#exit && process.platform !== 'win32') {
      await signalGroup(root, 'SIGTERM').catch(() => {}); // The kill below follows in any case.
      await this.#exitWithin(GRACE_MS);
    }
    await killTree(root, seen);
    await this.#exitWithin(GRACE_MS);
    watchdog?.release(root);
  }

  async #exitWithin(timeMs: number): Promise<void> {
    const timer = new AbortController();
    const timeout = delay(timeMs, undefined, { signal: timer.signal }).catch(() => {});
    await Promise.race([this.waitForExit(), timeout]);
    timer.abort();
  }
}
