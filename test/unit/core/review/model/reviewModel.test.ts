import { describe, expect, it } from 'vitest';
import { createSampleReview, path, ten } from '../sampleReview.ts';
import { checkInvariants, origin, SimulatedWorkspace } from '../simulatedWorkspace.ts';

const select = (world: SimulatedWorkspace, start: number, end: number) =>
  ({
    kind: 'lines',
    path,
    revision: world.file(path).revision,
    selection: { side: 'current', range: { start, end } },
  }) as const;

const left = (world: SimulatedWorkspace) => world.log.pending.map(file => file.current.path);

describe('accepting and rejecting', () => {
  it('makes hunks of what the agent wrote, whatever way it came', () => {
    const world = createSampleReview();
    expect(world.hunks(path)).toEqual([
      ['line 2\n', 'LINE 2\n'],
      ['line 7\n', 'LINE 7\n'],
    ]);
    checkInvariants(world);
  });

  it('leaves the file alone when a hunk is accepted', () => {
    const world = createSampleReview();
    const before = world.text(path);
    expect(world.acceptHunk(path).actions).toEqual([]);
    expect(world.text(path)).toBe(before);
    expect(world.hunks(path)).toEqual([['line 7\n', 'LINE 7\n']]);
    checkInvariants(world);
  });

  it('puts the base lines back when a hunk is rejected, as one edit of just these lines', () => {
    const world = createSampleReview();
    const before = world.file(path).current.lines;
    expect(world.rejectHunk(path).actions).toEqual([
      {
        kind: 'replace',
        path,
        edits: [{ range: { start: 2, end: 3 }, lines: ['line 2\n'] }],
        expected: before,
      },
    ]);
    expect(world.text(path)).toBe(ten.replace('line 7', 'LINE 7'));
  });

  it('gives the old text back once everything is rejected', () => {
    const world = createSampleReview();
    world.rejectAll();
    expect(world.text(path)).toBe(ten);
    expect(world.log.pending).toEqual([]);
  });

  it('counts a change once that is told twice', () => {
    const world = createSampleReview();
    const revision = world.log.state.revision;
    world.agent(path, world.text(path));
    expect(world.log.state.revision).toBe(revision);
  });

  it('never resets a base: a later write adds to what is pending', () => {
    const world = createSampleReview();
    world.agent(path, world.text(path).replace('line 4', 'LINE 4'));
    world.rejectAll();
    expect(world.text(path)).toBe(ten);
  });

  it('lets a hunk go that the agent itself takes back', () => {
    const world = createSampleReview();
    world.agent(path, ten);
    expect(world.log.pending).toEqual([]);
  });
});

describe('holding back what is to be drawn', () => {
  it('tells of all that happened meanwhile, in order and once, while the journal hears of it at once', () => {
    const { log } = createSampleReview();
    const heard: string[] = [];
    log.onDidRecord(({ kind }) => heard.push(`recorded ${kind}`));
    log.onDidChange(({ state }) => heard.push(`draw ${state.revision}`));
    const from = log.state.revision;
    const show = log.pauseEvents();
    log.reject({ kind: 'file', path });
    log.undo();
    expect(heard).toEqual(['recorded decided', 'recorded undone']);
    show();
    show();
    expect(heard.slice(2)).toEqual([`draw ${from + 1}`, `draw ${from + 2}`]);
    log.redo();
    expect(heard.slice(4)).toEqual(['recorded redone', `draw ${from + 3}`]);
  });
});

