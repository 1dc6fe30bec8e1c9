import type { Entry, PermissionEntry, ToolEntry } from '../../src/core/session/transcript/entry.ts';
import { sampleState } from './sample.ts';

/** A session in which nothing happens. */
export const calm = { ...sampleState, status: { kind: 'idle' }, queue: [] } as const;

/** What an agent said, in a turn of its own. */
export const said = (index: number, text: string): Entry => ({
  id: `e${index}`,
  turn: index,
  atMs: 0,
  kind: 'agent',
  blocks: [{ type: 'text', text }],
});

/** A call of a tool, in the first turn: a command that is done, if nothing else is said. */
export const called = (facts: Partial<ToolEntry>): ToolEntry => ({
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

/** An agent asks whether it may run a command. */
export const asked = (command: string, id = 'p1'): PermissionEntry => ({
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
