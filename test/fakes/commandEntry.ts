import type { Entry } from '../../src/core/session/transcript/entry.ts';

/** A command that was run, the `index`th of a conversation, with a terminal of its own. */
export const commandEntry = (index: number): Entry => ({
  id: `e${index}`,
  turn: 1,
  atMs: 0,
  kind: 'tool',
  callId: `c${index}`,
  title: '',
  toolKind: 'execute',
  status: 'completed',
  content: [{ kind: 'terminal', terminalId: `t${index}` }],
  locations: [],
});
