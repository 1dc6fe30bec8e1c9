import { describe, expect, it } from 'vitest';
import type { Entry, ToolEntry } from '../../../../../src/core/session/transcript/entry.ts';
import {
  emptyLayout,
  layOutRows,
  type TurnRow,
} from '../../../../../src/webview/transcript/entries/turnRows.ts';

const tool = (id: string, facts: Partial<ToolEntry> = {}): ToolEntry => ({
  id,
  turn: 1,
  atMs: 0,
  kind: 'tool',
  callId: `call-${id}`,
  title: id,
  toolKind: 'read',
  status: 'completed',
  content: [],
  locations: [],
  ...facts,
});

const agent = (id: string, text = id): Entry => ({
  id,
  turn: 1,
  atMs: 0,
  kind: 'agent',
  blocks: [{ type: 'text', text }],
});

const subagent = (id: string): Entry => ({
  id,
  turn: 1,
  atMs: 0,
  kind: 'subagent',
  subagentId: id,
  name: id,
  status: 'in_progress',
  canStop: false,
});

const of = (parent: string) => ({ parentId: `call-${parent}` });

type Shape = string | readonly [string, readonly Shape[]];

/** A group as `a+b`, a sub-agent with its calls. */
const shapeOf = (row: TurnRow): Shape => {
  if (row.kind === 'group') {
    return row.entries.map(({ id }) => id).join('+');
  }
  return row.calls.length > 0 ? [row.entry.id, row.calls.map(shapeOf)] : row.entry.id;
};

const shapes = (...entries: Entry[]): readonly Shape[] =>
  layOutRows(entries, emptyLayout).rows.map(shapeOf);

describe('the rows of a turn', () => {
  it('group reads and searches that follow each other', () => {
    expect(
      shapes(tool('a'), tool('b', { toolKind: 'search' }), agent('m'), tool('c'), tool('d')),
    ).toEqual(['a+b', 'm', 'c+d']);
    expect(shapes(tool('a'), agent('m'), tool('b'))).toEqual(['a', 'm', 'b']);
  });

  it('leave alone what changes or runs something, shows a change, or failed', () => {
    const diff = { kind: 'diff', path: 'x', newText: '' } as const;
    expect(
      shapes(
        tool('a'),
        tool('b', { toolKind: 'edit' }),
        tool('c', { toolKind: 'execute' }),
        tool('d', { content: [diff] }),
        tool('e', { status: 'failed' }),
        tool('f'),
        tool('g', { status: 'in_progress' }),
      ),
    ).toEqual(['a', 'b', 'c', 'd', 'e', 'f+g']);
  });

  it('have the calls of a sub-agent below the call that started it, also when they are mixed', () => {
    expect(
      shapes(
        tool('one', { toolKind: 'think' }),
        tool('two', { toolKind: 'read' }),
        tool('a', of('one')),
        tool('x', of('two')),
        tool('b', of('one')),
        tool('deep', { ...of('one'), toolKind: 'think' }),
        tool('c', of('deep')),
        tool('last'),
      ),
    ).toEqual([['one', ['a+b', ['deep', ['c']]]], ['two', ['x']], 'last']);
  });

  it('keep a call whose parent is unknown, is itself, or comes later', () => {
    expect(
      shapes(
        tool('a', { parentId: 'gone', toolKind: 'edit' }),
        tool('b', { parentId: 'call-b', toolKind: 'edit' }),
        tool('c', { parentId: 'call-d', toolKind: 'edit' }),
        tool('d', { parentId: 'call-c', toolKind: 'edit' }),
      ),
    ).toEqual(['a', 'b', ['c', ['d']]]);
  });

  it('have all that a sub-agent says and does below it, and nothing of one that is not there', () => {
    const said = (id: string, parentId: string): Entry => ({ ...agent(id), parentId });
    expect(
      shapes(
        subagent('s1'),
        subagent('s2'),
        said('a', 's1'),
        tool('b', { parentId: 's1' }),
        said('c', 's2'),
        { ...subagent('s3'), parentId: 's2' },
        said('d', 's3'),
        said('lost', 'gone'),
        agent('m'),
      ),
    ).toEqual([['s1', ['a', 'b']], ['s2', ['c', ['s3', ['d']]]], 'm']);
  });

  it('take text of a sub-agent without touching the others', () => {
    const said = { ...agent('a'), parentId: 's1' };
    const entries = [subagent('s1'), said, subagent('s2'), agent('m')];
    const before = layOutRows(entries, emptyLayout);
    const after = layOutRows(entries.with(1, { ...agent('a', 'longer'), parentId: 's1' }), before);
    expect(after.rows[0]).not.toBe(before.rows[0]);
    expect(after.rows.slice(1)).toEqual(before.rows.slice(1));
    expect(after.rows[1]).toBe(before.rows[1]);
    expect(after.rows).toEqual(layOutRows(after.entries, emptyLayout).rows);
  });

  it('are the same objects while nothing in them changes', () => {
    const entries = [tool('a'), tool('b'), tool('s'), agent('m'), tool('e', { toolKind: 'edit' })];
    const before = layOutRows(entries, emptyLayout);
    expect(layOutRows(entries, before)).toBe(before);
    const added = layOutRows([...entries, agent('n')], before);
    expect(added.rows.slice(0, 3)).toEqual(before.rows);
    added.rows.slice(0, 3).forEach((row, index) => expect(row).toBe(before.rows[index]));
    const changed = layOutRows(entries.with(1, tool('b', { title: 'new' })), before);
    expect(changed.rows[0]).not.toBe(before.rows[0]);
    expect(changed.rows[1]).toBe(before.rows[1]);
  });

  it('take text that streams in without grouping anything again', () => {
    const tools = Array.from({ length: 500 }, (_, at) => tool(`t${at}`));
    const entries = [agent('first'), ...tools, agent('last')];
    const before = layOutRows(entries, emptyLayout);
    const after = layOutRows(entries.with(501, agent('last', 'longer')), before);
    expect(after.rows[0]).toBe(before.rows[0]);
    expect(after.rows[1]).toBe(before.rows[1]);
    expect(after.rows[2]).toMatchObject({ entry: { blocks: [{ text: 'longer' }] } });
    expect(after.rows).toEqual(layOutRows(after.entries, emptyLayout).rows);
  });
});
