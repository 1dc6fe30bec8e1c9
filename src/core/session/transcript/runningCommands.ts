import type { Entry, ToolEntry } from './entry.ts';
import type { TranscriptPatch, TerminalState, Transcript } from './transcript.ts';

/**
 * Which commands an agent may be running at this moment, as far as it tells. It goes along with a transcript patch by
 * patch: looking through all of a long conversation at each step of the agent's would hold it up.
 */
export class RunningCommands {
  #turn: number;
  /** Calls of the running turn that may be commands, by the id of their entry; likewise requests that wait for the user. */
  readonly #calls = new Map<string, string>();
  readonly #waiting = new Map<string, string>();
  readonly #terminals = new Set<string>();

  constructor(from: Transcript) {
    this.#turn = from.turn;
    from.entries.forEach(entry => this.#see(entry));
    from.terminals.forEach(terminal => this.#seeTerminal(terminal));
  }

  /** Whether there is one. A command that waits for the user's permission does not run. */
  get hasRunning(): boolean {
    if (this.#terminals.size > 0) {
      return true;
    }
    const waiting = new Set(this.#waiting.values());
    return [...this.#calls.values()].some(callId => !waiting.has(callId));
  }

  /** Takes in a change. Answers whether it told of commands at all. */
  apply(patch: TranscriptPatch): boolean {
    switch (patch.kind) {
      case 'added':
      case 'replaced':
        return this.#see(patch.entry);
      case 'removed':
        return this.#forget(patch.id);
      case 'terminal':
        this.#seeTerminal(patch.terminal);
        return true;
      case 'grew':
      case 'terminalGrew':
        return false;
    }
  }

  #see(entry: Entry): boolean {
    if (entry.turn > this.#turn) {
      this.#turn = entry.turn;
      this.#calls.clear();
      this.#waiting.clear();
    }
    const known = this.#forget(entry.id);
    if (entry.turn === this.#turn && entry.kind === 'tool' && mayRun(entry)) {
      this.#calls.set(entry.id, entry.callId);
    } else if (entry.turn === this.#turn && entry.kind === 'permission' && isOpen(entry)) {
      this.#waiting.set(entry.id, entry.callId);
    }
    return known || entry.kind === 'tool' || entry.kind === 'permission';
  }

  #seeTerminal({ id, exit }: TerminalState): void {
    if (exit) {
      this.#terminals.delete(id);
    } else {
      this.#terminals.add(id);
    }
  }

  #forget(id: string): boolean {
    const wasCall = this.#calls.delete(id);
    return this.#waiting.delete(id) || wasCall;
  }
}

/** Agents do not always say what kind a tool is of. */
const mayRun = ({ endedMs, toolKind }: ToolEntry): boolean =>
  endedMs === undefined && (toolKind === 'execute' || toolKind === 'other');

const isOpen = ({ answer }: Extract<Entry, { kind: 'permission' }>): boolean =>
  answer.kind === 'open';
