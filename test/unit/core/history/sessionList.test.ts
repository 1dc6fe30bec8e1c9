import { describe, expect, it } from 'vitest';
import type { SessionSummary } from '../../../../src/core/chat/chatViewState.ts';
import type { HistoryItem } from '../../../../src/core/history/historyItem.ts';
import {
  createSessionList,
  type SessionListSources,
} from '../../../../src/core/history/sessionList.ts';

const summary = (id: string, state: SessionSummary['state']): SessionSummary => ({
  id,
  title: `Title of ${id}`,
  agentName: 'Agent',
  canFork: false,
  state,
});

const item = (id: string, fields: Partial<HistoryItem> = {}): HistoryItem => ({
  id,
  name: `Title of ${id}`,
  agentId: 'agent',
  agentName: 'Agent',
  updatedMs: 0,
  pinned: false,
  outcome: 'done',
  ...fields,
});

const none: SessionListSources = { open: [], history: [], elsewhere: [], pending: new Map() };

/** The ids of each group that has sessions. */
const groupsOf = (sources: Partial<SessionListSources>): Readonly<Record<string, string[]>> =>
  Object.fromEntries(
    [...createSessionList({ ...none, ...sources })]
      .filter(([, items]) => items.length > 0)
      .map(([group, items]) => [group, items.map(({ id }) => id)]),
  );

describe('the list of sessions', () => {
  it('shows sessions that wait for the user before those that run', () => {
    expect(
      groupsOf({
        open: [
          { summary: summary('runs', 'working') },
          { summary: summary('waits', 'waiting'), request: 'Run npm test' },
          { summary: summary('open', 'done') },
        ],
        history: [item('runs'), item('waits'), item('open'), item('closed')],
      }),
    ).toEqual({ active: ['waits', 'runs'], recent: ['open', 'closed'] });
  });

  it('has pinned and archived sessions in groups of their own, unless they run', () => {
    expect(
      groupsOf({
        open: [{ summary: summary('busy', 'working') }],
        history: [
          item('pinned', { pinned: true }),
          item('old', { archived: true }),
          item('busy', { archived: true }),
          item('plain'),
        ],
      }),
    ).toEqual({ active: ['busy'], pinned: ['pinned'], recent: ['plain'], archived: ['old'] });
  });

  it('knows the request, the pending changes and the outcome of each session', () => {
    const list = createSessionList({
      ...none,
      open: [{ summary: summary('waits', 'waiting'), request: 'Run npm test' }],
      history: [item('failed', { outcome: 'failed' })],
      elsewhere: [item('there', { root: '/work/other' })],
      pending: new Map([
        ['waits', 2],
        ['failed', 1],
      ]),
    });
    expect(list.get('active')).toMatchObject([{ request: 'Run npm test', pendingCount: 2 }]);
    expect(list.get('recent')).toMatchObject([{ state: 'failed', pendingCount: 1 }]);
    expect(list.get('elsewhere')).toMatchObject([{ id: 'there', root: '/work/other' }]);
  });
});
