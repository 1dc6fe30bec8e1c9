import type { Entry, PermissionEntry, ToolEntry } from '../../src/core/session/transcript/entry.ts';
import { sampleState } from './sample.ts';

/** An idle session. */
export const idleSampleState = { ...sampleState, status: { kind: 'idle' }, queue: [] } as const;

/** A message of the agent, in a turn of its own. */
export const agentEntry = (index: number, text: string): Entry => ({
  id: `e${index}`,
  turn: index,
  atMs: 0,
  kind: 'agent',
  blocks: [{ type: 'text', text }],
});

/** A tool call in the first turn; by default a completed command. */
export const toolEntry = (facts: Partial<ToolEntry>): ToolEntry => ({
  id: 'e1',
  turn: 1,
  atMs: 1,
  kind: 'tool',
  callId: 'c',
  title: 'Run',
  toolKind: 'execute',
  status: 'completed',
  content: [],
  locations: [],
  ...facts,
});

/** A permission request for a command. */
export const permissionEntry = (command: string, id = 'p1'): PermissionEntry => ({
  id,
  turn: 1,
  atMs: 0,
  kind: 'permission',
  callId: id,
  title: 'Run it',
  toolKind: 'execute',
  command,
  content: [],
  locations: [],
  choices: [
    { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
    { optionId: 'no', name: 'No', kind: 'reject_once' },
  ],
  answer: { kind: 'open' },
});
