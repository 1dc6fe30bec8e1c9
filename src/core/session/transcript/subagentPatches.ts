import { t } from '../../l10n.ts';
import { visibleLine } from '../../text/visibleLine.ts';
import type { SessionMessage, SubagentChange, SubagentState } from '../wire/parseSubagentUpdate.ts';
import type { AgentEntry, SubagentEntry, ToolEntry } from './entry.ts';
import {
  findLastOwn,
  findSubagent,
  findTool,
  newEntryBase,
  type Transcript,
  type TranscriptPatch,
} from './transcript.ts';

const NAME_LIMIT_CHARS = 80;
const TEXT_LIMIT_CHARS = 2_000;

/** The transcript as seen by a sub-agent: what is added belongs to it. */
export const transcriptOf = (
  { entries, terminals, turn, serial, index }: Transcript,
  ownerId: string,
): Transcript => ({ entries, terminals, turn, serial, ownerId, ...(index ? { index } : {}) });

/** An id for the tool call of a sub-agent with a session of its own, which may use the same ids as others. */
export const toSubagentCallId = (subagentId: string, callId: string): string =>
  `${subagentId}/${callId}`;

/** The ids by which the agent knows a tool call: its session, which may be that of a sub-agent, and the call. */
export function wireCall(
  transcript: Transcript,
  { callId, parentId = '' }: ToolEntry,
  sessionId: string,
): { readonly sessionId: string; readonly callId: string } {
  return findSubagent(transcript, parentId)
    ? { sessionId: parentId, callId: callId.slice(toSubagentCallId(parentId, '').length) }
    : { sessionId, callId };
}

/** The name of the sub-agent that entries with this `parentId` belong to; `undefined` if there is none. */
export function getSubagentName(
  transcript: Transcript,
  parentId: string | undefined,
): string | undefined {
  if (parentId === undefined) {
    return undefined;
  }
  const subagent = findSubagent(transcript, parentId);
  const call = subagent ? undefined : findTool(transcript, parentId);
  return subagent?.name ?? call?.subagentName ?? (call && toSubagentName(call.title));
}

/** A name for display. It is shown next to our own text, so it is short and its invisible characters are marked. */
export const toSubagentName = (name: string): string =>
  visibleLine(name.trim(), NAME_LIMIT_CHARS) || t('Sub-agent');

/** Announces a sub-agent of the transcript's owner, or changes what is shown of it. */
export function subagentPatches(
  transcript: Transcript,
  change: SubagentChange,
  nowMs: number,
): readonly TranscriptPatch[] {
  const shown = findSubagent(transcript, change.subagentId);
  const isRunning = change.state?.status === 'in_progress' || change.state?.status === 'waiting';
  if (shown && (shown.turn === transcript.turn || !isRunning)) {
    return [{ kind: 'replaced', entry: afterChange(shown, change, nowMs) }];
  }
  const entry: SubagentEntry = {
    name: toSubagentName(''),
    canStop: false,
    ...shown,
    ...newEntryBase(transcript, nowMs),
    ...(shown?.parentId === undefined ? {} : { parentId: shown.parentId }),
    kind: 'subagent',
    subagentId: change.subagentId,
    status: 'pending',
  };
  return [
    ...(shown ? abandonPatches(shown, 'pending', nowMs) : []),
    { kind: 'added', entry: afterChange(entry, change, nowMs) },
  ];
}

function afterChange(
  before: SubagentEntry,
  { title, description, canStop = before.canStop, state }: SubagentChange,
  nowMs: number,
): SubagentEntry {
  const { description: earlier, ...rest } = before;
  const text = description === undefined ? earlier : description?.slice(0, TEXT_LIMIT_CHARS);
  const described: SubagentEntry = {
    ...rest,
    ...(title === undefined ? {} : { name: toSubagentName(title ?? '') }),
    ...(text ? { description: text } : {}),
    canStop,
  };
  return state ? inState(described, state, nowMs) : described;
}