describe('part of a hunk', () => {
  const before = 'a\nb\nc\nd\n';
  it('accepts the selected lines only, line by line if both sides are equally long', () => {
    const world = createSampleReview(before, 'A\nB\nC\nD\n');
    world.do(log => log.accept(select(world, 1, 3)));
    expect(world.hunks(path)).toEqual([
      ['a\n', 'A\n'],
      ['d\n', 'D\n'],
    ]);
    world.rejectAll();
    expect(world.text(path)).toBe('a\nB\nC\nd\n');
  });

  it('rejects the selected lines only', () => {
    const world = createSampleReview(before, 'a\n1\n2\n3\nb\nc\nd\n');
    world.do(log => log.reject(select(world, 2, 3)));
    expect(world.text(path)).toBe('a\n1\n3\nb\nc\nd\n');
    checkInvariants(world);
    world.undo();
    expect(world.hunks(path)).toEqual([['', '1\n2\n3\n']]);
  });

  it('takes a deletion whole from the file, and line by line from the base side', () => {
    const world = createSampleReview(before, 'a\n');
    const scope = {
      ...select(world, 0, 1),
      selection: { side: 'base', range: { start: 2, end: 3 } },
    } as const;
    world.do(log => log.reject(scope));
    expect(world.text(path)).toBe('a\nc\n');
    world.do(log => log.reject(select(world, 1, 1)));
    expect(world.text(path)).toBe('a\nb\nc\n');
  });

  it('never glues lines together where one has no ending', () => {
    const world = createSampleReview('b', 'b\nc');
    world.do(log => log.reject(select(world, 0, 1)));
    expect(world.text(path)).toBe('b\nc');
    checkInvariants(world);
  });

  it('gives the undivided hunk back when undone', () => {
    const world = createSampleReview(before, 'A\nB\nC\nD\n');
    const [hunk] = world.file(path).hunks;
    world.do(log => log.accept(select(world, 1, 2)));
    world.undo();
    expect(world.file(path).hunks).toEqual([{ ...hunk, revision: expect.anything() as number }]);
  });
});

describe('what the user types', () => {
  it('beside a hunk goes into the base, and survives the rejection', () => {
    const world = createSampleReview();
    world.user(path, world.text(path).replace('LINE 2\n', 'LINE 2\nmine\n'));
    expect(world.hunks(path)).toHaveLength(2);
    world.rejectAll();
    expect(world.text(path)).toBe(ten.replace('line 2\n', 'line 2\nmine\n'));
  });

  it('inside a hunk joins it, and the hunk says what the agent had written', () => {
    const world = createSampleReview();
    world.user(path, world.text(path).replace('LINE 2', 'LINE two'));
    expect(world.hunks(path)[0]).toEqual(['line 2\n', 'LINE two\n']);
    expect(world.file(path).hunks[0]?.wrote).toEqual(['LINE 2\n']);
    world.user(path, world.text(path).replace('LINE two', 'LINE 2'));
    expect(world.file(path).hunks[0]?.wrote).toBeNull();
  });

  it('next to a pure deletion joins it: there is no telling the sides apart', () => {
    const world = createSampleReview(ten, ten.replace('line 2\n', ''));
    world.user(path, world.text(path).replace('line 3\n', 'mine\nline 3\n'));
    expect(world.hunks(path)).toEqual([['line 2\n', 'mine\n']]);
  });

  it('as the base was is a rejection: so the revert arrow of the diff editor', () => {
    const world = createSampleReview();
    world.user(path, world.text(path).replace('LINE 2', 'line 2'));
    expect(world.hunks(path)).toEqual([['line 7\n', 'LINE 7\n']]);
  });

  it('above moves a hunk and changes neither its id nor its revision', () => {
    const world = createSampleReview();
    const [, second] = world.file(path).hunks;
    world.user(path, `mine\n${world.text(path)}`);
    expect(world.file(path).hunks[1]).toEqual({
      ...second,
      base: { start: 8, end: 9 },
      current: { start: 8, end: 9 },
    });
  });

  it('at the end of a text without a final newline is glued to nothing', () => {
    const world = createSampleReview('a\nb', 'a\nb\nc\n');
    world.user(path, 'a\nb\nc\nmine');
    checkInvariants(world);
    world.rejectAll();
    checkInvariants(world);
  });

  it('joins two hunks when the line between them goes', () => {
    const world = createSampleReview('a\nb\nc\n', 'A\nb\nC\n');
    world.user(path, 'A\nC\n');
    expect(world.hunks(path)).toEqual([['a\nc\n', 'A\nC\n']]);
    world.rejectAll();
    expect(world.text(path)).toBe('a\nc\n');
  });

  it('in a file nothing is pending in is no matter of the review', () => {
    const world = createSampleReview();
    world.acceptAll();
    world.user(path, 'something else\n');
    expect(world.log.pending).toEqual([]);
  });

  it('is taken from known ranges without comparing the text', () => {
    const world = createSampleReview();
    world.log.recordUserEdits(path, [{ range: { start: 0, end: 0 }, lines: ['mine\n'] }]);
    expect(world.file(path).base.lines[0]).toBe('mine\n');
  });
});

