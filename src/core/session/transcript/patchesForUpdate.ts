import type { ContentBlock, SessionUpdate } from '@agentclientprotocol/sdk';
import type { AgentEntry, CompactionEntry, NoticeEntry, ThoughtEntry, UserEntry } from './entry.ts';
import { terminalPatches } from './agentTerminals.ts';
import { backgroundPatches } from './backgroundCalls.ts';
import { planPatches } from './planPatches.ts';
import { toolCallPatches, toolCallUpdatePatches } from './toolCall.ts';
import { parseParentCallId } from '../wire/parseSubagentUpdate.ts';
import { transcriptOf } from './subagentPatches.ts';
import {
  findLastOwn,
  findTool,
  isTurnEdge,
  newEntryBase,
  type TranscriptPatch,
  type Transcript,
} from './transcript.ts';
import { t } from '../../l10n.ts';

/**
 * Converts an update from the agent to patches of the transcript. Updates about the session's state (commands, modes,
 * usage, title) change nothing here: see `stateAfterUpdate`.
 */
export function patchesForUpdate(
  transcript: Transcript,
  update: SessionUpdate,
  nowMs: number,
): readonly TranscriptPatch[] {
  switch (update.sessionUpdate) {
    case 'user_message_chunk':
    case 'agent_message_chunk':
    case 'agent_thought_chunk':
      return chunkPatches(ownerOf(transcript, update), update, nowMs);
    case 'tool_call':
      return [
        ...terminalPatches(transcript, update),
        ...toolCallPatches(transcript, update, nowMs),
      ];
    case 'tool_call_update':
      return (
        backgroundPatches(transcript, update, nowMs) ?? [
          ...terminalPatches(transcript, update),
          ...toolCallUpdatePatches(transcript, update, nowMs),
        ]
      );
    case 'plan':
      return planPatches(transcript, update, nowMs);
    case 'notice':
      return noticePatches(
        transcript,
        {
          source: 'agent',
          severity: severityOf(update.severity),
          title: update.title,
          ...(update.description ? { detail: update.description } : {}),
        },
        nowMs,
      );
    case 'compaction_update':
    case 'compaction_summary_chunk':
      return compactionPatches(transcript, update, nowMs);
    case 'available_commands_update':
    case 'current_mode_update':
    case 'config_option_update':
    case 'session_info_update':
    case 'usage_update':
      return [];
    default:
      return unknownUpdatePatches(transcript, update, nowMs);
  }
}

/** Shows an update of an unknown kind, which a newer agent may send, as a notice. */
export function unknownUpdatePatches(
  transcript: Transcript,
  update: unknown,
  nowMs: number,
): readonly TranscriptPatch[] {
  const kind =
    typeof update === 'object' && update !== null && 'sessionUpdate' in update
      ? String(update.sessionUpdate)
      : t('unnamed');
  return noticePatches(
    transcript,
    {
      severity: 'info',
      title: t('The agent sent an unknown update: {0}', kind.slice(0, 80)),
    },
    nowMs,
  );
}

/** Adds a notice, or counts up if the last entry is the same notice. */
export function noticePatches(
  transcript: Transcript,
  notice: Pick<NoticeEntry, 'severity' | 'title' | 'detail'> &
    Partial<Pick<NoticeEntry, 'actions' | 'source'>>,
  nowMs: number,
): readonly TranscriptPatch[] {
  const last = findLastOwn(transcript);
  if (
    last?.kind === 'notice' &&
    last.title === notice.title &&
    last.detail === notice.detail &&
    last.severity === notice.severity &&
    last.source === notice.source
  ) {
    return [{ kind: 'replaced', entry: { ...last, times: last.times + 1 } }];
  }
  const entry: NoticeEntry = {
    ...newEntryBase(transcript, nowMs),
    kind: 'notice',
    actions: [],
    ...notice,
    times: 1,
  };
  return [{ kind: 'added', entry }];
}

type ChunkUpdate = Extract<
  SessionUpdate,
  { sessionUpdate: 'user_message_chunk' | 'agent_message_chunk' | 'agent_thought_chunk' }
>;

interface Chunk {
  readonly kind: 'user' | 'agent' | 'thought';
  readonly isTask: boolean;
  readonly content: ContentBlock;
  readonly messageId?: string | null;
}

/** A chunk may come from a sub-agent that a tool call of the agent runs. */
function ownerOf(transcript: Transcript, { _meta }: ChunkUpdate): Transcript {
  const callId = parseParentCallId(_meta);
  return callId !== undefined && findTool(transcript, callId)
    ? transcriptOf(transcript, callId)
    : transcript;
}

/** What a sub-agent is told comes from another agent, and not from the user. */
function toChunk({ ownerId }: Transcript, update: ChunkUpdate): Chunk {
  const isTask = update.sessionUpdate === 'user_message_chunk' && ownerId !== undefined;
  const kind = isTask ? 'agent' : CHUNK_KINDS[update.sessionUpdate];
  return { ...update, kind, isTask };
}

const CHUNK_KINDS = {
  user_message_chunk: 'user',
  agent_message_chunk: 'agent',
  agent_thought_chunk: 'thought',
} as const;

