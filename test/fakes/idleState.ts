import type { SessionState } from '../../src/core/session/sessionState.ts';

/** A session in which nothing has happened yet. */
export const idleState: SessionState = {
  id: 's',
  agentId: 'a',
  agentName: 'A',
  title: '',
  status: { kind: 'idle' },
  commands: [],
  pickers: [],
  queue: [],
  accepts: { image: false, audio: false, embeddedContext: false },
};
