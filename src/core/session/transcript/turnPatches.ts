import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { Draft } from '../../prompt/draft.ts';
import { canceledToolPatches } from './toolCall.ts';
import type { TurnEnd } from './turnEnd.ts';
import { newEntryBase, type TranscriptPatch, type Transcript } from './transcript.ts';

/** The user's prompt opens a turn. Its blocks follow when they have been made. */
export function userPromptPatches(
  transcript: Transcript,
  draft: Draft,
  nowMs: number,
): readonly TranscriptPatch[] {
  const place = { ...newEntryBase(transcript, nowMs), turn: transcript.turn + 1 };
  return [{ kind: 'added', entry: { ...place, kind: 'user', draft, blocks: [] } }];
}

/** Notes what the prompt of the running turn became on its way out. */
export function promptSentPatches(
  transcript: Transcript,
  blocks: readonly ContentBlock[],
): readonly TranscriptPatch[] {
  const entry = transcript.entries.findLast(candidate => candidate.kind === 'user');
  return entry?.kind === 'user' ? [{ kind: 'replaced', entry: { ...entry, blocks } }] : [];
}

/** The turn is over: why, how long it took, and what was done in it. What had not ended will not, unless the agent says so. */
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
