import type { ToolCallContent, ToolCallUpdate } from '@agentclientprotocol/sdk';
import { formatCommand } from '../../terminal/commandLine.ts';
import { asBoolean, asRecord, asString, optionalField } from '../../json.ts';
import { parseParentCallId } from '../wire/parseSubagentUpdate.ts';
import { boundedJson } from '../../text/boundedJson.ts';
import type { Entry, ToolLocation, ToolContent, ToolEntry, ToolStatus } from './entry.ts';
import { toSubagentName } from './subagentPatches.ts';
import { findTool, newEntryBase, type TranscriptPatch, type Transcript } from './transcript.ts';

/** Longer titles are truncated. */
const TITLE_LIMIT_CHARS = 2_000;
/** Raw input and output are only displayed, so they are truncated. */
const RAW_LIMIT_CHARS = 64 * 1024;

/** Applies a `tool_call`, which may announce the same call again. */
export const toolCallPatches = (
  transcript: Transcript,
  update: ToolCallUpdate,
  nowMs: number,
): readonly TranscriptPatch[] =>
  applyToTool(transcript, findCurrentTool(transcript, update.toolCallId), { update, nowMs });

/** Applies a `tool_call_update` to a call of any turn. An unknown id creates a new call. */
export const toolCallUpdatePatches = (
  transcript: Transcript,
  update: ToolCallUpdate,
  nowMs: number,
): readonly TranscriptPatch[] =>
  applyToTool(transcript, findTool(transcript, update.toolCallId), { update, nowMs });

/** Finds the call by its id. Some agents reuse ids in each turn, so a finished call of an earlier turn is a different one. */
export function findCurrentTool(transcript: Transcript, callId: string): ToolEntry | undefined {
  const shown = findTool(transcript, callId);
  const isOld = shown !== undefined && shown.turn < transcript.turn && shown.endedMs !== undefined;
  return isOld ? undefined : shown;
}

function applyToTool(
  transcript: Transcript,
  shown: ToolEntry | undefined,
  { update, nowMs }: { readonly update: ToolCallUpdate; readonly nowMs: number },
): readonly TranscriptPatch[] {
  const before = shown ?? newTool(transcript, update.toolCallId, nowMs);
  return [{ kind: shown ? 'replaced' : 'added', entry: toolAfterUpdate(before, update, nowMs) }];
}

/**
 * Marks the unfinished calls of the running turn as canceled, except those that go on, and the commands in them that the agent
 * runs itself as ended. A later update of the agent overrides this.
 */
export function canceledToolPatches(
  transcript: Transcript,
  nowMs: number,
): readonly TranscriptPatch[] {
  return transcript.entries.flatMap((entry): readonly TranscriptPatch[] =>
    entry.kind === 'tool' &&
    entry.turn === transcript.turn &&
    !entry.inBackground &&
    (entry.status === 'pending' || entry.status === 'in_progress')
      ? [
          { kind: 'replaced', entry: { ...entry, status: 'cancelled', endedMs: nowMs } },
          ...endedTerminals(transcript, entry),
        ]
      : [],
  );
}

/** The terminals that a tool call shows. */
export const getTerminalIds = ({ content }: ToolEntry): readonly string[] =>
  content.flatMap(part => (part.kind === 'terminal' ? [part.terminalId] : []));

/** Ends the commands of a call that the agent runs itself. */
export const endedTerminals = (
  transcript: Transcript,
  { content }: ToolEntry,
): readonly TranscriptPatch[] => content.flatMap(part => endedTerminal(transcript, part));

/** The end of the commands that we run ourselves is reported by their terminals. */
function endedTerminal({ terminals }: Transcript, part: ToolContent): readonly TranscriptPatch[] {
  const terminal = part.kind === 'terminal' ? terminals.get(part.terminalId) : undefined;
  return !terminal || terminal.ours || terminal.exit
    ? []
    : [{ kind: 'terminal', terminal: { ...terminal, exit: { code: null, signal: null } } }];
}

/** A call that was not announced. Some agents describe a call only in their request for permission. */
export function newTool(transcript: Transcript, callId: string, nowMs: number): ToolEntry {
  const asked = transcript.entries.findLast(
    entry =>
      entry.kind === 'permission' && entry.callId === callId && entry.turn === transcript.turn,
  );
  const { title, toolKind, command } =
    asked?.kind === 'permission' ? asked : { title: '', toolKind: 'other' as const };
  return {
    ...newEntryBase(transcript, nowMs),
    kind: 'tool',
    callId,
    title,
    toolKind,
    ...(command === undefined ? {} : { command }),
    status: 'pending',
    content: [],
    locations: [],
  };
}

