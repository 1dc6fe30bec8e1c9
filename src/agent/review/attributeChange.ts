import path from 'node:path';
import type { Origin } from '../../core/review/file/hunk.ts';
import type { ToolEntry } from '../../core/session/transcript/entry.ts';
import type { TurnInfo } from '../session/turnParticipant.ts';
import type { Sessions } from '../session/sessions.ts';

/** Returns the turn, and the tool call in it, that a changed file belongs to, as far as the agents report it. */
export function attributeChange(
  sessions: Pick<Sessions, 'find'>,
  file: string,
  running: readonly TurnInfo[],
): Origin | undefined {
  const claims = running.map(turn => claimOf(sessions, file, turn));
  return claims.toSorted((one, other) => other.weight - one.weight || other.atMs - one.atMs)[0]
    ?.origin;
}

interface Claim {
  readonly origin: Origin;
  readonly weight: number;
  readonly atMs: number;
}

/**
 * A call that names the file wins over one that runs a command, and that over the turn that reported something last.
 */
function claimOf(sessions: Pick<Sessions, 'find'>, file: string, turn: TurnInfo): Claim {
  const entries = sessions.find(turn.sessionId)?.conversation.transcript.entries ?? [];
  const ours = entries.filter(entry => entry.turn === turn.turn);
  const tools = ours.filter(entry => entry.kind === 'tool');
  const naming = tools.findLast(tool => names(tool, file, turn.roots));
  const open = tools.filter(tool => tool.endedMs === undefined);
  const running = open.length === 1 ? open[0] : open.findLast(tool => tool.toolKind === 'execute');
  const tool = naming ?? running;
  return {
    origin: {
      sessionId: turn.sessionId,
      turnId: String(turn.turn),
      ...(tool ? { toolCallId: tool.callId } : {}),
    },
    weight: naming ? 2 : running ? 1 : 0,
    atMs: tool?.atMs ?? ours.at(-1)?.atMs ?? 0,
  };
}

function names(tool: ToolEntry, file: string, roots: readonly string[]): boolean {
  const paths = [
    ...tool.locations.map(location => location.path),
    ...tool.content.flatMap(part => (part.kind === 'diff' ? [part.path] : [])),
  ];
  return paths.some(named => roots.some(root => path.resolve(root, named) === file));
}
