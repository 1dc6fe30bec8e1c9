import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Event } from '../../core/event.ts';
import type { Disposable } from '../../core/disposableStore.ts';
import { killTree, signalGroup, listProcessTree } from './killTree.ts';
import type { ProcessTreeRoot } from './killTree.ts';
import { ProcessOutput } from './processOutput.ts';
import type { ProcessInfo } from './table/processTable.ts';

/** How a process ended. */
export interface AgentExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The end of its stderr. */
  readonly lastOutput: string;
  readonly lifetimeMs: number;
}

export type AgentProcessState =
  | { readonly kind: 'running' }
  | { readonly kind: 'stopping' }
  | ({ readonly kind: 'exited' } & AgentExit);

const TERM_AFTER_MS = 1000;
const KILL_AFTER_MS = 2500;
const LAST_OUTPUT_CHARS = 8 * 1024;
const LAST_OUTPUT_WAIT_MS = 250;
/** How long the exit event of a killed process may take on a busy machine. */
const EXIT_EVENT_WAIT_MS = 2000;

/** A running agent, created by `startAgent`: its streams, its exit, and a reliable way to stop it. */
export class AgentProcess implements Disposable {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** What it writes to stderr. */
  readonly onDidReceiveOutput: Event<string>;
  /** Resolves when the process has ended, for whatever reason. */
  readonly exited: Promise<AgentExit>;
  readonly #root: ProcessTreeRoot;
  readonly #stderr: ProcessOutput;
  readonly #startedMs = performance.now();
  readonly #treeKilled: Promise<void>;
  #seen: Promise<readonly ProcessInfo[]> = Promise.resolve([]);
  #stopping: Promise<void> | undefined;
  #state: AgentProcessState = { kind: 'running' };

  /** `onSwept` is called when the process and all its descendants have ended. */
  constructor(child: ChildProcessWithoutNullStreams, root: ProcessTreeRoot, onSwept: () => void) {
    this.pid = root.pid;
    this.#root = root;
    this.stdin = child.stdin;
    this.stdout = child.stdout;
    this.#stderr = new ProcessOutput(child.stderr);
    this.onDidReceiveOutput = this.#stderr.onDidPrint;
    child.on('error', () => {}); // A signal could not be sent; stopping goes on without it.
    child.stdin.on('error', () => {}); // Nobody reads the input any more, which the exit reports.
    const ended = new Promise<Pick<AgentExit, 'code' | 'signal'>>(resolve => {
      child.on('exit', (code, signal) => resolve({ code, signal }));
    });
    this.#treeKilled = ended.then(() => this.#killTree()).finally(onSwept);
    this.exited = ended.then(end => this.#remember(end));
  }

  get state(): AgentProcessState {
    return this.#state;
  }

  /** The last 256 KiB of stderr. */
  get output(): string {
    return this.#stderr.text();
  }

  /** The process and its descendants, also those whose parents have ended. */
  listProcesses(): Promise<readonly ProcessInfo[]> {
    return this.#state.kind === 'running' ? listProcessTree(this.#root) : Promise.resolve([]);
  }

  /**
   * Ends the process and all its descendants: its input is closed immediately, its group gets SIGTERM after 1 s, and
   * what is left of the tree is killed after 2.5 s. Resolves earlier if it ends earlier.
   */
  stop(): Promise<void> {
    return (this.#stopping ??= this.#stopInSteps());
  }

  dispose(): void {
    void this.stop();
  }

  async #stopInSteps(): Promise<void> {
    if (this.#state.kind === 'running') {
      this.#state = { kind: 'stopping' };
      this.stdin.end();
      // Listed while the parents are alive: later, nothing may identify an orphan.
      this.#seen = listProcessTree(this.#root).catch(() => []);
      await this.#endsWithin(TERM_AFTER_MS);
    }
    if (this.#state.kind === 'stopping' && process.platform !== 'win32') {
      await signalGroup(this.#root, 'SIGTERM').catch(() => {}); // The kill below remains.
      await this.#endsWithin(KILL_AFTER_MS - TERM_AFTER_MS);
    }
    if (this.#state.kind === 'stopping') {
      await this.#killTree();
      await this.#endsWithin(EXIT_EVENT_WAIT_MS);
    }
    if (this.#state.kind === 'exited') {
      await this.#treeKilled;
    }
  }

  async #endsWithin(timeMs: number): Promise<void> {
    const timer = new AbortController();
    const timeout = delay(timeMs, undefined, { signal: timer.signal }).catch(() => {});
    await Promise.race([this.exited, timeout]);
    timer.abort();
  }

  /** An agent that exits may leave children behind, which are ended, too. */
  async #killTree(): Promise<void> {
    await killTree(this.#root, await this.#seen);
  }

  async #remember(end: Pick<AgentExit, 'code' | 'signal'>): Promise<AgentExit> {
    const lifetimeMs = performance.now() - this.#startedMs;
    // The last output may arrive after the exit, and a child that holds stderr open may delay it.
    await Promise.race([this.#stderr.ended, delay(LAST_OUTPUT_WAIT_MS)]);
    const lastOutput = this.#stderr.text().slice(-LAST_OUTPUT_CHARS).trim();
    const exit = { ...end, lastOutput, lifetimeMs };
    this.#state = { kind: 'exited', ...exit };
    return exit;
  }
}
