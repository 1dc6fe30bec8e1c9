import { expect, it } from 'vitest';
import type { SessionState, SessionStatus } from '../../../../src/core/session/sessionState.ts';
import { SignInMemory } from '../../../../src/vscode/agents/signInMemory.ts';

const kept = new Map<string, unknown>();
const memory = {
  keys: () => [...kept.keys()],
  get: <T>(key: string, fallback?: T) => (kept.has(key) ? (kept.get(key) as T) : fallback),
  update: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
};

const standing = (agentId: string, status: SessionStatus): SessionState => ({
  id: 's',
  agentId,
  agentName: agentId,
  title: '',
  status,
  commands: [],
  pickers: [],
  queue: [],
  accepts: { image: false, audio: false, embeddedContext: false },
});

it('remembers that an agent wants a sign-in, over a restart, until a session is open', async () => {
  const first = new SignInMemory(memory);
  await first.hear(standing('codex', { kind: 'signIn', methods: [], message: '' }));
  await first.hear(standing('codex', { kind: 'stopped', reason: 'gone' }));
  await first.hear(standing('goose', { kind: 'idle' }));
  const second = new SignInMemory(memory);
  expect(second.needsSignIn('codex')).toBe(true);
  expect(second.needsSignIn('goose')).toBe(false);
  await second.hear(standing('codex', { kind: 'starting', note: '' }));
  expect(second.needsSignIn('codex')).toBe(true);
  await second.hear(standing('codex', { kind: 'idle' }));
  expect(second.needsSignIn('codex')).toBe(false);
});
