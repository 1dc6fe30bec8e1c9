import type { Entry, ToolEntry } from './entry.ts';
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
  readonly #indexByCallId = new Map<string, number>();
  #turn: number;
  #serial: number;
  #sizeChars = 0;
  #snapshot: Transcript | undefined;

  readonly index: TranscriptIndex = {
    entry: id => this.#entries[this.#indexById.get(id) ?? -1],
    tool: callId => asTool(this.#entries[this.#indexByCallId.get(callId) ?? -1]),
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
      if (callOf(after) !== callOf(entry)) {
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
    if (entry.kind === 'tool') {
      this.#indexByCallId.set(
        entry.callId,
        Math.max(index, this.#indexByCallId.get(entry.callId) ?? 0),
      );
    }
  }

  #rebuildIndexes(): void {
    this.#indexById.clear();
    this.#indexByCallId.clear();
    this.#entries.forEach((entry, index) => this.#addToIndexes(entry, index));
  }
}

const callOf = (entry: Entry): string | undefined => asTool(entry)?.callId;

const asTool = (entry: Entry | undefined): ToolEntry | undefined =>
  entry?.kind === 'tool' ? entry : undefined;
