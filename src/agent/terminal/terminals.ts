import { Emitter } from '../../core/event.ts';
import type { Disposable } from '../../core/disposableStore.ts';
import { requestCancelled, internalError, notFound } from '../wire/responseError.ts';
import type { AgentTerminal } from './agentTerminal.ts';
import type { ExitStatus } from './runningProgram.ts';
import { startTerminal, type StartTerminalOptions } from './startTerminal.ts';
import { watchTerminal } from './watchTerminal.ts';
import type { TranscriptPatch } from '../../core/session/transcript/transcript.ts';
import { parseTerminalRequest, type CreateTerminalParams } from './terminalRequest.ts';

/** Commands that run at the same time in one session. */
const LIVE_LIMIT = 32;
/** Ended commands that were not released; beyond it the oldest is forgotten. */
const ENDED_LIMIT = 100;

/** What the terminals of a session need. */
export interface TerminalsOptions extends StartTerminalOptions {
  /** Whether the user has stopped what the agent does: then nothing more is started for it. */
  readonly isStopping?: () => boolean;
}

/** The terminals of one session. */
export class Terminals implements Disposable {
  readonly #options: TerminalsOptions;
  readonly #terminals = new Map<string, AgentTerminal>();
  readonly #displays = new Map<string, Disposable>();
  readonly #didStart = new Emitter<AgentTerminal>();
  readonly #didChange = new Emitter<TranscriptPatch>();
  /** One for each command that is about to start. */
  readonly #starting = new Set<AbortController>();
  #isDisposed = false;

  readonly onDidStart = this.#didStart.event;
  /** For the conversation: each terminal whole, then what is added to it. */
  readonly onDidChange = this.#didChange.event;

  constructor(options: TerminalsOptions) {
    this.#options = options;
  }

  /** `terminal/create`. Settles when the command runs, or could not be started. */
  async create(raw: CreateTerminalParams, signal?: AbortSignal): Promise<{ terminalId: string }> {
    const request = parseTerminalRequest(raw);
    if (this.#isDisposed) {
      throw internalError('The session has ended.');
    }
    if (this.#options.isStopping?.()) {
      throw requestCancelled();
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
        throw requestCancelled();
      }
      this.#keep(terminal);
      return { terminalId: terminal.info.id };
    } finally {
      this.#starting.delete(stop);
    }
  }

  /** `terminal/output`. */
  output(request: { readonly terminalId: string }): ReturnType<AgentTerminal['output']> {
    return this.#find(request.terminalId).output();
  }

  /** `terminal/wait_for_exit`. */
  async waitForExit(
    request: { readonly terminalId: string },
    signal?: AbortSignal,
  ): Promise<ExitStatus> {
    return this.#find(request.terminalId).waitForExit(signal);
  }

  /** `terminal/kill`. The id stays good. */
  async kill(request: { readonly terminalId: string }): Promise<Record<string, never>> {
    await this.#find(request.terminalId).kill();
    return {};
  }

  /** `terminal/release`. The id is good for nothing any more; what was shown stays shown. */
  async release(request: { readonly terminalId: string }): Promise<Record<string, never>> {
    const terminal = this.#find(request.terminalId);
    this.#terminals.delete(request.terminalId);
    await terminal.kill();
    this.#forgetDisplay(request.terminalId);
    return {};
  }

  /** A terminal by its id, for showing it. */
  get(id: string): AgentTerminal | undefined {
    return this.#terminals.get(id);
  }

  /** Ends every command, also one that is about to start, as when the user stops the turn: some agents leave theirs to run. */
  async killAll(): Promise<void> {
    this.#starting.forEach(stop => stop.abort());
    await Promise.all([...this.#terminals.values()].map(terminal => terminal.kill()));
  }

  /** Ends the commands and all that they started. Settles when nothing is left of them. */
  async close(): Promise<void> {
    this.#isDisposed = true;
    this.#starting.forEach(stop => stop.abort());
    const terminals = [...this.#terminals.keys()];
    await Promise.all(terminals.map(terminalId => this.release({ terminalId })));
    this.#didStart.dispose();
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

  #keep(terminal: AgentTerminal): void {
    const { id } = terminal.info;
    this.#terminals.set(id, terminal);
    this.#displays.set(
      id,
      watchTerminal(terminal, patch => this.#didChange.fire(patch)),
    );
    this.#didStart.fire(terminal);
    const ended = [...this.#terminals.values()].filter(({ exit }) => exit);
    for (const oldest of ended.slice(0, Math.max(0, ended.length - ENDED_LIMIT))) {
      void this.release({ terminalId: oldest.info.id });
    }
  }

  #forgetDisplay(id: string): void {
    this.#displays.get(id)?.dispose();
    this.#displays.delete(id);
  }
}
