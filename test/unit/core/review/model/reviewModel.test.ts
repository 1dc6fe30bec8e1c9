import { describe, expect, it } from 'vitest';
import { createSampleReview, path, ten } from '../sampleReview.ts';
import { checkInvariants, origin, SimulatedWorkspace } from '../simulatedWorkspace.ts';

const select = (workspace: SimulatedWorkspace, start: number, end: number) =>
  ({
    kind: 'lines',
    path,
    revision: workspace.file(path).revision,
    selection: { side: 'current', range: { start, end } },
  }) as const;

const left = (workspace: SimulatedWorkspace) =>
  workspace.model.pending.map(file => file.current.path);

describe('accepting and rejecting', () => {
  it("creates hunks from the agent's writes", () => {
    const workspace = createSampleReview();
    expect(workspace.hunks(path)).toEqual([
      ['line 2\n', 'LINE 2\n'],
      ['line 7\n', 'LINE 7\n'],
    ]);
    checkInvariants(workspace);
  });

  it('does not change the file when a hunk is accepted', () => {
    const workspace = createSampleReview();
    const before = workspace.text(path);
    expect(workspace.acceptHunk(path).actions).toEqual([]);
    expect(workspace.text(path)).toBe(before);
    expect(workspace.hunks(path)).toEqual([['line 7\n', 'LINE 7\n']]);
    checkInvariants(workspace);
  });

  it('restores the base lines when a hunk is rejected, with one edit of just these lines', () => {
    const workspace = createSampleReview();
    const before = workspace.file(path).current.lines;
    expect(workspace.rejectHunk(path).actions).toEqual([
      {
        kind: 'replace',
        path,
        edits: [{ range: { start: 2, end: 3 }, lines: ['line 2\n'] }],
        expected: before,
      },
    ]);
    expect(workspace.text(path)).toBe(ten.replace('line 7', 'LINE 7'));
  });

  it('restores the original text when everything is rejected', () => {
    const workspace = createSampleReview();
    workspace.rejectAll();
    expect(workspace.text(path)).toBe(ten);
    expect(workspace.model.pending).toEqual([]);
  });

  it('counts a change once that is reported twice', () => {
    const workspace = createSampleReview();
    const revision = workspace.model.state.revision;
    workspace.agent(path, workspace.text(path));
    expect(workspace.model.state.revision).toBe(revision);
  });

  it('never resets the base: a later write adds to what is pending', () => {
    const workspace = createSampleReview();
    workspace.agent(path, workspace.text(path).replace('line 4', 'LINE 4'));
    workspace.rejectAll();
    expect(workspace.text(path)).toBe(ten);
  });

  it('removes a hunk that the agent itself reverts', () => {
    const workspace = createSampleReview();
    workspace.agent(path, ten);
    expect(workspace.model.pending).toEqual([]);
  });
});

describe('pauseEvents', () => {
  it('delays change events, in order and once each, but not the events for the journal', () => {
    const { model } = createSampleReview();
    const events: string[] = [];
    model.onDidRecord(({ kind }) => events.push(`recorded ${kind}`));
    model.onDidChange(({ state }) => events.push(`draw ${state.revision}`));
    const from = model.state.revision;
    const show = model.pauseEvents();
    model.reject({ kind: 'file', path });
    model.undo();
    expect(events).toEqual(['recorded decided', 'recorded undone']);
    show();
    show();
    expect(events.slice(2)).toEqual([`draw ${from + 1}`, `draw ${from + 2}`]);
    model.redo();
    expect(events.slice(4)).toEqual(['recorded redone', `draw ${from + 3}`]);
  });
});

