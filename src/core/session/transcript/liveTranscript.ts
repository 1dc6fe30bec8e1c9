import type { Entry, ToolEntry } from './entry.ts';
import {
  withBoundedOutput,
  withAppendedText,
  type TranscriptPatch,
  type TerminalState,
  type Transcript,
  type TranscriptIndex,
} from './transcript.ts';

/**
 * A transcript that its one owner changes in place. It takes the same patches as `applyPatch`, but copies nothing: a
 * long conversation would otherwise be copied for each word. Others get a `snapshot`, which never changes.
 */
export class LiveTranscript implements Transcript {
  readonly #entries: Entry[];
  readonly #terminals: Map<string, TerminalState>;
  readonly #places = new Map<string, number>();
  readonly #calls = new Map<string, number>();
  #turn: number;
  #serial: number;
  #snapshot: Transcript | undefined;

  readonly index: TranscriptIndex = {
    entry: id => this.#entries[this.#places.get(id) ?? -1],
    tool: callId => asTool(this.#entries[this.#calls.get(callId) ?? -1]),
  };

  constructor(from: Transcript) {
    this.#entries = [...from.entries];
    this.#terminals = new Map(from.terminals);
    this.#turn = from.turn;
    this.#serial = from.serial;
    this.#count();
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

  /** The transcript as it is now, for keeping. */
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
        this.#place(patch.entry, this.#entries.push(patch.entry) - 1);
        this.#turn = Math.max(this.#turn, patch.entry.turn);
        this.#serial += 1;
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
        this.#terminals.set(patch.terminal.id, withBoundedOutput(patch.terminal));
        break;
      case 'terminalGrew': {
        const terminal = this.#terminals.get(patch.id);
        if (terminal) {
          const output = terminal.output + patch.text;
          this.#terminals.set(patch.id, withBoundedOutput({ ...terminal, output }));
        }
      }
    }
  }

  #change(id: string, change: (entry: Entry) => Entry): void {
    const place = this.#places.get(id) ?? -1;
    const entry = this.#entries[place];
    if (entry) {
      const after = change(entry);
      this.#entries[place] = after;
      if (callOf(after) !== callOf(entry)) {
        this.#count();
      }
    }
  }

  #remove(id: string): void {
    const place = this.#places.get(id);
    if (place !== undefined) {
      this.#entries.splice(place, 1);
      this.#count();
    }
  }

  #place(entry: Entry, place: number): void {
    this.#places.set(entry.id, place);
    if (entry.kind === 'tool') {
      this.#calls.set(entry.callId, Math.max(place, this.#calls.get(entry.callId) ?? 0));
    }
  }

  #count(): void {
    this.#places.clear();
    this.#calls.clear();
    this.#entries.forEach((entry, place) => this.#place(entry, place));
  }
}

const callOf = (entry: Entry): string | undefined => asTool(entry)?.callId;

const asTool = (entry: Entry | undefined): ToolEntry | undefined =>
  entry?.kind === 'tool' ? entry : undefined;
