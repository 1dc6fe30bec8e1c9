import { expect, it } from 'vitest';
import type {
  SessionState,
  SessionStatus,
} from '../../../../src/core/session/state/sessionState.ts';
import { RequiredSignIns } from '../../../../src/vscode/agents/requiredSignIns.ts';

const stored = new Map<string, unknown>();
const memory = {
  keys: () => [...stored.keys()],
  get: <T>(key: string, fallback?: T) => (stored.has(key) ? (stored.get(key) as T) : fallback),
  update: (key: string, value: unknown) => Promise.resolve(void stored.set(key, value)),
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
  promptCapabilities: { image: false, audio: false, embeddedContext: false },
});

it('remembers across restarts that an agent needs a sign-in, until a session is open', async () => {
  const first = new RequiredSignIns(memory);
  await first.update(standing('codex', { kind: 'signIn', methods: [], message: '' }));
  await first.update(standing('codex', { kind: 'stopped', reason: 'gone' }));
  await first.update(standing('goose', { kind: 'idle' }));
  const second = new RequiredSignIns(memory);
  expect(second.has('codex')).toBe(true);
  expect(second.has('goose')).toBe(false);
  await second.update(standing('codex', { kind: 'starting', note: '' }));
  expect(second.has('codex')).toBe(true);
  await second.update(standing('codex', { kind: 'idle' }));
  expect(second.has('codex')).toBe(false);
});
