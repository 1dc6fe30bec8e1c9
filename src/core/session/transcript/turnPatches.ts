import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { Draft } from '../../prompt/draft.ts';
import { canceledToolPatches } from './toolCall.ts';
import type { TurnEnd } from './turnEnd.ts';
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
    entry => entry.kind === 'tool' && entry.turn === transcript.turn,
  );
  const files = new Set(
    tools.flatMap(tool =>
      tool.kind === 'tool'
        ? tool.content.flatMap(content => (content.kind === 'diff' ? [content.path] : []))
        : [],
    ),
  );
  return [
    ...canceledToolPatches(transcript, nowMs),
    {
      kind: 'added',
      entry: {
        ...newEntryBase(transcript, nowMs),
        kind: 'turnEnd',
        reason,
        startedMs,
        toolCount: tools.length,
        fileCount: files.size,
        ...(usage ? { usage } : {}),
      },
    },
  ];
}
