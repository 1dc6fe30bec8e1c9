import { setTimeout as delay } from 'node:timers/promises';
import { requestCancelled } from '../wire/responseError.ts';
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

/** What a terminal is, besides its program. */
export interface TerminalInfo {
  readonly id: string;
  /** The command in one line, as people read it. */
  readonly command: string;
  readonly cwd: string;
  readonly limitBytes: number;
}

/** A program with what it takes to end it and all that it started. */
export interface OwnedProgram {
  readonly program: RunningProgram;
  readonly root: ProcessTreeRoot;
  readonly watchdog?: Watchdog | undefined;
}

/** How long a command has to end by itself once it was asked to. */
const GRACE_MS = 1_000;

/** One command of an agent: its output, its end, and the way to end it. */
export class AgentTerminal {
  readonly info: TerminalInfo;
  readonly #owned: OwnedProgram | undefined;
  readonly #output: TerminalOutput;
  readonly #flow: OutputFlow;
  readonly #didExit = new Emitter<ExitStatus>();
  #exit: ExitStatus | undefined;
  #killing: Promise<void> | undefined;

  /** Comes once, after the last output. */
  readonly onDidExit = this.#didExit.event;

  /** A terminal whose command could not be started has ended already, with its reason as output. */
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
    run.program.onData(text => this.#heard(text));
    run.program.onExit(exit => this.#ended(exit));
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

  /** Settles when the command has ended. Cancelling ends the wait, not the command. */
  async waitForExit(signal?: AbortSignal): Promise<ExitStatus> {
    if (this.#exit) {
      return this.#exit;
    }
    return new Promise((resolve, reject) => {
      const stop = (): void => reject(requestCancelled());
      if (signal?.aborted) {
        stop();
        return;
      }
      signal?.addEventListener('abort', stop, { once: true });
      const heard = this.#didExit.event(exit => {
        heard.dispose();
        signal?.removeEventListener('abort', stop);
        resolve(exit);
      });
    });
  }

  /** Shows further output to a sink, which may be slower than the command. */
  attach(sink: OutputSink): Disposable {
    return this.#flow.attach(sink);
  }

  write(text: string): void {
    this.#owned?.program.write?.(text);
  }

  resize(columns: number, rows: number): void {
    this.#owned?.program.resize?.(columns, rows);
  }

  /** Ends the command and all that it started, in the background too. What it printed stays. */
  kill(): Promise<void> {
    return (this.#killing ??= this.#end());
  }

  #heard(text: string): void {
    this.#output.add(text);
    this.#flow.push(text);
  }

  #ended(exit: ExitStatus): void {
    this.#exit = exit;
    this.#didExit.fire(exit);
  }

  async #end(): Promise<void> {
    if (!this.#owned) {
      return;
    }
    const { root, watchdog } = this.#owned;
    // Seen while the ties are intact: later, an orphan may bear no sign of where it came from.
    const seen = await listProcessTree(root).catch(() => []);
    if (!this.#exit && process.platform !== 'win32') {
      await signalGroup(root, 'SIGTERM').catch(() => {}); // The kill below remains.
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
