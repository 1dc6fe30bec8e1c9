import path from 'node:path';
import type { Origin } from '../../core/review/file/hunk.ts';
import type { ToolEntry } from '../../core/session/transcript/entry.ts';
import { getSubagentName } from '../../core/session/transcript/subagentPatches.ts';
import { emptyTranscript, type Transcript } from '../../core/session/transcript/transcript.ts';
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

/**
 * A call that names the file wins over one that runs a command, and that over the turn that reported something last. A
 * short command has ended when its changes are found, which is soon after: they belong to the last call that ended.
 */
function toCandidate(sessions: Pick<Sessions, 'find'>, file: string, turn: TurnInfo): Candidate {
  const transcript = sessions.find(turn.sessionId)?.conversation.transcript ?? emptyTranscript;
  const turnEntries = transcript.entries.filter(entry => entry.turn === turn.turn);
  const tools = turnEntries.filter(entry => entry.kind === 'tool');
  const namingTool = tools.findLast(tool => namesFile(tool, file, turn.roots));
  const known = namingTool ?? findRunning(tools);
  const tool = known ?? tools.findLast(mayHaveChanged);
  return {
    origin: {
      sessionId: turn.sessionId,
      turnId: String(turn.turn),
      ...(tool ? toolOrigin(transcript, tool) : {}),
    },
    rank: namingTool ? 2 : known ? 1 : 0,
    atMs: known?.atMs ?? turnEntries.at(-1)?.atMs ?? 0,
  };
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
