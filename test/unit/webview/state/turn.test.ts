import { describe, expect, it } from 'vitest';
import type {
  Entry,
  ToolEntry,
  TurnEndReason,
} from '../../../../src/core/session/transcript/entry.ts';
import {
  getTurnEnd,
  isAnswered,
  groupByTurn,
  getFoldedEntries,
} from '../../../../src/webview/state/turn.ts';

let serial = 0;
const common = (turn: number) => ({ id: `e${serial++}`, turn, atMs: 0 });
const user = (turn: number): Entry => ({ ...common(turn), kind: 'user', blocks: [] });
const agent = (turn: number, text = 'Done.'): Entry => ({
  ...common(turn),
  kind: 'agent',
  blocks: [{ type: 'text', text }],
});
const thought = (turn: number, text: string): Entry => ({
  ...common(turn),
  kind: 'thought',
  untilMs: 0,
  blocks: [{ type: 'text', text }],
});
const tool = (turn: number, facts: Partial<ToolEntry> = {}): Entry => ({
  ...common(turn),
  kind: 'tool',
  callId: '',
  title: '',
  toolKind: 'read',
  status: 'completed',
  content: [],
  locations: [],
  ...facts,
});
const end = (turn: number, reason: TurnEndReason = 'end_turn'): Entry => ({
  ...common(turn),
  kind: 'turnEnd',
  reason,
  startedMs: 0,
  toolCount: 1,
  fileCount: 0,
});
const notice = (turn: number, severity: 'info' | 'error'): Entry => ({
  ...common(turn),
  kind: 'notice',
  severity,
  title: '',
  actions: [],
  times: 1,
});

const kinds = (entries: readonly Entry[]): string[] => entries.map(({ kind }) => kind);

describe('the turns of a conversation', () => {
  it('contain the entries in order, and are reused while unchanged', () => {
    const entries = [user(1), agent(1), user(2), agent(2)];
    const before = groupByTurn(entries, []);
    const after = groupByTurn([...entries, agent(2)], before);
    expect(after.map(({ number, entries: held }) => [number, held.length])).toEqual([
      [1, 2],
      [2, 3],
    ]);
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
  });

  it('contain no blank messages', () => {
    const entries = [user(1), thought(1, ''), agent(1), tool(1), agent(1, ' \n'), end(1)];
    const [turn] = groupByTurn(entries, []);
    expect(turn && kinds(turn.entries)).toEqual(['user', 'agent', 'tool', 'turnEnd']);
    expect(turn && isAnswered(turn)).toBe(false);
  });

  it('fold to the prompt and the final answer', () => {
    const [turn] = groupByTurn([user(1), agent(1), tool(1), tool(1), agent(1), end(1)], []);
    expect(turn && kinds(getFoldedEntries(turn))).toEqual(['user', 'agent', 'turnEnd']);
    expect(turn && getTurnEnd(turn)?.toolCount).toBe(1);
  });

  it('keep a call visible that goes on after the turn', () => {
    const entries = [user(1), tool(1), tool(1, { inBackground: true }), agent(1), end(1)];
    const [turn] = groupByTurn(entries, []);
    expect(turn && kinds(getFoldedEntries(turn))).toEqual(['user', 'tool', 'agent', 'turnEnd']);
  });

  it('keep an answer visible that a notice follows', () => {
    const [turn] = groupByTurn([user(1), tool(1), agent(1), end(1), notice(1, 'info')], []);
    expect(turn && kinds(getFoldedEntries(turn))).toEqual(['user', 'agent', 'turnEnd', 'notice']);
  });

  it('keep an answer visible that a compaction follows', () => {
    const compaction: Entry = {
      ...common(1),
      kind: 'compaction',
      compactionId: 'c',
      status: 'completed',
      blocks: [],
    };
    const [turn] = groupByTurn([user(1), tool(1), agent(1), compaction, end(1)], []);
    expect(turn && kinds(getFoldedEntries(turn))).toEqual([
      'user',
      'agent',
      'compaction',
      'turnEnd',
    ]);
    expect(turn && isAnswered(turn)).toBe(true);
  });

  it('never hide an error', () => {
    const [turn] = groupByTurn(
      [user(1), notice(1, 'error'), notice(1, 'info'), tool(1), end(1)],
      [],
    );
    expect(turn && kinds(getFoldedEntries(turn))).toEqual(['user', 'notice', 'turnEnd']);
  });

  it("are answered when the last message is the agent's, whatever notices follow", () => {
    const answered = (...entries: Entry[]): boolean[] =>
      groupByTurn([user(1), tool(1), ...entries], []).map(isAnswered);
    expect(answered(agent(1), end(1))).toEqual([true]);
    expect(answered(agent(1), notice(1, 'info'), end(1), notice(1, 'info'))).toEqual([true]);
    expect(answered(agent(1))).toEqual([false]);
    expect(answered(end(1))).toEqual([false]);
    expect(answered(agent(1), tool(1), end(1))).toEqual([false]);
    expect(answered(agent(1), notice(1, 'error'), end(1))).toEqual([false]);
    expect(answered(agent(1), end(1, 'cancelled'))).toEqual([false]);
    expect(answered(agent(1), end(1, 'refusal'))).toEqual([false]);
  });
});
