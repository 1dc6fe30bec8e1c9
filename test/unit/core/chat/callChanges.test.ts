import { describe, expect, it } from 'vitest';
import { toCallChanges } from '../../../../src/core/chat/callChanges.ts';
import { withVanishedHunks } from '../../../../src/core/chat/withVanishedHunks.ts';
import { SimulatedWorkspace } from '../review/simulatedWorkspace.ts';

const ten = Array.from({ length: 10 }, (_, at) => `line ${at}\n`).join('');

const by = (toolCallId: string) => ({ sessionId: 's1', turnId: '1', toolCallId });

const info = { labelOf: (path: string) => path, waitsFor: () => undefined };

const callsByTerminal = new Map([['terminal', 'command']]);

const changesOf = ({ model }: SimulatedWorkspace, callId: string, sessionId = 's1') => {
  const calls = { sessionId, callIds: [callId], callsByTerminal };
  const [call] = toCallChanges(model.state, calls, info);
  return call ?? { callId, files: [], hidden: 0 };
};

/** Each change as its state and changed lines. */
const shown = (world: SimulatedWorkspace, callId: string): readonly string[] =>
  changesOf(world, callId).files.flatMap(({ path, hunks }) =>
    hunks.map(({ state, rows }) =>
      [
        path,
        state,
        ...rows.flatMap(({ kind, text }) =>
          kind === 'same' ? [] : [`${kind === 'added' ? '+' : '-'}${text}`],
        ),
      ].join(' '),
    ),
  );

function edited(): SimulatedWorkspace {
  const world = new SimulatedWorkspace({ a: ten, b: ten });
  world.agent('a', ten.replace('line 2', 'LINE 2').replace('line 7', 'LINE 7'), by('one'));
  world.agent('b', ten.replace('line 5', 'LINE 5'), by('two'));
  return world;
}

describe('the changes of a tool call', () => {
  it('are the hunks that stand because of it, with a little around them', () => {
    const world = edited();
    expect(shown(world, 'one')).toEqual(['a pending -line 2 +LINE 2', 'a pending -line 7 +LINE 7']);
    expect(changesOf(world, 'one').files[0]?.hunks[0]?.rows.map(({ text }) => text)).toEqual([
      'line 0',
      'line 1',
      'line 2',
      'LINE 2',
      'line 3',
      'line 4',
    ]);
    expect(changesOf(world, 'one', 's2').files).toEqual([]);
  });

  it('include those of its terminal that were found before the call was reported', () => {
    const world = edited();
    world.agent('c', 'new\n', by('terminal'));
    expect(shown(world, 'command')).toEqual(['c pending +new']);
    world.rejectAll();
    expect(shown(world, 'command')).toEqual(['c rejected +new']);
  });

  it('stay in their order when they are decided, and follow undo', () => {
    const world = edited();
    world.acceptHunk('a');
    expect(shown(world, 'one')).toEqual([
      'a accepted -line 2 +LINE 2',
      'a pending -line 7 +LINE 7',
    ]);
    world.rejectHunk('a');
    expect(shown(world, 'one')).toEqual([
      'a accepted -line 2 +LINE 2',
      'a rejected -line 7 +LINE 7',
    ]);
    world.undo();
    world.undo();
    expect(shown(world, 'one')).toEqual(['a pending -line 2 +LINE 2', 'a pending -line 7 +LINE 7']);
  });

  it('are merged into those of a later call that changes the same lines', () => {
    const world = edited();
    world.agent('a', world.text('a').replace('LINE 2', 'two'), by('three'));
    expect(shown(world, 'one')).toEqual(['a merged', 'a pending -line 7 +LINE 7']);
    expect(shown(world, 'three')).toEqual(['a pending -line 2 +two']);
    world.acceptAll();
    expect(shown(world, 'one')).toEqual(['a accepted -line 7 +LINE 7']);
  });

  it('are gone when a program takes them out of the file, until they return', () => {
    const world = edited();
    const after = world.text('b');
    const onDisk = { kind: 'user', onDisk: true } as const;
    world.model.recordWrite('b', { kind: 'text', text: ten }, onDisk, null);
    expect(shown(world, 'two')).toEqual(['b gone -line 5 +LINE 5']);
    world.model.recordWrite('b', { kind: 'text', text: after }, onDisk, null);
    expect(shown(world, 'two')).toEqual(['b pending -line 5 +LINE 5']);
  });

  it('include files that changed as a whole', () => {
    const world = new SimulatedWorkspace({ a: ten });
    world.agent('a', { kind: 'binary', hash: 'h', sizeBytes: 1 }, by('one'));
    expect(shown(world, 'one')).toEqual(['a pending']);
    world.agent('new', 'text\n', by('one'));
    expect(shown(world, 'one')).toContain('new pending +text');
    world.rejectAll();
    expect(shown(world, 'one')).toContain('new rejected +text');
  });

  it('are short, however much was changed, and hide nothing', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => `${'long '.repeat(400)}${at}\n`).join('');
    const world = new SimulatedWorkspace({ a: '' });
    world.agent('a', `if (isAdmin\u202E) {\u200B\n${many}`, by('one'));
    const [file] = changesOf(world, 'one').files;
    expect(file?.hunks[0]?.rows[0]?.text).toBe('if (isAdmin<U+202E>) {<U+200B>');
    expect(file?.hunks[0]?.hidden).toBe(4_961);
    expect(JSON.stringify(file).length).toBeLessThan(50_000);
  });
});

describe('a hunk on the page that disappears without a decision', () => {
  it('is gone if the user has taken it out of the file', () => {
    const world = edited();
    const before = changesOf(world, 'one');
    world.user('a', world.text('a').replace('LINE 2', 'line 2'));
    const now = withVanishedHunks(before, changesOf(world, 'one'));
    expect(now.files[0]?.hunks.map(({ state }) => state)).toEqual(['pending', 'gone']);
    const after = withVanishedHunks(now, changesOf(world, 'one'));
    expect(after).toEqual(now);
  });

  it('is not mentioned if it has become a part of another one', () => {
    const world = edited();
    const before = changesOf(world, 'one');
    const lines = world.text('a').split('\n');
    world.agent('a', [...lines.slice(0, 3), 'x', ...lines.slice(7)].join('\n'), by('one'));
    const now = withVanishedHunks(before, changesOf(world, 'one'));
    expect(now.files[0]?.hunks.map(({ state }) => state)).toEqual(['pending']);
  });
});
