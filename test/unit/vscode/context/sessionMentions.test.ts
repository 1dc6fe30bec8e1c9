import { describe, expect, it } from 'vitest';
import type { Session } from '../../../../src/agent/session/session.ts';
import type { Sessions } from '../../../../src/agent/session/sessions.ts';
import { createSessionRecord } from '../../../../src/core/journal/sessionRecord.ts';
import type { Entry } from '../../../../src/core/session/transcript/entry.ts';
import { emptyTranscript } from '../../../../src/core/session/transcript/transcript.ts';
import { SessionMentions } from '../../../../src/vscode/context/sessionMentions.ts';
import { idleState } from '../../../fakes/idleState.ts';
import { journalHeader } from '../../../fakes/journalHeader.ts';

const said = (text: string): Entry => ({
  id: 'e1',
  turn: 1,
  atMs: 0,
  kind: 'user',
  blocks: [],
  draft: [{ kind: 'text', text }],
});

const sessionOf = (id: string, state: object): Session =>
  ({
    id,
    agent: { name: 'Agent' },
    conversation: {
      state: { ...idleState, id, ...state },
      transcript: { ...emptyTranscript, turn: 1, entries: [said(`Words of ${id}`)] },
    },
  }) as unknown as Session;

const open = [
  sessionOf('one', { title: 'By the agent', name: 'By the user' }),
  sessionOf('two', {}),
];
const record = {
  ...createSessionRecord({ ...journalHeader, id: 'closed' }),
  transcript: { ...emptyTranscript, entries: [said('Long ago')] },
};
const sessions = {
  all: open,
  find: (id: string) => open.find(one => one.id === id),
} as unknown as Sessions;
const history = {
  read: (id: string) => Promise.resolve(id === 'closed' ? record : undefined),
};
const mentions = new SessionMentions(history, () => sessions);

describe('a mentioned session', () => {
  it('is listed with the title of its tab', () => {
    expect(mentions.list().map(({ title }) => title)).toEqual(['Words of two', 'By the user']);
  });

  it('is read from the history if it is closed', async () => {
    expect(await mentions.text('one')).toContain('# By the user');
    expect(await mentions.text('closed')).toContain('Long ago');
    expect(await mentions.text('gone')).toBeUndefined();
  });
});
