import type { SessionState } from '../../src/core/session/state/sessionState.ts';

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
  promptCapabilities: { image: false, audio: false, embeddedContext: false },
};
