import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { Draft } from '../../prompt/draft.ts';
import type { ToolEntry, UserEntry } from './entry.ts';
import { endedSubagentPatches } from './subagentPatches.ts';
import { canceledToolPatches } from './toolCall.ts';
import { isFailedTool } from './toolFailure.ts';
import type { TurnEnd } from './turnEnd.ts';
import { getWaitedMs } from './waitedMs.ts';
import { newEntryBase, type TranscriptPatch, type Transcript } from './transcript.ts';

/** Starts a turn with the user's prompt. Its content blocks are added by `promptSentPatches`. */
export function userPromptPatches(
  transcript: Transcript,
  draft: Draft,
  nowMs: number,
): readonly TranscriptPatch[] {
  const base = { ...newEntryBase(transcript, nowMs), turn: transcript.turn + 1 };
  return [{ kind: 'added', entry: { ...base, kind: 'user', draft, blocks: [] } }];
}

/** Shows a message that the agent took into a turn that was already running. */
export function steeredPromptPatches(
  transcript: Transcript,
  { draft, blocks, turn }: Pick<UserEntry, 'blocks' | 'turn'> & { readonly draft: Draft },
  nowMs: number,
): readonly TranscriptPatch[] {
  const base = { ...newEntryBase(transcript, nowMs), turn };
  return [{ kind: 'added', entry: { ...base, kind: 'user', draft, blocks, steered: true } }];
}

/** Records the content blocks that were sent for the prompt of the running turn. */
export function promptSentPatches(
  transcript: Transcript,
  blocks: readonly ContentBlock[],
): readonly TranscriptPatch[] {
  const entry = transcript.entries.findLast(candidate => candidate.kind === 'user');
  return entry?.kind === 'user' ? [{ kind: 'replaced', entry: { ...entry, blocks } }] : [];
}

/** Ends the turn. Unfinished tool calls are marked as canceled. */
export function turnEndPatches(
  transcript: Transcript,
  { reason, usage }: TurnEnd,
  startedMs: number,
  nowMs: number,
): readonly TranscriptPatch[] {
  const tools = transcript.entries.filter(
    (entry): entry is ToolEntry => entry.kind === 'tool' && entry.turn === transcript.turn,
  );
  const waitedMs = getWaitedMs(transcript.entries, nowMs);
  const subagentStatus = reason === 'end_turn' ? 'pending' : 'cancelled';
  return [
    ...canceledToolPatches(transcript, nowMs),
    ...endedSubagentPatches(transcript, subagentStatus, nowMs),
    {
      kind: 'added',
      entry: {
        ...newEntryBase(transcript, nowMs),
        kind: 'turnEnd',
        reason,
        startedMs,
        toolCount: tools.length,
        fileCount: new Set(tools.flatMap(changedFiles)).size,
        failedCount: tools.filter(tool => isFailedTool(tool, transcript.terminals)).length,
        ...(waitedMs > 0 ? { waitedMs } : {}),
        ...(usage ? { usage } : {}),
      },
    },
  ];
}

/** The files that a call says it has changed. */
function changedFiles({ status, toolKind, content, locations }: ToolEntry): readonly string[] {
  const isChange = toolKind === 'edit' || toolKind === 'delete' || toolKind === 'move';
  const diffs = content.flatMap(part => (part.kind === 'diff' ? [part.path] : []));
  if (status !== 'completed') {
    return [];
  }
  return diffs.length === 0 && isChange ? locations.map(({ path }) => path) : diffs;
}
