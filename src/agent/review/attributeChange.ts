import path from 'node:path';
import type { Origin } from '../../core/review/file/hunk.ts';
import type { Entry, ToolEntry } from '../../core/session/transcript/entry.ts';
import { getTerminalIds } from '../../core/session/transcript/toolCall.ts';
import { getSubagentName } from '../../core/session/transcript/subagentPatches.ts';
import {
  emptyTranscript,
  type TerminalState,
  type Transcript,
} from '../../core/session/transcript/transcript.ts';
import type { TurnInfo } from '../session/turnParticipant.ts';
import type { Sessions } from '../session/sessions.ts';

/** Returns the turn, and the tool call in it, that a changed file belongs to, as far as the agents report it. */
export function attributeChange(
  sessions: Pick<Sessions, 'find'>,
  file: string,
  running: readonly TurnInfo[],
): Origin | undefined {
  const candidates = running.map(turn => toCandidate(sessions, file, turn));
  return candidates.toSorted((one, other) => other.rank - one.rank || other.atMs - one.atMs)[0]
    ?.origin;
}

interface Candidate {
  readonly origin: Origin;
  readonly rank: number;
  readonly atMs: number;
}

function toCandidate(sessions: Pick<Sessions, 'find'>, file: string, turn: TurnInfo): Candidate {
  const transcript = sessions.find(turn.sessionId)?.conversation.transcript ?? emptyTranscript;
  const turnEntries = transcript.entries.filter(entry => entry.turn === turn.turn);
  const { call, rank, atMs } = findCall(transcript, turnEntries, tool =>
    namesFile(tool, file, turn.roots),
  );
  return {
    origin: { sessionId: turn.sessionId, turnId: String(turn.turn), ...call },
    rank,
    atMs: atMs ?? turnEntries.at(-1)?.atMs ?? 0,
  };
}

interface FoundCall {
  readonly call?: Pick<Origin, 'toolCallId' | 'subagent'>;
  readonly rank: number;
  readonly atMs?: number;
}

/**
 * A call that names the file wins over one that runs a command, and that over the turn that reported something last. A
 * short command has ended when its changes are found, which is soon after: they belong to the last call that ended.
 */
function findCall(
  transcript: Transcript,
  turnEntries: readonly Entry[],
  isNaming: (tool: ToolEntry) => boolean,
): FoundCall {
  const tools = turnEntries.filter(entry => entry.kind === 'tool');
  const namingTool = tools.findLast(isNaming);
  const known = namingTool ?? findRunning(tools);
  if (known) {
    return { call: toolOrigin(transcript, known), rank: namingTool ? 2 : 1, atMs: known.atMs };
  }
  const last = tools.findLast(mayHaveChanged);
  const terminal = findUnclaimed(transcript, turnEntries, last);
  if (terminal) {
    return { call: { toolCallId: terminal.id }, rank: 1, atMs: terminal.startedMs ?? 0 };
  }
  return last ? { call: toolOrigin(transcript, last), rank: 0 } : { rank: 0 };
}

/**
 * The last command of the turn that we started after the last tool call ended, and that no tool call names yet: some agents
 * report a call when its command has ended.
 */
function findUnclaimed(
  { terminals, entries }: Transcript,
  turnEntries: readonly Entry[],
  lastTool: ToolEntry | undefined,
): TerminalState | undefined {
  const sinceMs = lastTool?.endedMs ?? turnEntries[0]?.atMs ?? Infinity;
  const last = [...terminals.values()].findLast(({ startedMs = 0 }) => startedMs >= sinceMs);
  const isClaimed = entries.some(
    entry => entry.kind === 'tool' && getTerminalIds(entry).includes(last?.id ?? ''),
  );
  return isClaimed ? undefined : last;
}

/** The tool call, and the sub-agent that made it if there is one. */
function toolOrigin(
  transcript: Transcript,
  { callId, parentId }: ToolEntry,
): Pick<Origin, 'toolCallId' | 'subagent'> {
  const subagent = getSubagentName(transcript, parentId);
  return { toolCallId: callId, ...(subagent === undefined ? {} : { subagent }) };
}

function findRunning(tools: readonly ToolEntry[]): ToolEntry | undefined {
  const open = tools.filter(tool => tool.endedMs === undefined);
  return open.length === 1 ? open[0] : open.findLast(tool => tool.toolKind === 'execute');
}

const mayHaveChanged = ({ toolKind }: ToolEntry): boolean =>
  ['edit', 'delete', 'move', 'execute', 'other'].includes(toolKind);

function namesFile(tool: ToolEntry, file: string, roots: readonly string[]): boolean {
  const paths = [
    ...tool.locations.map(location => location.path),
    ...tool.content.flatMap(part => (part.kind === 'diff' ? [part.path] : [])),
  ];
  return paths.some(named => roots.some(root => path.resolve(root, named) === file));
}
