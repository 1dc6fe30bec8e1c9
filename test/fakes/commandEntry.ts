import type { Entry } from '../../src/core/session/transcript/entry.ts';

/** The entry of a command that has run in a terminal of its own; `index` makes its ids unique. */
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
