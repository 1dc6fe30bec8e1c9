import type { ToolEntry } from './entry.ts';
import type { Transcript } from './transcript.ts';

/** Whether the agent may be running a command at this moment, as far as it tells. One that waits for the user's permission does not run. */
export function runsCommand({ entries, terminals, turn }: Transcript): boolean {
  const now = entries.filter(entry => entry.turn === turn);
  const waiting = new Set(
    now.flatMap(entry =>
      entry.kind === 'permission' && entry.answer.kind === 'open' ? [entry.callId] : [],
    ),
  );
  return (
    [...terminals.values()].some(({ exit }) => exit === undefined) ||
    now.some(entry => entry.kind === 'tool' && mayRun(entry) && !waiting.has(entry.callId))
  );
}

/** Agents do not always say what kind a tool is of. */
const mayRun = ({ endedMs, toolKind }: ToolEntry): boolean =>
  endedMs === undefined && (toolKind === 'execute' || toolKind === 'other');
