import type { Entry, ToolEntry } from './entry.ts';
import type { TranscriptPatch, TerminalState, Transcript } from './transcript.ts';

/**
 * Tracks which commands an agent may be running, as far as it reports them. It follows the transcript patch by patch, because
 * searching a long conversation at each update would be slow.
 */
export class RunningCommands {
  #turn: number;
  /** Call ids of the running turn by entry id: calls that may be commands, and open permission requests. */
  readonly #callIds = new Map<string, string>();
  readonly #waitingCallIds = new Map<string, string>();
  readonly #terminals = new Set<string>();

  constructor(from: Transcript) {
    this.#turn = from.turn;
    from.entries.forEach(entry => this.#addEntry(entry));
    from.terminals.forEach(terminal => this.#addTerminal(terminal));
  }

  /** Whether a command is running. One that waits for permission is not. */
  get hasRunning(): boolean {
    if (this.#terminals.size > 0) {
      return true;
    }
    const waiting = new Set(this.#waitingCallIds.values());
    return [...this.#callIds.values()].some(callId => !waiting.has(callId));
  }

  /** Applies a patch and returns whether it concerned commands. */
  apply(patch: TranscriptPatch): boolean {
    switch (patch.kind) {
      case 'added':
      case 'replaced':
        return this.#addEntry(patch.entry);
      case 'removed':
        return this.#remove(patch.id);
      case 'terminal':
        this.#addTerminal(patch.terminal);
        return true;
      case 'grew':
      case 'terminalGrew':
        return false;
    }
  }

  #addEntry(entry: Entry): boolean {
    if (entry.turn > this.#turn) {
      this.#turn = entry.turn;
      this.#callIds.clear();
      this.#waitingCallIds.clear();
    }
    const known = this.#remove(entry.id);
    if (entry.turn === this.#turn && entry.kind === 'tool' && mayBeCommand(entry)) {
      this.#callIds.set(entry.id, entry.callId);
    } else if (entry.turn === this.#turn && entry.kind === 'permission' && isOpen(entry)) {
      this.#waitingCallIds.set(entry.id, entry.callId);
    }
    return known || entry.kind === 'tool' || entry.kind === 'permission';
  }

  #addTerminal({ id, exit }: TerminalState): void {
    if (exit) {
      this.#terminals.delete(id);
    } else {
      this.#terminals.add(id);
    }
  }

  #remove(id: string): boolean {
    const wasCall = this.#callIds.delete(id);
    return this.#waitingCallIds.delete(id) || wasCall;
  }
}

/** Agents do not always send the kind of a tool. */
const mayBeCommand = ({ endedMs, toolKind }: ToolEntry): boolean =>
  endedMs === undefined && (toolKind === 'execute' || toolKind === 'other');

const isOpen = ({ answer }: Extract<Entry, { kind: 'permission' }>): boolean =>
  answer.kind === 'open';
