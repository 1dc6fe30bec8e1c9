import type {
  AvailableCommand,
  PlanEntry,
  SessionConfigOption,
  SessionUpdate,
  ToolCallContent,
  ToolCallLocation,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk';
import {
  optionalField,
  asList,
  asNumber,
  asOneOf,
  asRecord,
  asString,
  parseJson,
  type JsonObject,
} from '../../json.ts';
import { parseContent } from './parseContent.ts';
import { parseConfigOption } from './parseConfigOption.ts';
import { parsePlanRemoved, parsePlanUpdate } from './parsePlanOperation.ts';
import { parseParentCallId } from './parseSubagentUpdate.ts';

/**
 * Reads a `session/update`; `undefined` if its kind is unknown or if a required field is missing. Invalid list items and
 * unknown enum values are skipped. We do not use the SDK's parser because it would drop the whole update, validate it twice,
 * and let the response to a prompt overtake it.
 */
export function parseSessionUpdate(raw: unknown): SessionUpdate | undefined {
  const update = asRecord(raw);
  const kind = asString(update?.['sessionUpdate']);
  const parse = kind === undefined ? undefined : parsers.get(kind);
  return update && parse?.(update);
}

type Parse = (update: JsonObject) => SessionUpdate | undefined;

const parsers: ReadonlyMap<string, Parse> = new Map<string, Parse>([
  ['user_message_chunk', update => chunk(update, 'user_message_chunk')],
  ['agent_message_chunk', update => modeInMessage(update) ?? chunk(update, 'agent_message_chunk')],
  ['agent_thought_chunk', update => chunk(update, 'agent_thought_chunk')],
  [
    'tool_call',
    update => {
      const call = parseToolCall(update);
      return call && toolCall(call);
    },
  ],
  [
    'tool_call_update',
    update => {
      const call = parseToolCall(update);
      return call && { sessionUpdate: 'tool_call_update', ...call };
    },
  ],
  ['plan', update => ({ sessionUpdate: 'plan', entries: listOf(update['entries'], planEntry) })],
  ['plan_update', update => parsePlanUpdate(update, planEntry)],
  ['plan_removed', parsePlanRemoved],
  [
    'available_commands_update',
    update => ({
      sessionUpdate: 'available_commands_update',
      availableCommands: listOf(update['availableCommands'], command),
    }),
  ],
  ['current_mode_update', modeUpdate],
  [
    'config_option_update',
    update => ({
      sessionUpdate: 'config_option_update',
      configOptions: parseConfigOptions(update['configOptions']),
    }),
  ],
  ['session_info_update', infoUpdate],
  ['usage_update', usageUpdate],
  ['notice', notice],
  ['compaction_update', compaction],
  ['compaction_summary_chunk', compactionChunk],
]);

type ChunkKind = 'user_message_chunk' | 'agent_message_chunk' | 'agent_thought_chunk';

function chunk(update: JsonObject, sessionUpdate: ChunkKind): SessionUpdate | undefined {
  const content = parseContent(update['content']);
  const messageId = asString(update['messageId']);
  const meta = parseParentCallId(update['_meta']) === undefined ? undefined : asMeta(update);
  return (
    content && {
      sessionUpdate,
      content,
      ...(messageId ? { messageId } : {}),
      ...optionalField('_meta', meta),
    }
  );
}

/** Gemini reports a change of its mode as text in the message stream. */
function modeInMessage(update: JsonObject): SessionUpdate | undefined {
  const text = asString(asRecord(update['content'])?.['text']);
  const currentModeId = /^\[MODE_UPDATE\] (\S{1,100})$/.exec(text ?? '')?.[1];
  return currentModeId === undefined
    ? undefined
    : { sessionUpdate: 'current_mode_update', currentModeId };
}

/** A new call must have a title; the tool's name stands in for a missing one. */
function toolCall(call: ToolCallUpdate): SessionUpdate {
  const { kind, status, title, name, content, locations, ...rest } = call;
  return {
    sessionUpdate: 'tool_call',
    ...rest,
    title: title ?? name ?? '',
    ...(name ? { name } : {}),
    ...(kind ? { kind } : {}),
    ...(status ? { status } : {}),
    ...(content ? { content } : {}),
    ...(locations ? { locations } : {}),
  };
}

const TOOL_KINDS = [
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'other',
] as const;
const TOOL_STATUSES = ['pending', 'in_progress', 'completed', 'failed'] as const;

/** Reads the valid fields of a tool call, also that of a permission request. */
export function parseToolCall(raw: unknown): ToolCallUpdate | undefined {
  const call = asRecord(raw);
  const toolCallId = asString(call?.['toolCallId']);
  if (!call || toolCallId === undefined) {
    return undefined;
  }
  const meta = asRecord(call['_meta']);
  return {
    toolCallId,
    ...optionalField('kind', asOneOf(call['kind'], TOOL_KINDS)),
    ...optionalField('status', asOneOf(call['status'], TOOL_STATUSES)),
    ...optionalField('title', asString(call['title'])),
    ...optionalField('name', asString(call['name'])),
    ...optionalField('content', asMutable(asList(call['content'], toolContent))),
    ...optionalField('locations', asMutable(asList(call['locations'], location))),
    ...optionalField('rawInput', toolInput(call['rawInput'] ?? call['input'])), // Some agents leave out `raw`.
    ...optionalField('rawOutput', call['rawOutput']),
    ...(meta ? { _meta: { ...meta } } : {}),
  };
}

/** Some agents send the input as JSON in a string. Commands and paths are looked up in the object that it contains. */
const toolInput = (raw: unknown): unknown =>
  typeof raw === 'string' ? (asRecord(parseJson(raw)) ?? raw) : raw;

function toolContent(raw: unknown): ToolCallContent | undefined {
  const item = asRecord(raw);
  switch (item?.['type']) {
    case 'content': {
      const content = parseContent(item['content']);
      return content && { type: 'content', content };
    }
    case 'diff': {
      const path = asString(item['path']);
      const newText = asString(item['newText']);
      return path === undefined || newText === undefined
        ? undefined
        : { type: 'diff', path, newText, ...optionalField('oldText', asString(item['oldText'])) };
    }
    case 'terminal': {
      const terminalId = asString(item['terminalId']);
      return terminalId === undefined ? undefined : { type: 'terminal', terminalId };
    }
    default: {
      // Some agents put a bare content block here.
      const content = parseContent(raw);
      return content && { type: 'content', content };
    }
  }
}

function location(raw: unknown): ToolCallLocation | undefined {
  const item = asRecord(raw);
  const path = asString(item?.['path']);
  return path === undefined
    ? undefined
    : { path, ...optionalField('line', asNumber(item?.['line'])) };
}

function planEntry(raw: unknown): PlanEntry | undefined {
  const entry = asRecord(raw);
  const content = asString(entry?.['content']);
  return content === undefined
    ? undefined
    : {
        content,
        priority: asOneOf(entry?.['priority'], ['high', 'medium', 'low']) ?? 'medium',
        status: asOneOf(entry?.['status'], ['pending', 'in_progress', 'completed']) ?? 'pending',
      };
}

function command(raw: unknown): AvailableCommand | undefined {
  const item = asRecord(raw);
  const name = asString(item?.['name']);
  const hint = asString(asRecord(item?.['input'])?.['hint']);
  return name === undefined
    ? undefined
    : {
        name,
        description: asString(item?.['description']) ?? '',
        ...(hint === undefined ? {} : { input: { hint } }),
      };
}

/** An earlier version of the documentation called the field `modeId`. */
function modeUpdate(update: JsonObject): SessionUpdate | undefined {
  const currentModeId = asString(update['currentModeId']) ?? asString(update['modeId']);
  return currentModeId === undefined
    ? undefined
    : { sessionUpdate: 'current_mode_update', currentModeId };
}

/** Reads the config options of an update or a response, in the agent's order. */
export function parseConfigOptions(raw: unknown): SessionConfigOption[] {
  return listOf(raw, parseConfigOption);
}

function infoUpdate(update: JsonObject): SessionUpdate {
  const title = update['title'] === null ? null : asString(update['title']);
  return {
    sessionUpdate: 'session_info_update',
    ...optionalField('title', title),
    ...optionalField('_meta', asMeta(update)),
  };
}

function usageUpdate(update: JsonObject): SessionUpdate | undefined {
  const used = asNumber(update['used']);
  const cost = asRecord(update['cost']);
  const amount = asNumber(cost?.['amount']);
  return used === undefined
    ? undefined
    : {
        sessionUpdate: 'usage_update',
        used,
        size: asNumber(update['size']) ?? 0,
        ...optionalField('_meta', asMeta(update)),
        ...(amount === undefined
          ? {}
          : { cost: { amount, currency: asString(cost?.['currency']) ?? '' } }),
      };
}

function notice(update: JsonObject): SessionUpdate | undefined {
  const title = asString(update['title']);
  return title === undefined
    ? undefined
    : {
        sessionUpdate: 'notice',
        severity: asString(update['severity']) ?? 'info',
        title,
        ...optionalField('description', asString(update['description'])),
      };
}

function compaction(update: JsonObject): SessionUpdate | undefined {
  const compactionId = asString(update['compactionId']);
  const summary =
    update['summary'] === null ? null : asMutable(asList(update['summary'], parseContent));
  const error = update['error'] === null ? null : asString(update['error']);
  return compactionId === undefined
    ? undefined
    : {
        sessionUpdate: 'compaction_update',
        compactionId,
        status: asString(update['status']) ?? 'in_progress',
        ...optionalField('summary', summary),
        ...optionalField('error', error),
      };
}

function compactionChunk(update: JsonObject): SessionUpdate | undefined {
  const compactionId = asString(update['compactionId']);
  const content = parseContent(update['content']);
  return compactionId === undefined || !content
    ? undefined
    : { sessionUpdate: 'compaction_summary_chunk', compactionId, content };
}

function asMeta(update: JsonObject): Record<string, unknown> | undefined {
  const meta = asRecord(update['_meta']);
  return meta && { ...meta };
}

const listOf = <T>(value: unknown, parse: (item: unknown) => T | undefined): T[] => [
  ...(asList(value, parse) ?? []),
];

const asMutable = <T>(list: readonly T[] | undefined): T[] | undefined => list && [...list];
