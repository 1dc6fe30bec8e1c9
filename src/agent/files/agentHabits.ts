/** Where an agent needs another answer than the protocol has for the case. */
export interface AgentHabits {
  /** It reads a file before it creates it, and gives up at any error: a missing file is read as an empty one. */
  readonly missingReadsAsEmpty: boolean;
}

const USUAL: AgentHabits = { missingReadsAsEmpty: false };

/** By the name (or title) the agent gives itself in `initialize`, in small letters with hyphens. This table is the only place for such exceptions. */
const HABITS: ReadonlyMap<string, AgentHabits> = new Map([
  // Seen in 0.61.0: its write tool reads first, and an error of any code ends in "failed to read".
  ['gemini-cli', { missingReadsAsEmpty: true }],
]);

/** The habits of an agent; an unknown one is served by the book. */
export function habitsOf(agentName: string | undefined): AgentHabits {
  const name = (agentName ?? '').toLowerCase().replaceAll(' ', '-');
  return HABITS.get(name) ?? USUAL;
}
