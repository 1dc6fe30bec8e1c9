import type { PermissionOutcome, PermissionChoice, PermissionEntry } from './entry.ts';
import { findCurrentTool, toolAfterUpdate } from './toolCall.ts';
import { findEntry, newEntryBase, type TranscriptPatch, type Transcript } from './transcript.ts';
import type { ToolCallUpdate } from '@agentclientprotocol/sdk';

/**
 * A request for permission as an entry where it arose. It shows the call as the agent described it so far, with what
 * the request itself says on top; the call may never have been announced.
 */
export function createPermissionEntry(
  transcript: Transcript,
  toolCall: ToolCallUpdate,
  choices: readonly PermissionChoice[],
  nowMs: number,
): PermissionEntry {
  const place = newEntryBase(transcript, nowMs);
  const known = findCurrentTool(transcript, toolCall.toolCallId) ?? {
    ...place,
    kind: 'tool',
    callId: toolCall.toolCallId,
    title: '',
    toolKind: 'other',
    status: 'pending',
    content: [],
    locations: [],
  };
  const call = toolAfterUpdate(known, toolCall, nowMs);
  return {
    ...place,
    kind: 'permission',
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

/** The request with that id, if it still waits for an answer. */
export function findOpenPermission(
  transcript: Transcript,
  id: string,
): PermissionEntry | undefined {
  const entry = findEntry(transcript, id);
  return entry?.kind === 'permission' && entry.answer.kind === 'open' ? entry : undefined;
}

/** Notes the answer in the transcript. */
export function permissionAnsweredPatches(
  transcript: Transcript,
  id: string,
  answer: PermissionOutcome,
): readonly TranscriptPatch[] {
  const entry = findOpenPermission(transcript, id);
  return entry ? [{ kind: 'replaced', entry: { ...entry, answer } }] : [];
}

/** The option that says no: once if there is such a one. */
export function findRejectChoice(
  choices: readonly PermissionChoice[],
): PermissionChoice | undefined {
  return (
    choices.find(({ kind }) => kind === 'reject_once') ??
    choices.find(({ kind }) => kind === 'reject_always')
  );
}