describe('part of a hunk', () => {
  const before = 'a\nb\nc\nd\n';
  it('accepts only the selected lines, line by line if both sides have the same length', () => {
    const workspace = createSampleReview(before, 'A\nB\nC\nD\n');
    workspace.do(model => model.accept(select(workspace, 1, 3)));
    expect(workspace.hunks(path)).toEqual([
      ['a\n', 'A\n'],
      ['d\n', 'D\n'],
    ]);
    workspace.rejectAll();
    expect(workspace.text(path)).toBe('a\nB\nC\nd\n');
  });

  it('rejects only the selected lines', () => {
    const workspace = createSampleReview(before, 'a\n1\n2\n3\nb\nc\nd\n');
    workspace.do(model => model.reject(select(workspace, 2, 3)));
    expect(workspace.text(path)).toBe('a\n1\n3\nb\nc\nd\n');
    checkInvariants(workspace);
    workspace.undo();
    expect(workspace.hunks(path)).toEqual([['', '1\n2\n3\n']]);
  });

  it('selects a deletion as a whole in the file, and line by line on the base side', () => {
    const workspace = createSampleReview(before, 'a\n');
    const scope = {
      ...select(workspace, 0, 1),
      selection: { side: 'base', range: { start: 2, end: 3 } },
    } as const;
    workspace.do(model => model.reject(scope));
    expect(workspace.text(path)).toBe('a\nc\n');
    workspace.do(model => model.reject(select(workspace, 1, 1)));
    expect(workspace.text(path)).toBe('a\nb\nc\n');
  });

  it('never joins lines where one has no line ending', () => {
    const workspace = createSampleReview('b', 'b\nc');
    workspace.do(model => model.reject(select(workspace, 0, 1)));
    expect(workspace.text(path)).toBe('b\nc');
    checkInvariants(workspace);
  });

  it('is merged into the whole hunk again by undo', () => {
    const workspace = createSampleReview(before, 'A\nB\nC\nD\n');
    const [hunk] = workspace.file(path).hunks;
    workspace.do(model => model.accept(select(workspace, 1, 2)));
    workspace.undo();
    expect(workspace.file(path).hunks).toEqual([
      { ...hunk, revision: expect.anything() as number },
    ]);
  });
});

describe('an edit by the user', () => {
  it('outside of hunks is made in the base and survives a rejection', () => {
    const workspace = createSampleReview();
    workspace.user(path, workspace.text(path).replace('LINE 2\n', 'LINE 2\nmine\n'));
    expect(workspace.hunks(path)).toHaveLength(2);
    workspace.rejectAll();
    expect(workspace.text(path)).toBe(ten.replace('line 2\n', 'line 2\nmine\n'));
  });

  it("inside a hunk joins it, and the hunk keeps the agent's lines", () => {
    const workspace = createSampleReview();
    workspace.user(path, workspace.text(path).replace('LINE 2', 'LINE two'));
    expect(workspace.hunks(path)[0]).toEqual(['line 2\n', 'LINE two\n']);
    expect(workspace.file(path).hunks[0]?.wrote).toEqual(['LINE 2\n']);
    workspace.user(path, workspace.text(path).replace('LINE two', 'LINE 2'));
    expect(workspace.file(path).hunks[0]?.wrote).toBeNull();
  });

  it('next to a pure deletion joins it, since its sides cannot be told apart', () => {
    const workspace = createSampleReview(ten, ten.replace('line 2\n', ''));
    workspace.user(path, workspace.text(path).replace('line 3\n', 'mine\nline 3\n'));
    expect(workspace.hunks(path)).toEqual([['line 2\n', 'mine\n']]);
  });

  it('that restores the base removes the hunk, like the revert button of the diff editor', () => {
    const workspace = createSampleReview();
    workspace.user(path, workspace.text(path).replace('LINE 2', 'line 2'));
    expect(workspace.hunks(path)).toEqual([['line 7\n', 'LINE 7\n']]);
  });

  it('above a hunk moves it without changing its id or revision', () => {
    const workspace = createSampleReview();
    const [, second] = workspace.file(path).hunks;
    workspace.user(path, `mine\n${workspace.text(path)}`);
    expect(workspace.file(path).hunks[1]).toEqual({
      ...second,
      base: { start: 8, end: 9 },
      current: { start: 8, end: 9 },
    });
  });

  it('at the end of a text without a final newline does not join lines', () => {
    const workspace = createSampleReview('a\nb', 'a\nb\nc\n');
    workspace.user(path, 'a\nb\nc\nmine');
    checkInvariants(workspace);
    workspace.rejectAll();
    checkInvariants(workspace);
  });

  it('that deletes the line between two hunks merges them', () => {
    const workspace = createSampleReview('a\nb\nc\n', 'A\nb\nC\n');
    workspace.user(path, 'A\nC\n');
    expect(workspace.hunks(path)).toEqual([['a\nc\n', 'A\nC\n']]);
    workspace.rejectAll();
    expect(workspace.text(path)).toBe('a\nc\n');
  });

  it('in a file without pending changes is ignored', () => {
    const workspace = createSampleReview();
    workspace.acceptAll();
    workspace.user(path, 'something else\n');
    expect(workspace.model.pending).toEqual([]);
  });

  it('with known ranges needs no comparison of the text', () => {
    const workspace = createSampleReview();
    workspace.model.recordUserEdits(path, [{ range: { start: 0, end: 0 }, lines: ['mine\n'] }]);
    expect(workspace.file(path).base.lines[0]).toBe('mine\n');
  });
});