/** A state replaces the one before as a whole. */
function inState(
  { endedMs, error: _error, ...rest }: SubagentEntry,
  { status, error }: SubagentState,
  nowMs: number,
): SubagentEntry {
  return {
    ...rest,
    status,
    ...(error ? { error: error.slice(0, TEXT_LIMIT_CHARS) } : {}),
    ...(isEnded(status) ? { endedMs: endedMs ?? nowMs } : {}),
  };
}

const isEnded = (status: SubagentEntry['status']): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';

/** A sub-agent has said or done something: it works in this turn, whatever was shown before. */
export function subagentActivityPatches(
  transcript: Transcript,
  subagentId: string,
  nowMs: number,
): readonly TranscriptPatch[] {
  const shown = findSubagent(transcript, subagentId);
  const isAbandoned = shown?.status === 'pending' && shown.endedMs !== undefined;
  return shown && (shown.turn < transcript.turn || isAbandoned)
    ? subagentPatches(
        transcript,
        { kind: 'change', subagentId, state: { status: 'in_progress' } },
        nowMs,
      )
    : [];
}

/** Ends the display of sub-agents that have not ended. A later update of the agent overrides this. */
export const endedSubagentPatches = (
  transcript: Transcript,
  status: 'pending' | 'cancelled',
  nowMs: number,
): readonly TranscriptPatch[] =>
  transcript.entries.flatMap(entry =>
    entry.kind === 'subagent' ? abandonPatches(entry, status, nowMs) : [],
  );

const abandonPatches = (
  entry: SubagentEntry,
  status: 'pending' | 'cancelled',
  nowMs: number,
): readonly TranscriptPatch[] =>
  entry.endedMs === undefined
    ? [{ kind: 'replaced', entry: { ...entry, status, endedMs: nowMs } }]
    : [];

/**
 * Shows a message between sessions, once: to a sub-agent in its own transcript, from a sub-agent too unless it has just said
 * the same. The transcript is that of the session in which the message is reported.
 */
export function sessionMessagePatches(
  transcript: Transcript,
  message: SessionMessage,
  nowMs: number,
): readonly TranscriptPatch[] {
  const { ownerId } = transcript;
  const { senderId, recipientId } = message;
  const isToSubagent =
    recipientId !== undefined && recipientId !== ownerId && findSubagent(transcript, recipientId);
  if (isToSubagent) {
    return [];
  }
  if (ownerId !== undefined) {
    return messagePatches(transcript, message, { isTask: senderId !== ownerId, nowMs });
  }
  if (senderId === undefined || message.isLinked || !findSubagent(transcript, senderId)) {
    return [];
  }
  const sender = transcriptOf(transcript, senderId);
  const last = findLastOwn(sender);
  const isKnown = last?.kind === 'agent' && textOf(last.blocks).endsWith(textOf(message.blocks));
  return isKnown ? [] : messagePatches(sender, message, { isTask: false, nowMs });
}

function messagePatches(
  transcript: Transcript,
  { messageId, blocks, isChunk }: SessionMessage,
  { isTask, nowMs }: { readonly isTask: boolean; readonly nowMs: number },
): readonly TranscriptPatch[] {
  const shown = transcript.entries.findLast(
    (entry): entry is AgentEntry =>
      entry.kind === 'agent' &&
      entry.messageId === messageId &&
      entry.parentId === transcript.ownerId,
  );
  const [block] = blocks;
  if (shown && isChunk && block?.type === 'text') {
    return [{ kind: 'grew', id: shown.id, text: block.text, atMs: nowMs }];
  }
  if (shown) {
    const all = isChunk ? [...shown.blocks, ...blocks] : blocks;
    return [{ kind: 'replaced', entry: { ...shown, blocks: all } }];
  }
  if (blocks.length === 0) {
    return [];
  }
  const base = { ...newEntryBase(transcript, nowMs), kind: 'agent' as const, messageId, blocks };
  return [{ kind: 'added', entry: isTask ? { ...base, isTask } : base }];
}

const textOf = (blocks: AgentEntry['blocks']): string =>
  blocks
    .map(block => (block.type === 'text' ? block.text : ''))
    .join('')
    .trim();
