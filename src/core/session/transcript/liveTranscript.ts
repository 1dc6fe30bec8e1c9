import type { Entry } from './entry.ts';
import { getEntrySize, getTerminalSize } from './transcriptLimit.ts';
import {
  withBoundedOutput,
  withAppendedText,
  type TranscriptPatch,
  type TerminalState,
  type Transcript,
  type TranscriptIndex,
} from './transcript.ts';

/**
 * A mutable transcript. It takes the same patches as `applyPatch` but changes itself in place, because copying a long
 * conversation for each chunk would be slow. Only its owner holds it; others get an immutable `snapshot`.
 */
export class LiveTranscript implements Transcript {
  readonly #entries: Entry[];
  readonly #terminals: Map<string, TerminalState>;
  readonly #indexById = new Map<string, number>();
  /** The newest tool calls and sub-agents by the agent's ids of them. */
  readonly #indexByAgentId = new Map<string, number>();
  #turn: number;
  #serial: number;
  #sizeChars = 0;
  #snapshot: Transcript | undefined;

  readonly index: TranscriptIndex = {
    entry: id => this.#entries[this.#indexById.get(id) ?? -1],
    tool: callId => {
      const entry = this.#entries[this.#indexByAgentId.get(toolKey(callId)) ?? -1];
      return entry?.kind === 'tool' ? entry : undefined;
    },
    subagent: subagentId => {
      const entry = this.#entries[this.#indexByAgentId.get(subagentKey(subagentId)) ?? -1];
      return entry?.kind === 'subagent' ? entry : undefined;
    },
  };

  constructor(from: Transcript) {
    this.#entries = [...from.entries];
    this.#terminals = new Map(from.terminals);
    this.#turn = from.turn;
    this.#serial = from.serial;
    this.#rebuildIndexes();
    this.#entries.forEach(entry => (this.#sizeChars += getEntrySize(entry)));
    this.#terminals.forEach(terminal => (this.#sizeChars += getTerminalSize(terminal)));
  }

  /** The characters that count towards the limit of a transcript. */
  get sizeChars(): number {
    return this.#sizeChars;
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  get terminals(): ReadonlyMap<string, TerminalState> {
    return this.#terminals;
  }

  get turn(): number {
    return this.#turn;
  }

  get serial(): number {
    return this.#serial;
  }

  /** An immutable copy of the current transcript. */
  snapshot(): Transcript {
    this.#snapshot ??= {
      entries: [...this.#entries],
      terminals: new Map(this.#terminals),
      turn: this.#turn,
      serial: this.#serial,
    };
    return this.#snapshot;
  }

  apply(patch: TranscriptPatch): void {
    this.#snapshot = undefined;
    switch (patch.kind) {
      case 'added':
        this.#addToIndexes(patch.entry, this.#entries.push(patch.entry) - 1);
        this.#turn = Math.max(this.#turn, patch.entry.turn);
        this.#serial += 1;
        this.#sizeChars += getEntrySize(patch.entry);
        break;
      case 'grew':
        this.#change(patch.id, entry => withAppendedText(entry, patch.text, patch.atMs));
        break;
      case 'replaced':
        this.#change(patch.entry.id, () => patch.entry);
        break;
      case 'removed':
        this.#remove(patch.id);
        break;
      case 'terminal':
        this.#setTerminal(patch.terminal);
        break;
      case 'terminalGrew': {
        const terminal = this.#terminals.get(patch.id);
        if (terminal) {
          this.#setTerminal({ ...terminal, output: terminal.output + patch.text });
        }
      }
    }
  }

  #change(id: string, change: (entry: Entry) => Entry): void {
    const index = this.#indexById.get(id) ?? -1;
    const entry = this.#entries[index];
    if (entry) {
      const after = change(entry);
      this.#entries[index] = after;
      this.#sizeChars += getEntrySize(after) - getEntrySize(entry);
      if (agentKey(after) !== agentKey(entry)) {
        this.#rebuildIndexes();
      }
    }
  }

  #setTerminal(terminal: TerminalState): void {
    const before = this.#terminals.get(terminal.id);
    const after = withBoundedOutput(terminal);
    this.#terminals.set(terminal.id, after);
    this.#sizeChars += getTerminalSize(after) - (before ? getTerminalSize(before) : 0);
  }

  #remove(id: string): void {
    const index = this.#indexById.get(id);
    const entry = this.#entries[index ?? -1];
    if (index !== undefined && entry) {
      this.#entries.splice(index, 1);
      this.#sizeChars -= getEntrySize(entry);
      this.#rebuildIndexes();
    }
  }

  #addToIndexes(entry: Entry, index: number): void {
    this.#indexById.set(entry.id, index);
    const key = agentKey(entry);
    if (key !== undefined) {
      this.#indexByAgentId.set(key, Math.max(index, this.#indexByAgentId.get(key) ?? 0));
    }
  }

  #rebuildIndexes(): void {
    this.#indexById.clear();
    this.#indexByAgentId.clear();
    this.#entries.forEach((entry, index) => this.#addToIndexes(entry, index));
  }
}

const toolKey = (callId: string): string => `tool/${callId}`;
const subagentKey = (subagentId: string): string => `subagent/${subagentId}`;

function agentKey(entry: Entry): string | undefined {
  if (entry.kind === 'tool') {
    return toolKey(entry.callId);
  }
  return entry.kind === 'subagent' ? subagentKey(entry.subagentId) : undefined;
}