/** Applies the fields that are present and not null; `content` and `locations` are replaced as a whole. */
export function toolAfterUpdate(
  before: ToolEntry,
  update: ToolCallUpdate,
  nowMs: number,
): ToolEntry {
  const status: ToolStatus = update.status ?? before.status;
  const parentId = parseParentCallId(update._meta);
  return {
    ...before,
    ...described(update),
    status,
    ...(update.content ? { content: update.content.flatMap(toToolContent) } : {}),
    ...(update.locations ? { locations: update.locations.map(toToolLocation) } : {}),
    ...rawOf(update),
    ...optionalField('canStop', asBoolean(update._meta?.['can_stop'])),
    ...(parentId && parentId !== before.callId ? { parentId } : {}),
    ...(isOver(status) && before.endedMs === undefined ? { endedMs: nowMs } : {}),
  };
}

/** Whether an entry is a tool call that shows the terminal. */
export const showsTerminal = (entry: Entry, terminalId: string): boolean =>
  entry.kind === 'tool' &&
  entry.content.some(part => part.kind === 'terminal' && part.terminalId === terminalId);

const isOver = (status: ToolStatus): boolean => status === 'completed' || status === 'failed';

function described(update: ToolCallUpdate): Partial<ToolEntry> {
  return {
    ...(update.title == null ? {} : { title: update.title.slice(0, TITLE_LIMIT_CHARS) }),
    ...(update.name ? { name: update.name } : {}),
    ...(update.kind ? { toolKind: update.kind } : {}),
  };
}

function rawOf(update: ToolCallUpdate): Partial<ToolEntry> {
  const command = commandFromInput(update.rawInput);
  const subagentName = asString(asRecord(update.rawInput)?.['subagent_type']);
  return {
    ...(update.rawInput == null ? {} : { input: boundedJson(update.rawInput, RAW_LIMIT_CHARS) }),
    ...(update.rawOutput == null ? {} : { output: boundedJson(update.rawOutput, RAW_LIMIT_CHARS) }),
    ...(command === undefined ? {} : { command }),
    ...(subagentName ? { subagentName: toSubagentName(subagentName) } : {}),
  };
}

/** The names of inputs that are a command, in the order in which they are looked for. */
const COMMAND_KEYS = ['command', 'cmd', 'commandline', 'shellcommand'];

/** The command line in the raw input of a tool call, as known agents encode it. Several commands are one line each. */
export function commandFromInput(rawInput: unknown): string | undefined {
  const input = asRecord(rawInput);
  if (!input) {
    return undefined;
  }
  const keys = new Map(Object.keys(input).map(key => [key.replaceAll('_', '').toLowerCase(), key]));
  const key = COMMAND_KEYS.find(name => keys.has(name));
  return key === undefined
    ? joinCommands(input[keys.get('commands') ?? ''])
    : toLine(input[keys.get(key) ?? ''], input['args']);
}

function toLine(command: unknown, args: unknown): string | undefined {
  if (typeof command === 'string') {
    const rest: readonly unknown[] = Array.isArray(args) ? args : [];
    return rest.length > 0 ? lineOf([command, ...rest]) : command;
  }
  return Array.isArray(command) ? lineOf(command) : undefined;
}

/** Returns nothing unless all commands are known. */
function joinCommands(commands: unknown): string | undefined {
  const lines = Array.isArray(commands)
    ? commands.map(item => asString(item) ?? commandFromInput(item))
    : [];
  return lines.length > 0 && lines.every(line => line !== undefined) ? lines.join('\n') : undefined;
}

/** Returns nothing unless all parts are known: a rule must not decide about a part of a command. */
function lineOf(parts: readonly unknown[]): string | undefined {
  const [program, ...args] = parts.filter(part => typeof part === 'string');
  return program === undefined || args.length + 1 < parts.length
    ? undefined
    : formatCommand({ kind: 'program', program, args });
}

/** Converts a content item of a tool call. */
function toToolContent(content: ToolCallContent): readonly ToolContent[] {
  switch (content.type) {
    case 'content':
      return [{ kind: 'block', block: content.content }];
    case 'diff':
      return [
        {
          kind: 'diff',
          path: content.path,
          ...(content.oldText == null ? {} : { oldText: content.oldText }),
          newText: content.newText,
        },
      ];
    case 'terminal':
      return [{ kind: 'terminal', terminalId: content.terminalId }];
    default:
      return [];
  }
}

/** The protocol counts lines from 1; some agents send 0. */
function toToolLocation(location: {
  readonly path: string;
  readonly line?: number | null;
}): ToolLocation {
  return location.line == null
    ? { path: location.path }
    : { path: location.path, line: Math.max(0, location.line - 1) };
}
