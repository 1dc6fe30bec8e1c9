import { optionalField } from '../../json.ts';
import type { Entry, SubagentEntry, ToolEntry } from './entry.ts';

/** A terminal in the transcript: one of ours, or one that the agent runs itself and reports. */
export interface TerminalState {
  readonly id: string;
  readonly command: string;
  readonly cwd?: string;
  /** The newest output; if `cut` is set, older output was dropped. */
  readonly output: string;
  readonly cut: boolean;
  /** We run it for the agent, so the user can stop it and type into it. */
  readonly ours?: true;
  /** When we started it; absent in terminals of earlier versions. */
  readonly startedMs?: number;
  /** The agent runs it and lets the user stop it. */
  readonly canStop?: boolean;
  readonly exit?: { readonly code: number | null; readonly signal: string | null };
}

/** The conversation of a session, in the order in which things arrived. */
export interface Transcript {
  readonly entries: readonly Entry[];
  readonly terminals: ReadonlyMap<string, TerminalState>;
  /** The number of the running or last prompt; 0 before the first. */
  readonly turn: number;
  /** The number of entries created so far, from which ids are made. */
  readonly serial: number;
  /** The sub-agent whose entries are added and changed; see `transcriptOf`. */
  readonly ownerId?: string;
  /** Speeds up the search for entries, if available. */
  readonly index?: TranscriptIndex;
}

export interface TranscriptIndex {
  entry(id: string): Entry | undefined;
  /** The newest tool call with the agent's id. */
  tool(callId: string): ToolEntry | undefined;
  /** The newest entry of the sub-agent. */
  subagent(subagentId: string): SubagentEntry | undefined;
}

/** A change of a transcript. The extension and the chat view apply the same patches. */
export type TranscriptPatch =
  | { readonly kind: 'added'; readonly entry: Entry }
  | { readonly kind: 'grew'; readonly id: string; readonly text: string; readonly atMs: number }
  | { readonly kind: 'replaced'; readonly entry: Entry }
  | { readonly kind: 'removed'; readonly id: string }
  | { readonly kind: 'terminal'; readonly terminal: TerminalState }
  | { readonly kind: 'terminalGrew'; readonly id: string; readonly text: string };

/** The output of a terminal that is kept for display. */
export const TERMINAL_LIMIT_CHARS = 256 * 1024;
const TERMINAL_SLACK_CHARS = 64 * 1024;

export const emptyTranscript: Transcript = {
  entries: [],
  terminals: new Map(),
  turn: 0,
  serial: 0,
};

/** Returns the transcript after one patch. Unaffected parts keep their identity. */
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

export function applyPatches(
  transcript: Transcript,
  patches: readonly TranscriptPatch[],
): Transcript {
  return patches.reduce(applyPatch, transcript);
}

/** Whether a turn begins or ends with an entry. */
export const isTurnEdge = (entry: Entry): boolean =>
  entry.kind === 'turnEnd' || (entry.kind === 'user' && !entry.steered);

/** Finds an entry by id, searching from the end, where most changes happen. */
export function findEntry(transcript: Transcript, id: string): Entry | undefined {
  return transcript.index
    ? transcript.index.entry(id)
    : transcript.entries.findLast(entry => entry.id === id);
}

/** Finds a tool call by the agent's id. */
export function findTool(transcript: Transcript, callId: string): ToolEntry | undefined {
  if (transcript.index) {
    return transcript.index.tool(callId);
  }
  const entry = transcript.entries.findLast(
    candidate => candidate.kind === 'tool' && candidate.callId === callId,
  );
  return entry?.kind === 'tool' ? entry : undefined;
}

/** Finds the newest entry of a sub-agent. */
export function findSubagent(
  transcript: Transcript,
  subagentId: string,
): SubagentEntry | undefined {
  return transcript.index
    ? transcript.index.subagent(subagentId)
    : transcript.entries.findLast(
        (entry): entry is SubagentEntry =>
          entry.kind === 'subagent' && entry.subagentId === subagentId,
      );
}

/** The common fields of the next entry. */
export function newEntryBase(
  transcript: Transcript,
  nowMs: number,
): Pick<Entry, 'id' | 'turn' | 'atMs' | 'parentId'> {
  const { serial, turn, ownerId } = transcript;
  return { id: `e${serial + 1}`, turn, atMs: nowMs, ...optionalField('parentId', ownerId) };
}

/** The last entry of the agent itself, or of the sub-agent that the transcript is for. Others may have spoken since. */
export const findLastOwn = ({ entries, ownerId }: Transcript): Entry | undefined =>
  entries.findLast(({ parentId }) => parentId === ownerId);

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

/** Appends text to the last block of an entry. */
export function withAppendedText(entry: Entry, text: string, atMs: number): Entry {
  if (!('blocks' in entry)) {
    return entry;
  }
  const last = entry.blocks.at(-1);
  const blocks =
    last?.type === 'text' && !last.annotations
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
 * Keeps the end of the output, and does not split a surrogate pair. Output may exceed the limit by a margin before it is
 * truncated, so that this does not happen for each chunk.
 */
export function withBoundedOutput(terminal: TerminalState): TerminalState {
  if (terminal.output.length <= TERMINAL_LIMIT_CHARS + TERMINAL_SLACK_CHARS) {
    return terminal;
  }
  const tail = terminal.output.slice(-TERMINAL_LIMIT_CHARS);
  const output = /^[\uDC00-\uDFFF]/.test(tail) ? tail.slice(1) : tail;
  return { ...terminal, output, cut: true };
}
