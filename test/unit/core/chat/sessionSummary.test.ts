import { describe, expect, it } from 'vitest';
import { toSessionSummary, getSessionTitle } from '../../../../src/core/chat/sessionSummary.ts';
import type { Entry } from '../../../../src/core/session/transcript/entry.ts';
import type { SessionStatus } from '../../../../src/core/session/state/sessionState.ts';
import {
  emptyTranscript,
  type Transcript,
} from '../../../../src/core/session/transcript/transcript.ts';
import { idleState } from '../../../fakes/idleState.ts';

const question = (turn: number): Entry => ({
  id: 'q',
  turn,
  atMs: 0,
  kind: 'question',
  message: 'Which?',
  answer: { kind: 'open' },
  ask: { kind: 'url', url: 'https://a.example', host: 'a.example', suspicious: false },
});

const said = (text: string): Transcript => ({
  ...emptyTranscript,
  turn: 1,
  entries: [
    { id: 'e1', turn: 1, atMs: 0, kind: 'user', blocks: [], draft: [{ kind: 'text', text }] },
  ],
});

describe('the state of a session', () => {
  it.each<SessionStatus>([
    { kind: 'starting', note: '' },
    { kind: 'idle' },
    { kind: 'working', sinceMs: 0 },
  ])('is waiting for its user while a question is open, also when it is $kind', status => {
    const transcript = { ...emptyTranscript, turn: 2, entries: [question(2)] };
    expect(toSessionSummary({ ...idleState, status }, transcript).state).toBe('waiting');
    expect(toSessionSummary({ ...idleState, status }, emptyTranscript).state).not.toBe('waiting');
  });

  it('is failed if its agent has stopped', () => {
    const stopped = { ...idleState, status: { kind: 'stopped', reason: '' } } as const;
    expect(toSessionSummary(stopped, emptyTranscript).state).toBe('failed');
  });

  it.each([
    ['end_turn', 'done'],
    ['cancelled', 'done'],
    ['failed', 'failed'],
    ['refusal', 'failed'],
    ['max_tokens', 'failed'],
  ] as const)('after a turn that ended with %s is %s, until the next one', (reason, state) => {
    const end: Entry = {
      id: 'e2',
      turn: 1,
      atMs: 0,
      kind: 'turnEnd',
      reason,
      startedMs: 0,
      toolCount: 0,
      fileCount: 0,
    };
    const before = said('x');
    const after = { ...before, entries: [...before.entries, end] };
    expect(toSessionSummary(idleState, after).state).toBe(state);
    const working = { ...idleState, status: { kind: 'working', sinceMs: 0 } } as const;
    expect(toSessionSummary(working, after).state).toBe('working');
  });
});

describe('the title of a session', () => {
  it('is the beginning of its first prompt and splits no character', () => {
    const title = getSessionTitle({ title: '' }, said(`${'a'.repeat(59)}\u{1F600} and more`));
    expect(title).toBe(`${'a'.repeat(59)}...`);
  });

  it("is the user's name, or else the agent's title", () => {
    expect(getSessionTitle({ title: 'Agent', name: 'Mine' }, said('x'))).toBe('Mine');
    expect(getSessionTitle({ title: 'Agent', name: '' }, said('x'))).toBe('Agent');
  });
});
