import type { ToolCallUpdate } from '@agentclientprotocol/sdk';
import { asBoolean } from '../../json.ts';
import type { ToolEntry } from './entry.ts';
import { endedTerminals, getTerminalIds } from './toolCall.ts';
import { findTool, isTurnEdge, type Transcript, type TranscriptPatch } from './transcript.ts';

/**
 * Applies an update that says whether a call goes on when its turn has ended; `undefined` for any other update. Such a call stays
 * open until the agent says that it no longer goes on, or is gone.
 */
export function backgroundPatches(
  transcript: Transcript,
  { toolCallId, _meta: meta }: ToolCallUpdate,
  nowMs: number,
): readonly TranscriptPatch[] | undefined {
  const inBackground = asBoolean(meta?.['in_background']);
  const call = findTool(transcript, toolCallId);
  if (inBackground === undefined || !call) {
    return inBackground === undefined ? undefined : [];
  }
  if (inBackground) {
    return reopenedPatches(transcript, call);
  }
  const { inBackground: _, ...left } = call;
  return isRunning(transcript, call)
    ? [{ kind: 'replaced', entry: left }] // It ends with the turn, like all others.
    : endedPatches(transcript, left, nowMs);
}

/** Ends all calls that went on, because the agent is gone. */
export const endedBackgroundPatches = (
  transcript: Transcript,
  nowMs: number,
): readonly TranscriptPatch[] =>
  transcript.entries.flatMap(entry => {
    if (entry.kind !== 'tool' || !entry.inBackground) {
      return [];
    }
    const { inBackground: _, ...left } = entry;
    return endedPatches(transcript, left, nowMs);
  });

/** Agents may say that a call goes on after the end of its turn, which has canceled it here. */
function reopenedPatches(transcript: Transcript, call: ToolEntry): readonly TranscriptPatch[] {
  if (call.status !== 'cancelled') {
    return [{ kind: 'replaced', entry: { ...call, inBackground: true } }];
  }
  const { endedMs: _, ...open } = call;
  return [
    { kind: 'replaced', entry: { ...open, status: 'in_progress', inBackground: true } },
    ...getTerminalIds(call).flatMap((id): readonly TranscriptPatch[] => {
      const { exit, ...terminal } = transcript.terminals.get(id) ?? {};
      const isOpen = exit?.code === null && exit.signal === null;
      return isOpen && 'id' in terminal ? [{ kind: 'terminal', terminal }] : [];
    }),
  ];
}

function endedPatches(
  transcript: Transcript,
  call: ToolEntry,
  nowMs: number,
): readonly TranscriptPatch[] {
  const isOver = call.endedMs !== undefined;
  return [
    {
      kind: 'replaced',
      entry: isOver ? call : { ...call, status: 'cancelled', endedMs: nowMs },
    },
    ...endedTerminals(transcript, call),
  ];
}

function isRunning({ entries, turn }: Transcript, call: ToolEntry): boolean {
  return call.turn === turn && entries.findLast(isTurnEdge)?.kind !== 'turnEnd';
}
