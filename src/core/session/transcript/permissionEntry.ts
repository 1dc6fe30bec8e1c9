import type { PermissionOutcome, PermissionChoice, PermissionEntry } from './entry.ts';
import { getSubagentName } from './subagentPatches.ts';
import { findCurrentTool, newTool, toolAfterUpdate } from './toolCall.ts';
import { findEntry, newEntryBase, type TranscriptPatch, type Transcript } from './transcript.ts';
import type { ToolCallUpdate } from '@agentclientprotocol/sdk';

/**
 * Creates the entry for a permission request. It shows the tool call as described so far, updated by the request itself; the
 * call may not have been announced before.
 */
export function createPermissionEntry(
  transcript: Transcript,
  toolCall: ToolCallUpdate,
  choices: readonly PermissionChoice[],
  nowMs: number,
): PermissionEntry {
  const known =
    findCurrentTool(transcript, toolCall.toolCallId) ??
    newTool(transcript, toolCall.toolCallId, nowMs);
  const call = toolAfterUpdate(known, toolCall, nowMs);
  const asker = getSubagentName(transcript, call.parentId);
  return {
    ...newEntryBase(transcript, nowMs),
    kind: 'permission',
    ...(asker === undefined ? {} : { asker }),
    callId: call.callId,
    title: call.title,
    toolKind: call.toolKind,
    ...(call.command === undefined ? {} : { command: call.command }),
    ...(call.input === undefined ? {} : { input: call.input }),
    content: call.content,
    locations: call.locations,
    choices,
    answer: { kind: 'open' },
  };
}

/** Finds a permission request that is not answered yet. */
export function findOpenPermission(
  transcript: Transcript,
  id: string,
): PermissionEntry | undefined {
  const entry = findEntry(transcript, id);
  return entry?.kind === 'permission' && entry.answer.kind === 'open' ? entry : undefined;
}

/** Records the answer in the transcript. */
export function permissionAnsweredPatches(
  transcript: Transcript,
  id: string,
  answer: PermissionOutcome,
  answeredMs: number,
): readonly TranscriptPatch[] {
  const entry = findOpenPermission(transcript, id);
  return entry ? [{ kind: 'replaced', entry: { ...entry, answer, answeredMs } }] : [];
}

/** The choice that rejects the request, preferably only once. */
export function findRejectChoice(
  choices: readonly PermissionChoice[],
): PermissionChoice | undefined {
  return (
    choices.find(({ kind }) => kind === 'reject_once') ??
    choices.find(({ kind }) => kind === 'reject_always')
  );
}
