import { describe, expect, it } from 'vitest';
import { createSampleReview, path, ten } from '../sampleReview.ts';
import { checkInvariants, SimulatedWorkspace } from '../simulatedWorkspace.ts';

describe('undo', () => {
  it('undoes and redoes several decisions', () => {
    const workspace = createSampleReview();
    const texts = [workspace.text(path)];
    workspace.rejectHunk(path);
    texts.push(workspace.text(path));
    workspace.acceptHunk(path);
    expect(workspace.model.pending).toEqual([]);
    workspace.undo();
    workspace.undo();
    expect(workspace.hunks(path)).toHaveLength(2);
    expect(workspace.text(path)).toBe(texts[0]);
    workspace.redo();
    workspace.redo();
    expect(workspace.text(path)).toBe(texts[1]);
    expect(workspace.model.pending).toEqual([]);
  });

  it('handles lines that were accepted twice', () => {
    const workspace = createSampleReview('x\n', 'y\n');
    workspace.acceptHunk(path);
    workspace.agent(path, 'z\n');
    workspace.acceptHunk(path);
    workspace.undo();
    expect(workspace.hunks(path)).toEqual([['y\n', 'z\n']]);
    workspace.undo();
    expect(workspace.hunks(path)).toEqual([['x\n', 'z\n']]);
  });

  it('merges with later edits by the user', () => {
    const workspace = createSampleReview();
    workspace.rejectHunk(path);
    workspace.user(path, `mine\n${workspace.text(path)}`);
    workspace.undo();
    expect(workspace.text(path)).toBe(
      `mine\n${ten.replace('line 2', 'LINE 2').replace('line 7', 'LINE 7')}`,
    );
    expect(workspace.hunks(path)).toHaveLength(2);
  });

  it("keeps the user's edits of the same lines and reports the rejected text", () => {
    const workspace = createSampleReview();
    workspace.rejectHunk(path);
    workspace.user(path, workspace.text(path).replace('line 2', 'my own line 2'));
    const { notes } = workspace.undo();
    expect(notes).toEqual([{ kind: 'lost', path, text: 'LINE 2\n' }]);
    expect(workspace.text(path)).toContain('my own line 2');
    checkInvariants(workspace);
  });

  it('restores a last line without an ending where other lines follow now', () => {
    const workspace = createSampleReview('a\nopen', 'a\nOPEN\n');
    workspace.acceptAll();
    workspace.user(path, 'a\nOPEN\nmine\n');
    workspace.undo();
    checkInvariants(workspace);
    expect(workspace.hunks(path)).toEqual([['open\n', 'OPEN\n']]);
  });

  it('reverts patches one by one that the user has merged', () => {
    const workspace = createSampleReview('a\nb\nc\n', 'A\nb\nC\n');
    workspace.acceptAll();
    workspace.user(path, 'X\nY\n');
    const { notes } = workspace.undo();
    checkInvariants(workspace);
    expect(workspace.text(path)).toBe('X\nY\n');
    expect(notes.map(note => note.kind)).toEqual(['lost', 'lost']);
  });

  it('restores a hunk as it was, without comparing again', () => {
    const workspace = createSampleReview('x\n1\n2\n3\ny\n', 'y\n1\n2\n3\nx\n');
    workspace.user(path, 'y\nx\n');
    expect(workspace.hunks(path)).toEqual([['x\ny\n', 'y\nx\n']]);
    workspace.acceptAll();
    workspace.undo();
    expect(workspace.hunks(path)).toEqual([['x\ny\n', 'y\nx\n']]);
  });

  it('forgets a decision that the editor could not perform', () => {
    const workspace = createSampleReview();
    const before = workspace.file(path).hunks;
    workspace.model.reject({ kind: 'all' }); // Nobody performs the action.
    expect(workspace.model.dispatch({ kind: 'abandoned', what: 'decision', path }).actions).toEqual(
      [],
    );
    expect(workspace.file(path).hunks.map(hunk => hunk.id)).toEqual(before.map(hunk => hunk.id));
    expect(workspace.redo().notes).toEqual([{ kind: 'nothing' }]);
    checkInvariants(workspace);
  });
});

describe('a rejection that the editor could not perform', () => {
  it('is pending again, whatever was accepted in the meantime', () => {
    const workspace = createSampleReview();
    const [first] = workspace.file(path).hunks.map(({ id, revision }) => ({ path, id, revision }));
    workspace.model.reject({ kind: 'hunks', hunks: first ? [first] : [] }); // Nobody performs the action.
    workspace.acceptHunk(path);
    workspace.model.dispatch({ kind: 'abandoned', what: 'decision', path });
    checkInvariants(workspace);
    expect(workspace.hunks(path)).toEqual([['line 2\n', 'LINE 2\n']]);
    workspace.undo();
    expect(workspace.hunks(path)).toHaveLength(2);
  });
});

describe('a bulk decision that the editor could only perform in part', () => {
  it('can be undone where it was performed', () => {
    const workspace = new SimulatedWorkspace({ a: 'a\n', b: 'b\n' });
    workspace.agent('a', 'A\n');
    workspace.agent('b', 'B\n');
    const [first] = workspace.model.reject({ kind: 'all' }).actions;
    if (first) {
      workspace.perform(first);
    }
    workspace.model.dispatch({ kind: 'abandoned', what: 'decision', path: 'b' });
    checkInvariants(workspace);
    expect(workspace.model.pending.map(file => file.current.path)).toEqual(['b']);
    workspace.undo();
    checkInvariants(workspace);
    expect(workspace.model.pending.map(file => file.current.path)).toEqual(['a', 'b']);
  });
});

describe('an undo that the editor could not perform', () => {
  it('keeps the decision, which can be undone later', () => {
    const workspace = createSampleReview();
    workspace.rejectAll();
    workspace.model.undo(); // Nobody performs the action.
    workspace.model.dispatch({ kind: 'abandoned', what: 'undo', path });
    checkInvariants(workspace);
    workspace.undo();
    checkInvariants(workspace);
    expect(workspace.hunks(path)).toHaveLength(2);
  });
});

describe('undo in a file that has become binary since', () => {
  it('keeps the bytes and reports the lines that cannot be restored', () => {
    const workspace = new SimulatedWorkspace();
    workspace.agent('a', 'one\ntwo\n');
    const { revision } = workspace.file('a');
    const selection = { side: 'current', range: { start: 1, end: 2 } } as const;
    workspace.do(model => model.reject({ kind: 'lines', path: 'a', revision, selection }));
    workspace.agent('a', { kind: 'binary', hash: 'h', sizeBytes: 1 });
    const { notes } = workspace.undo();
    expect(workspace.content('a')).toEqual({ kind: 'binary', hash: 'h', sizeBytes: 1 });
    expect(notes).toEqual([{ kind: 'lost', path: 'a', text: 'one\ntwo\n' }]);
  });
});
