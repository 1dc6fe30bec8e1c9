import type { Entry, ToolEntry } from './entry.ts';

/** A terminal as it is shown: one of ours, or one the agent runs itself and tells us about. */
export interface TerminalState {
  readonly id: string;
  readonly command: string;
  readonly cwd?: string;
  /** The newest output; older output has been dropped when `cut` is set. */
  readonly output: string;
  readonly cut: boolean;
  /** We run it for the agent: the user can stop it, and type into it. */
  readonly ours?: true;
  readonly exit?: { readonly code: number | null; readonly signal: string | null };
}

/** A conversation as it is shown, in the order in which things came. */
export interface Transcript {
  readonly entries: readonly Entry[];
  readonly terminals: ReadonlyMap<string, TerminalState>;
  /** The running prompt, or the last one; 0 before the first. */
  readonly turn: number;
  /** Entries made so far: the source of their ids. */
  readonly serial: number;
  /** The short ways to entries, where somebody keeps them. */
  readonly index?: TranscriptIndex;
}

export interface TranscriptIndex {
  entry(id: string): Entry | undefined;
  /** The newest tool call with the agent's own id for it. */
  tool(callId: string): ToolEntry | undefined;
}

/** The smallest change of a transcript. The extension and the chat view apply the same ones. */
export type TranscriptPatch =
  | { readonly kind: 'added'; readonly entry: Entry }
  | { readonly kind: 'grew'; readonly id: string; readonly text: string; readonly atMs: number }
  | { readonly kind: 'replaced'; readonly entry: Entry }
  | { readonly kind: 'removed'; readonly id: string }
  | { readonly kind: 'terminal'; readonly terminal: TerminalState }
  | { readonly kind: 'terminalGrew'; readonly id: string; readonly text: string };

/** Output of one terminal that is kept for display. */
export const TERMINAL_LIMIT_CHARS = 256 * 1024;
const TERMINAL_SLACK_CHARS = 64 * 1024;

export const emptyTranscript: Transcript = {
  entries: [],
  terminals: new Map(),
  turn: 0,
  serial: 0,
};

/** The transcript after one patch; what the patch does not touch stays the same value. */
export function applyPatch(transcript: Transcript, patch: TranscriptPatch): Transcript {
  switch (patch.kind) {
    case 'added':
      return {
        ...transcript,
        entries: [...transcript.entries, patch.entry],
        turn: Math.max(transcript.turn, patch.entry.turn),
        serial: transcript.serial + 1,
      };
    case 'grew':
      return withEntry(transcript, patch.id, entry =>
        withAppendedText(entry, patch.text, patch.atMs),
      );
    case 'replaced':
      return withEntry(transcript, patch.entry.id, () => patch.entry);
    case 'removed':
      return { ...transcript, entries: transcript.entries.filter(({ id }) => id !== patch.id) };
    case 'terminal':
      return withTerminal(transcript, withBoundedOutput(patch.terminal));
    case 'terminalGrew': {
      const terminal = transcript.terminals.get(patch.id);
      return terminal
        ? withTerminal(
            transcript,
            withBoundedOutput({ ...terminal, output: terminal.output + patch.text }),
          )
        : transcript;
    }
  }
}

/** The transcript after several patches. */
export function applyPatches(
  transcript: Transcript,
  patches: readonly TranscriptPatch[],
): Transcript {
  return patches.reduce(applyPatch, transcript);
}

/** The entry with that id. Looks from the end: that is where things happen. */
export function findEntry(transcript: Transcript, id: string): Entry | undefined {
  return transcript.index
    ? transcript.index.entry(id)
    : transcript.entries.findLast(entry => entry.id === id);
}

/** The tool call with the agent's own id for it. */
export function findTool(transcript: Transcript, callId: string): ToolEntry | undefined {
  if (transcript.index) {
    return transcript.index.tool(callId);
  }
  const entry = transcript.entries.findLast(
    candidate => candidate.kind === 'tool' && candidate.callId === callId,
  );
  return entry?.kind === 'tool' ? entry : undefined;
}

/** The id and place of the next entry. */
export function newEntryBase(
  transcript: Transcript,
  nowMs: number,
): { readonly id: string; readonly turn: number; readonly atMs: number } {
  return { id: `e${transcript.serial + 1}`, turn: transcript.turn, atMs: nowMs };
}

function withEntry(
  transcript: Transcript,
  id: string,
  change: (entry: Entry) => Entry,
): Transcript {
  const index = transcript.entries.findLastIndex(entry => entry.id === id);
  const entry = transcript.entries[index];
  if (!entry) {
    return transcript;
  }
  return { ...transcript, entries: transcript.entries.with(index, change(entry)) };
}

/** Adds text to the end of what an entry says. */
export function withAppendedText(entry: Entry, text: string, atMs: number): Entry {
  if (!('blocks' in entry)) {
    return entry;
  }
  const last = entry.blocks.at(-1);
  const blocks =
    last?.type === 'text'
      ? [...entry.blocks.slice(0, -1), { ...last, text: last.text + text }]
      : [...entry.blocks, { type: 'text' as const, text }];
  return entry.kind === 'thought' ? { ...entry, blocks, untilMs: atMs } : { ...entry, blocks };
}

function withTerminal(transcript: Transcript, terminal: TerminalState): Transcript {
  return {
    ...transcript,
    terminals: new Map(transcript.terminals).set(terminal.id, terminal),
  };
}

/**
 * Keeps the end of the output; a lone half of a surrogate pair is dropped with what came before it. It is cut some time
 * after it has become too long, not at each word.
 */
export function withBoundedOutput(terminal: TerminalState): TerminalState {
  if (terminal.output.length <= TERMINAL_LIMIT_CHARS + TERMINAL_SLACK_CHARS) {
    return terminal;
  }
  const tail = terminal.output.slice(-TERMINAL_LIMIT_CHARS);
  const output = /^[\uDC00-\uDFFF]/.test(tail) ? tail.slice(1) : tail;
  return { ...terminal, output, cut: true };
}
