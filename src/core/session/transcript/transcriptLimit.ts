import type { ContentBlock } from '@agentclientprotocol/sdk';
import { t } from '../../l10n.ts';
import type { Entry, PermissionEntry, ToolContent, ToolEntry } from './entry.ts';
import type { TerminalState, Transcript, TranscriptPatch } from './transcript.ts';

/** A longer transcript loses the details of its oldest entries, because all of it is kept in memory. */
export const TRANSCRIPT_LIMIT_CHARS = 48 * 1024 * 1024;
/** Details are dropped until this is reached, so that the search for them is rare. */
const TARGET_CHARS = 32 * 1024 * 1024;
/** A smaller detail is not worth dropping. */
const DETAIL_CHARS = 1_000;

/** The characters of an entry that count towards the limit. */
export function getEntrySize(entry: Entry): number {
  switch (entry.kind) {
    case 'user':
    case 'agent':
    case 'thought':
    case 'compaction':
      return sum(entry.blocks.map(getBlockSize));
    case 'tool':
      return getCallSize(entry) + (entry.output?.length ?? 0);
    case 'permission':
      return getCallSize(entry);
    case 'subagent':
    case 'plan':
    case 'question':
    case 'notice':
    case 'rejected':
    case 'turnEnd':
      return 0;
  }
}

export const getTerminalSize = ({ output }: TerminalState): number => output.length;

/**
 * Drops details of the oldest entries until the transcript is small enough, and says so in their place: first of what
 * agents did and thought, then of what they said. What the user wrote stays, and so does what is still going on.
 */
export function limitPatches(
  transcript: Transcript,
  sizeChars: number,
  targetChars = TARGET_CHARS,
): readonly TranscriptPatch[] {
  const patches: TranscriptPatch[] = [];
  let excess = sizeChars - targetChars;
  const older = transcript.entries.slice(0, -1); // The last one may still grow.
  const candidates = [
    ...older.filter(isWork),
    ...older.filter(({ kind, turn }) => kind === 'agent' && turn < transcript.turn),
  ];
  for (const entry of candidates) {
    if (excess <= 0) {
      break;
    }
    const dropped = [
      ...getTerminals(entry, transcript)
        .filter(terminal => terminal.exit && getTerminalSize(terminal) > DETAIL_CHARS)
        .map(terminal => ({ patch: withoutOutput(terminal), size: getTerminalSize(terminal) })),
      ...(getEntrySize(entry) > DETAIL_CHARS
        ? [{ patch: withoutDetails(entry), size: getEntrySize(entry) }]
        : []),
    ];
    patches.push(...dropped.map(({ patch }) => patch));
    excess -= sum(dropped.map(({ size }) => size));
  }
  return patches;
}

/** What an agent did or thought, if it is over. */
const isWork = (entry: Entry): boolean =>
  (entry.kind === 'tool' && entry.status !== 'pending' && entry.status !== 'in_progress') ||
  (entry.kind === 'permission' && entry.answer.kind !== 'open') ||
  entry.kind === 'thought';

const getTerminals = (entry: Entry, { terminals }: Transcript): readonly TerminalState[] =>
  entry.kind === 'tool'
    ? entry.content.flatMap(part => {
        const terminal = part.kind === 'terminal' ? terminals.get(part.terminalId) : undefined;
        return terminal ? [terminal] : [];
      })
    : [];

const withoutOutput = (terminal: TerminalState): TranscriptPatch => ({
  kind: 'terminal',
  terminal: { ...terminal, output: '', cut: true },
});

function withoutDetails(entry: Entry): TranscriptPatch {
  const kilobytes = Math.ceil(getEntrySize(entry) / 1024);
  const text = t('({0} KB omitted because this conversation is very long.)', kilobytes);
  const block = { type: 'text' as const, text };
  if (entry.kind === 'tool' || entry.kind === 'permission') {
    const content: readonly ToolContent[] = [
      ...entry.content.filter(({ kind }) => kind === 'terminal'),
      { kind: 'block', block },
    ];
    return { kind: 'replaced', entry: { ...withoutRawText(entry), content } };
  }
  return { kind: 'replaced', entry: 'blocks' in entry ? { ...entry, blocks: [block] } : entry };
}

function withoutRawText(entry: ToolEntry | PermissionEntry): ToolEntry | PermissionEntry {
  const { input: _input, ...rest } = entry;
  if (rest.kind === 'permission') {
    return rest;
  }
  const { output: _output, ...described } = rest;
  return described;
}

const getCallSize = ({ input = '', content }: ToolEntry | PermissionEntry): number =>
  input.length + sum(content.map(getContentSize));

function getContentSize(part: ToolContent): number {
  switch (part.kind) {
    case 'block':
      return getBlockSize(part.block);
    case 'diff':
      return (part.oldText?.length ?? 0) + part.newText.length;
    case 'terminal':
      return 0;
  }
}

function getBlockSize(block: ContentBlock): number {
  switch (block.type) {
    case 'text':
      return block.text.length;
    case 'image':
    case 'audio':
      return block.data.length;
    case 'resource':
      return 'text' in block.resource ? block.resource.text.length : block.resource.blob.length;
    case 'resource_link':
    default:
      return 0; // An agent may send kinds that we do not know.
  }
}

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);