/** Appends a chunk to the last message, or starts a new message. */
function chunkPatches(
  transcript: Transcript,
  update: ChunkUpdate,
  nowMs: number,
): readonly TranscriptPatch[] {
  const chunk = toChunk(transcript, update);
  const last = findLastOwn(transcript);
  if (isEcho(transcript, chunk)) {
    return [];
  }
  if (last && isContinuedBy(last, chunk)) {
    return [
      chunk.content.type === 'text' && !chunk.content.annotations
        ? { kind: 'grew', id: last.id, text: chunk.content.text, atMs: nowMs }
        : { kind: 'replaced', entry: { ...last, blocks: withBlock(last.blocks, chunk.content) } },
    ];
  }
  const common = {
    ...newEntryBase(transcript, nowMs),
    ...(chunk.messageId ? { messageId: chunk.messageId } : {}),
    blocks: [chunk.content],
  };
  return [
    {
      kind: 'added',
      entry:
        chunk.kind === 'thought'
          ? { ...common, kind: 'thought', untilMs: nowMs }
          : chunk.kind === 'user'
            ? // A replayed message of the user starts a new turn. One that arrives while our prompt runs belongs to its turn.
              {
                ...common,
                kind: 'user',
                turn: transcript.turn + (runningPrompts(transcript).length > 0 ? 0 : 1),
              }
            : { ...common, kind: 'agent', ...(chunk.isTask ? { isTask: true } : {}) },
    },
  ];
}

/** Appends a block. Texts that are not for the user, or optional, are streamed like others, and joined. */
function withBlock(blocks: readonly ContentBlock[], block: ContentBlock): readonly ContentBlock[] {
  const last = blocks.at(-1);
  return last?.type === 'text' && block.type === 'text' && haveSameNote(last, block)
    ? [...blocks.slice(0, -1), { ...last, text: last.text + block.text }]
    : [...blocks, block];
}

const haveSameNote = (
  { annotations: a }: ContentBlock,
  { annotations: b }: ContentBlock,
): boolean => a != null && b != null && Boolean(a.audience) === Boolean(b.audience);

/**
 * The protocol does not echo prompts, but some agents do, at once or after a thought. The prompt is already shown, perhaps
 * with a notice below it.
 */
function isEcho(transcript: Transcript, chunk: Chunk): boolean {
  if (chunk.kind !== 'user') {
    return false;
  }
  const last = transcript.entries.findLast(({ kind }) => kind !== 'notice');
  if (last?.kind === 'user' && last.draft !== undefined) {
    return true;
  }
  const { content } = chunk;
  const prompts = runningPrompts(transcript);
  return (
    prompts.length > 0 &&
    (content.type !== 'text' || prompts.some(sent => textOf(sent).includes(content.text.trim())))
  );
}

/** The messages that we have sent in the running turn. A replayed turn has none. */
function runningPrompts({ entries }: Transcript): readonly UserEntry[] {
  const start = entries.findLastIndex(isTurnEdge);
  const first = entries[start];
  return first?.kind === 'user' && first.draft !== undefined
    ? entries.slice(start).filter(entry => entry.kind === 'user')
    : [];
}

const textOf = ({ blocks }: UserEntry): string =>
  blocks
    .map(block =>
      block.type === 'text'
        ? block.text
        : block.type === 'resource' && 'text' in block.resource
          ? block.resource.text
          : '',
    )
    .join('');

function isContinuedBy(
  last: Transcript['entries'][number],
  chunk: Chunk,
): last is UserEntry | AgentEntry | ThoughtEntry {
  if (last.kind !== chunk.kind) {
    return false;
  }
  if (last.kind === 'agent' && (last.planId !== undefined || !!last.isTask !== chunk.isTask)) {
    return false;
  }
  if (chunk.messageId && last.messageId) {
    return chunk.messageId === last.messageId;
  }
  return last.kind !== 'user' || isSameUserMessage(last, chunk);
}

/** How the next block of a message begins: after a space, with a mention or URI, or with a tag around the content of one. */
const CONTINUATION = /^(?:\s|\[?@|<\w|\w+:\/\/|$)/;

/**
 * Whether a user's message without an id goes on. Agents replay it block by block, so that the text after a text is mostly the
 * next message: the user stopped the turn, and the agent had not answered yet.
 */
function isSameUserMessage(last: UserEntry, { content, messageId }: Chunk): boolean {
  const before = last.blocks.at(-1);
  if (messageId || last.messageId) {
    return false;
  }
  return (
    content.type !== 'text' ||
    before?.type !== 'text' ||
    CONTINUATION.test(content.text) ||
    /\s$/.test(before.text)
  );
}

type CompactionUpdate = Extract<
  SessionUpdate,
  { sessionUpdate: 'compaction_update' | 'compaction_summary_chunk' }
>;

function compactionPatches(
  transcript: Transcript,
  update: CompactionUpdate,
  nowMs: number,
): readonly TranscriptPatch[] {
  const shown = transcript.entries.findLast(
    entry =>
      entry.kind === 'compaction' &&
      entry.compactionId === update.compactionId &&
      entry.parentId === transcript.ownerId,
  );
  const before: CompactionEntry =
    shown?.kind === 'compaction'
      ? shown
      : {
          ...newEntryBase(transcript, nowMs),
          kind: 'compaction',
          compactionId: update.compactionId,
          status: 'in_progress',
          blocks: [],
        };
  const entry = compactionAfter(before, update);
  return [{ kind: shown ? 'replaced' : 'added', entry }];
}

/** An omitted field is unchanged, `null` clears it, a value replaces it. */
function compactionAfter(before: CompactionEntry, update: CompactionUpdate): CompactionEntry {
  if (update.sessionUpdate === 'compaction_summary_chunk') {
    return { ...before, blocks: [...before.blocks, update.content] };
  }
  const { error: earlier, ...rest } = before;
  const error = update.error === undefined ? earlier : (update.error ?? undefined);
  return {
    ...rest,
    status: update.status,
    blocks: update.summary === undefined ? before.blocks : (update.summary ?? []),
    ...(error === undefined ? {} : { error }),
  };
}

const severityOf = (severity: string): NoticeEntry['severity'] =>
  severity === 'warning' || severity === 'error' ? severity : 'info';
