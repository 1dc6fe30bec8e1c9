import type { ContentBlock } from '@agentclientprotocol/sdk';
import { asList, asRecord, asString, optionalField, type JsonObject } from '../../json.ts';
import { parseContent } from './parseContent.ts';

/** An update about sub-agents. These updates are not part of the stable protocol yet. */
export type SubagentUpdate = SubagentChange | SessionMessage;

/** Announces a sub-agent, or changes what is known about it. Absent fields are unchanged; `null` clears them. */
export interface SubagentChange {
  readonly kind: 'change';
  readonly subagentId: string;
  readonly title?: string | null;
  readonly description?: string | null;
  readonly canStop?: boolean;
  readonly state?: SubagentState;
}

export interface SubagentState {
  readonly status: 'pending' | 'in_progress' | 'waiting' | 'completed' | 'failed' | 'cancelled';
  readonly error?: string;
}

/** A message from one session to another, or the next part of it. */
export interface SessionMessage {
  readonly kind: 'message';
  readonly messageId: string;
  readonly senderId?: string;
  readonly recipientId?: string;
  /** Whether the same message is also reported in the other session. */
  readonly isLinked: boolean;
  /** Whether the blocks are added to those that came before, and do not replace them. */
  readonly isChunk: boolean;
  readonly blocks: readonly ContentBlock[];
}

/** Reads an update about a sub-agent; `undefined` if it is about something else, or invalid. */
export function parseSubagentUpdate(raw: unknown): SubagentUpdate | undefined {
  const update = asRecord(raw);
  switch (update?.['sessionUpdate']) {
    case 'subagent_update':
      return parseChange(update);
    case 'session_message':
      return parseMessage(update, asList(update['content'], parseContent) ?? [], false);
    case 'session_message_chunk':
      return parseMessage(update, asList([update['content']], parseContent) ?? [], true);
    default:
      return undefined;
  }
}

/**
 * The tool call that runs the sub-agent which an update comes from, for sub-agents without sessions: Claude and Qwen name it
 * in `_meta`.
 */
export function parseParentCallId(meta: unknown): string | undefined {
  const record = asRecord(meta);
  const claude = asRecord(record?.['claudeCode']);
  return asString(claude?.['parentToolUseId']) ?? asString(record?.['parentToolCallId']);
}

function parseChange(update: JsonObject): SubagentChange | undefined {
  const subagentId = asString(update['sessionId']);
  const { capabilities, state } = update;
  return subagentId === undefined
    ? undefined
    : {
        kind: 'change',
        subagentId,
        ...optionalField('title', asClearable(update['title'])),
        ...optionalField('description', asClearable(update['description'])),
        ...(capabilities === undefined
          ? {}
          : { canStop: asRecord(asRecord(capabilities)?.['cancel']) !== undefined }),
        ...(state === undefined ? {} : { state: parseState(asRecord(state)) }),
      };
}

const asClearable = (value: unknown): string | null | undefined =>
  value === null ? null : asString(value);

function parseState(state: JsonObject | undefined): SubagentState {
  switch (state?.['state']) {
    case 'running':
      return { status: 'in_progress' };
    case 'requires_action':
      return { status: 'waiting' };
    case 'idle':
      return parseEnd(state);
    default:
      return { status: 'pending' }; // Cleared, not known to the agent, or of a newer protocol.
  }
}

function parseEnd(state: JsonObject): SubagentState {
  switch (state['stopReason']) {
    case 'cancelled':
      return { status: 'cancelled' };
    case 'error':
    case 'refusal':
    case 'max_tokens':
    case 'max_turn_requests':
      return {
        status: 'failed',
        ...optionalField('error', asString(asRecord(state['error'])?.['message'])),
      };
    default:
      return { status: 'completed' };
  }
}

function parseMessage(
  update: JsonObject,
  blocks: readonly ContentBlock[],
  isChunk: boolean,
): SessionMessage | undefined {
  const messageId = asString(update['messageId']);
  return messageId === undefined
    ? undefined
    : {
        kind: 'message',
        messageId,
        ...optionalField('senderId', asString(update['senderSessionId'])),
        ...optionalField('recipientId', asString(update['recipientSessionId'])),
        isLinked: asString(update['senderMessageId'] ?? update['recipientMessageId']) !== undefined,
        isChunk,
        blocks,
      };
}