describe('a click', () => {
  it('on a hunk that has changed since does nothing and says so', () => {
    const world = createSampleReview();
    const old = world.ref(path, 0);
    world.agent(path, world.text(path).replace('LINE 2', 'other'));
    const before = world.log.state;
    const outcome = world.do(log => log.reject({ kind: 'hunks', hunks: [old] }));
    expect(outcome.notes).toEqual([{ kind: 'stale' }]);
    expect(world.log.state).toBe(before);
  });

  it('twice does it once', () => {
    const world = createSampleReview();
    const hunk = world.ref(path, 0);
    world.do(log => log.accept({ kind: 'hunks', hunks: [hunk] }));
    expect(world.do(log => log.accept({ kind: 'hunks', hunks: [hunk] })).notes).toEqual([
      { kind: 'stale' },
    ]);
  });

  it('on a hunk that only moved works', () => {
    const world = createSampleReview();
    const hunk = world.ref(path, 1);
    world.user(path, `mine\n${world.text(path)}`);
    world.do(log => log.reject({ kind: 'hunks', hunks: [hunk] }));
    expect(world.text(path)).toBe(`mine\n${ten.replace('line 2', 'LINE 2')}`);
  });

  it('on lines of a text that has moved on is stale', () => {
    const world = createSampleReview();
    const { revision } = world.file(path);
    world.user(path, `mine\n${world.text(path)}`);
    const selection = { side: 'current', range: { start: 2, end: 3 } } as const;
    expect(world.log.accept({ kind: 'lines', path, revision, selection }).notes).toEqual([
      { kind: 'stale' },
    ]);
  });

  it('on "accept all" covers only what was on screen', () => {
    const world = createSampleReview();
    const seen = world.log.state.revision;
    world.agent(path, world.text(path).replace('line 4', 'LINE 4'));
    world.agent('new.ts', 'x\n');
    world.do(log => log.accept({ kind: 'all' }, { seen }));
    expect(world.hunks(path)).toEqual([['line 4\n', 'LINE 4\n']]);
    expect(world.hunks('new.ts')).toHaveLength(1);
  });

  it('without anything to decide says so', () => {
    const world = new SimulatedWorkspace();
    expect(world.acceptAll().notes).toEqual([{ kind: 'nothing' }]);
    expect(world.undo().notes).toEqual([{ kind: 'nothing' }]);
    expect(world.redo().notes).toEqual([{ kind: 'nothing' }]);
  });
});

describe('deciding for many at once', () => {
  const other = { sessionId: 's2', turnId: 't9' };

  function two() {
    const world = new SimulatedWorkspace({ 'src/a': 'a\n', 'src/deep/b': 'b\n', srcless: 'c\n' });
    world.agent('src/a', 'A\n', origin);
    world.agent('src/deep/b', 'B\n', other);
    world.agent('srcless', 'C\n', origin);
    return world;
  }

  it('goes by folder', () => {
    const world = two();
    world.do(log => log.reject({ kind: 'folder', path: 'src' }));
    expect(left(world)).toEqual(['srcless']);
  });

  it('goes by turn and by session', () => {
    const world = two();
    world.do(log => log.accept({ kind: 'turn', sessionId: 's1', turnId: 't1' }));
    expect(left(world)).toEqual(['src/deep/b']);
    world.do(log => log.reject({ kind: 'session', sessionId: 's2' }));
    expect(world.text('src/deep/b')).toBe('b\n');
  });

  it('keeps apart the hunks of two agents in one file', () => {
    const world = createSampleReview(ten, ten.replace('line 2', 'LINE 2'));
    world.agent(path, world.text(path).replace('line 7', 'LINE 7'), other);
    world.do(log => log.reject({ kind: 'session', sessionId: 's2' }));
    expect(world.text(path)).toBe(ten.replace('line 2', 'LINE 2'));
  });

  it('is one step to undo', () => {
    const world = two();
    world.rejectAll();
    world.undo();
    expect(left(world)).toEqual(['src/a', 'src/deep/b', 'srcless']);
    expect(world.text('src/a')).toBe('A\n');
    world.redo();
    expect(world.text('src/a')).toBe('a\n');
  });
});