describe('a decision', () => {
  it('on a hunk that has changed since is reported as stale', () => {
    const workspace = createSampleReview();
    const old = workspace.ref(path, 0);
    workspace.agent(path, workspace.text(path).replace('LINE 2', 'other'));
    const before = workspace.model.state;
    const outcome = workspace.do(model => model.reject({ kind: 'hunks', hunks: [old] }));
    expect(outcome.notes).toEqual([{ kind: 'stale' }]);
    expect(workspace.model.state).toBe(before);
  });

  it('made twice takes effect once', () => {
    const workspace = createSampleReview();
    const hunk = workspace.ref(path, 0);
    workspace.do(model => model.accept({ kind: 'hunks', hunks: [hunk] }));
    expect(workspace.do(model => model.accept({ kind: 'hunks', hunks: [hunk] })).notes).toEqual([
      { kind: 'stale' },
    ]);
  });

  it('on a hunk that only moved takes effect', () => {
    const workspace = createSampleReview();
    const hunk = workspace.ref(path, 1);
    workspace.user(path, `mine\n${workspace.text(path)}`);
    workspace.do(model => model.reject({ kind: 'hunks', hunks: [hunk] }));
    expect(workspace.text(path)).toBe(`mine\n${ten.replace('line 2', 'LINE 2')}`);
  });

  it('on lines of a text that has changed is stale', () => {
    const workspace = createSampleReview();
    const { revision } = workspace.file(path);
    workspace.user(path, `mine\n${workspace.text(path)}`);
    const selection = { side: 'current', range: { start: 2, end: 3 } } as const;
    expect(workspace.model.accept({ kind: 'lines', path, revision, selection }).notes).toEqual([
      { kind: 'stale' },
    ]);
  });

  it('on all changes covers only what was on screen', () => {
    const workspace = createSampleReview();
    const seen = workspace.model.state.revision;
    workspace.agent(path, workspace.text(path).replace('line 4', 'LINE 4'));
    workspace.agent('new.ts', 'x\n');
    workspace.do(model => model.accept({ kind: 'all' }, { seen }));
    expect(workspace.hunks(path)).toEqual([['line 4\n', 'LINE 4\n']]);
    expect(workspace.hunks('new.ts')).toHaveLength(1);
  });

  it('without pending changes is reported', () => {
    const workspace = new SimulatedWorkspace();
    expect(workspace.acceptAll().notes).toEqual([{ kind: 'nothing' }]);
    expect(workspace.undo().notes).toEqual([{ kind: 'nothing' }]);
    expect(workspace.redo().notes).toEqual([{ kind: 'nothing' }]);
  });
});

describe('a bulk decision', () => {
  const other = { sessionId: 's2', turnId: 't9' };

  function two() {
    const workspace = new SimulatedWorkspace({
      'src/a': 'a\n',
      'src/deep/b': 'b\n',
      srcless: 'c\n',
    });
    workspace.agent('src/a', 'A\n', origin);
    workspace.agent('src/deep/b', 'B\n', other);
    workspace.agent('srcless', 'C\n', origin);
    return workspace;
  }

  it('can be limited to a folder', () => {
    const workspace = two();
    workspace.do(model => model.reject({ kind: 'folder', path: 'src' }));
    expect(left(workspace)).toEqual(['srcless']);
  });

  it('can be limited to a turn or a session', () => {
    const workspace = two();
    workspace.do(model => model.accept({ kind: 'turn', sessionId: 's1', turnId: 't1' }));
    expect(left(workspace)).toEqual(['src/deep/b']);
    workspace.do(model => model.reject({ kind: 'session', sessionId: 's2' }));
    expect(workspace.text('src/deep/b')).toBe('b\n');
  });

  it('distinguishes the hunks of two agents in one file', () => {
    const workspace = createSampleReview(ten, ten.replace('line 2', 'LINE 2'));
    workspace.agent(path, workspace.text(path).replace('line 7', 'LINE 7'), other);
    workspace.do(model => model.reject({ kind: 'session', sessionId: 's2' }));
    expect(workspace.text(path)).toBe(ten.replace('line 2', 'LINE 2'));
  });

  it('is undone in one step', () => {
    const workspace = two();
    workspace.rejectAll();
    workspace.undo();
    expect(left(workspace)).toEqual(['src/a', 'src/deep/b', 'srcless']);
    expect(workspace.text('src/a')).toBe('A\n');
    workspace.redo();
    expect(workspace.text('src/a')).toBe('a\n');
  });
});
