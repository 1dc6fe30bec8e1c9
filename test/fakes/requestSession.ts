import type { RequestSession } from '../../src/agent/requests/clientRequests.ts';

/** A session whose turn is running and whose user does not answer, except for what a test changes. */
export const fakeRequestSession = (changes: Partial<RequestSession> = {}): RequestSession => ({
  id: 's',
  wireId: 'wire',
  agent: { id: 'a', name: 'A' },
  agentName: 'A',
  roots: [],
  isRemote: false,
  turnPhase: () => 'running',
  beginBackgroundWork: async () => () => {},
  ask: async () => undefined,
  addNotice: () => {},
  addFailure: () => {},
  applyPatch: () => {},
  ...changes,
});
