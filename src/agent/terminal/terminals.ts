import { Emitter } from '../../core/event.ts';
import type { Disposable } from '../../core/disposableStore.ts';
import { requestCanceled, internalError, notFound } from '../wire/responseError.ts';
import type { AgentTerminal } from './agentTerminal.ts';
import type { ExitStatus } from './runningProgram.ts';
import { startTerminal, type StartTerminalOptions } from './startTerminal.ts';
import { watchTerminal } from './watchTerminal.ts';
import type { TranscriptPatch } from '../../core/session/transcript/transcript.ts';
import {
  parseTerminalRequest,
  type CreateTerminalParams,
  type TerminalRequest,
} from './terminalRequest.ts';

/** The number of commands that may run at the same time in one session. */
const LIVE_LIMIT = 32;
/** The number of ended commands that are kept until they are released. */
const ENDED_LIMIT = 100;

/** The terminals of one session. */
export class Terminals implements Disposable {
  readonly #options: StartTerminalOptions;
  readonly #terminals = new Map<string, AgentTerminal>();
  readonly #watchers = new Map<string, Disposable>();
  readonly #didChange = new Emitter<TranscriptPatch>();
  /** One controller for each command that is being started. */
  readonly #starting = new Set<AbortController>();
  #isDisposed = false;

  /** Fires the patches that show the terminals in the conversation. */
  readonly onDidChange = this.#didChange.event;

  constructor(options: StartTerminalOptions) {
    this.#options = options;
  }

  /** Serves `terminal/create`. Resolves when the command runs or could not be started. */
  async create(raw: CreateTerminalParams, signal?: AbortSignal): Promise<{ terminalId: string }> {
    return this.#create(parseTerminalRequest(raw), signal);
  }

  /** Runs a task of the editor. It is killed at the time limit, and if the call is canceled. */
  async runTask(
    { isLine, ...raw }: CreateTerminalParams & Pick<TerminalRequest, 'isLine'>,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<ReturnType<AgentTerminal['output']> & { readonly isTimedOut: boolean }> {
    const request = { ...parseTerminalRequest(raw), isTask: true, isLine };
    const created = await this.#create(request, signal);
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      await this.waitForExit(created, AbortSignal.any([signal, timeout]));
      return { ...this.output(created), isTimedOut: false };
    } catch (error) {
      if (signal.aborted || !timeout.aborted) {
        throw error;
      }
      return { ...this.output(created), isTimedOut: true };
    } finally {
      await this.release(created);
    }
  }

  async #create(request: TerminalRequest, signal?: AbortSignal): Promise<{ terminalId: string }> {
    if (this.#isDisposed) {
      throw internalError('The session has ended.');
    }
    if (this.#liveCount() >= LIVE_LIMIT) {
      throw internalError(`${LIVE_LIMIT} commands are running. Wait for one, or kill one.`);
    }
    const stop = new AbortController();
    this.#starting.add(stop);
    try {
      const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
      const terminal = await startTerminal(request, this.#options, either);
      if (stop.signal.aborted) {
        await terminal.kill();
        throw requestCanceled();
      }
      this.#add(terminal);
      return { terminalId: terminal.info.id };
    } finally {
      this.#starting.delete(stop);
    }
  }

  /** Serves `terminal/output`. */
  output(request: { readonly terminalId: string }): ReturnType<AgentTerminal['output']> {
    return this.#find(request.terminalId).output();
  }

  /** Serves `terminal/wait_for_exit`. */
  async waitForExit(
    request: { readonly terminalId: string },
    signal?: AbortSignal,
  ): Promise<ExitStatus> {
    return this.#find(request.terminalId).waitForExit(signal);
  }

  /** Serves `terminal/kill`. The id stays valid. */
  async kill(request: { readonly terminalId: string }): Promise<Record<string, never>> {
    await this.#find(request.terminalId).kill();
    return {};
  }

  /** Serves `terminal/release`. The id becomes invalid, but the conversation still shows the output. */
  async release(request: { readonly terminalId: string }): Promise<Record<string, never>> {
    const terminal = this.#find(request.terminalId);
    this.#terminals.delete(request.terminalId);
    await terminal.kill();
    this.#stopWatching(request.terminalId);
    return {};
  }

  /** Returns a terminal that was not released. */
  get(id: string): AgentTerminal | undefined {
    return this.#terminals.get(id);
  }

  /** Kills every command, including those that are being started, because some agents leave theirs running when a turn is stopped. */
  async killAll(): Promise<void> {
    this.#starting.forEach(stop => stop.abort());
    await Promise.all([...this.#terminals.values()].map(terminal => terminal.kill()));
  }

  /** Kills all commands and their child processes. Resolves when none is left. */
  async close(): Promise<void> {
    this.#isDisposed = true;
    this.#starting.forEach(stop => stop.abort());
    const terminals = [...this.#terminals.keys()];
    await Promise.all(terminals.map(terminalId => this.release({ terminalId })));
    this.#didChange.dispose();
  }

  dispose(): void {
    void this.close();
  }

  #find(id: string): AgentTerminal {
    const terminal = this.#terminals.get(id);
    if (!terminal) {
      throw notFound(`There is no terminal ${id} in this session.`, { terminalId: id });
    }
    return terminal;
  }

  #liveCount(): number {
    const live = [...this.#terminals.values()].filter(terminal => !terminal.exit);
    return live.length + this.#starting.size;
  }

  #add(terminal: AgentTerminal): void {
    const { id } = terminal.info;
    this.#terminals.set(id, terminal);
    this.#watchers.set(
      id,
      watchTerminal(terminal, patch => this.#didChange.fire(patch)),
    );
    const ended = [...this.#terminals.values()].filter(({ exit }) => exit);
    for (const oldest of ended.slice(0, Math.max(0, ended.length - ENDED_LIMIT))) {
      void this.release({ terminalId: oldest.info.id });
    }
  }

  #stopWatching(id: string): void {
    this.#watchers.get(id)?.dispose();
    this.#watchers.delete(id);
  }
}
