import { describe, expect, it } from 'vitest';
import { createSampleReview, path, ten } from '../sampleReview.ts';
import { checkInvariants, SimulatedWorkspace } from '../simulatedWorkspace.ts';

describe('taking back', () => {
  it('goes several levels deep, and forward again', () => {
    const world = createSampleReview();
    const texts = [world.text(path)];
    world.rejectHunk(path);
    texts.push(world.text(path));
    world.acceptHunk(path);
    expect(world.log.pending).toEqual([]);
    world.undo();
    world.undo();
    expect(world.hunks(path)).toHaveLength(2);
    expect(world.text(path)).toBe(texts[0]);
    world.redo();
    world.redo();
    expect(world.text(path)).toBe(texts[1]);
    expect(world.log.pending).toEqual([]);
  });

  it('works on lines that were accepted twice over', () => {
    const world = createSampleReview('x\n', 'y\n');
    world.acceptHunk(path);
    world.agent(path, 'z\n');
    world.acceptHunk(path);
    world.undo();
    expect(world.hunks(path)).toEqual([['y\n', 'z\n']]);
    world.undo();
    expect(world.hunks(path)).toEqual([['x\n', 'z\n']]);
  });

  it('merges with what the user typed since', () => {
    const world = createSampleReview();
    world.rejectHunk(path);
    world.user(path, `mine\n${world.text(path)}`);
    world.undo();
    expect(world.text(path)).toBe(
      `mine\n${ten.replace('line 2', 'LINE 2').replace('line 7', 'LINE 7')}`,
    );
    expect(world.hunks(path)).toHaveLength(2);
  });

  it('keeps what the user typed on the same lines, and hands over the rejected text', () => {
    const world = createSampleReview();
    world.rejectHunk(path);
    world.user(path, world.text(path).replace('line 2', 'my own line 2'));
    const { notes } = world.undo();
    expect(notes).toEqual([{ kind: 'lost', path, text: 'LINE 2\n' }]);
    expect(world.text(path)).toContain('my own line 2');
    checkInvariants(world);
  });

  it('puts back a last line without an ending where others follow now', () => {
    const world = createSampleReview('a\nopen', 'a\nOPEN\n');
    world.acceptAll();
    world.user(path, 'a\nOPEN\nmine\n');
    world.undo();
    checkInvariants(world);
    expect(world.hunks(path)).toEqual([['open\n', 'OPEN\n']]);
  });

  it('takes back, one after the other, what the user has merged into one', () => {
    const world = createSampleReview('a\nb\nc\n', 'A\nb\nC\n');
    world.acceptAll();
    world.user(path, 'X\nY\n');
    const { notes } = world.undo();
    checkInvariants(world);
    expect(world.text(path)).toBe('X\nY\n');
    expect(notes.map(note => note.kind)).toEqual(['lost', 'lost']);
  });

  it('gives a hunk back as it was, not as it would be compared today', () => {
    const world = createSampleReview('x\n1\n2\n3\ny\n', 'y\n1\n2\n3\nx\n');
    world.user(path, 'y\nx\n');
    expect(world.hunks(path)).toEqual([['x\ny\n', 'y\nx\n']]);
    world.acceptAll();
    world.undo();
    expect(world.hunks(path)).toEqual([['x\ny\n', 'y\nx\n']]);
  });

  it('forgets a decision the editor could not carry out', () => {
    const world = createSampleReview();
    const before = world.file(path).hunks;
    world.log.reject({ kind: 'all' }); // Nobody performs the action.
    expect(world.log.dispatch({ kind: 'abandoned', what: 'decision', path }).actions).toEqual([]);
    expect(world.file(path).hunks.map(hunk => hunk.id)).toEqual(before.map(hunk => hunk.id));
    expect(world.redo().notes).toEqual([{ kind: 'nothing' }]);
    checkInvariants(world);
  });
});

describe('a rejection the editor could not carry out', () => {
  it('waits again, whatever was accepted meanwhile', () => {
    const world = createSampleReview();
    const [first] = world.file(path).hunks.map(({ id, revision }) => ({ path, id, revision }));
    world.log.reject({ kind: 'hunks', hunks: first ? [first] : [] }); // Nobody performs the action.
    world.acceptHunk(path);
    world.log.dispatch({ kind: 'abandoned', what: 'decision', path });
    checkInvariants(world);
    expect(world.hunks(path)).toEqual([['line 2\n', 'LINE 2\n']]);
    world.undo();
    expect(world.hunks(path)).toHaveLength(2);
  });
});

describe('a bulk decision the editor could carry out only in part', () => {
  it('stays undoable where it was carried out', () => {
    const world = new SimulatedWorkspace({ a: 'a\n', b: 'b\n' });
    world.agent('a', 'A\n');
    world.agent('b', 'B\n');
    const [first] = world.log.reject({ kind: 'all' }).actions;
    if (first) {
      world.perform(first);
    }
    world.log.dispatch({ kind: 'abandoned', what: 'decision', path: 'b' });
    checkInvariants(world);
    expect(world.log.pending.map(file => file.current.path)).toEqual(['b']);
    world.undo();
    checkInvariants(world);
    expect(world.log.pending.map(file => file.current.path)).toEqual(['a', 'b']);
  });
});

describe('an undo the editor could not carry out', () => {
  it('leaves the decision as it was, to be taken back later', () => {
    const world = createSampleReview();
    world.rejectAll();
    world.log.undo(); // Nobody performs the action.
    world.log.dispatch({ kind: 'abandoned', what: 'undo', path });
    checkInvariants(world);
    world.undo();
    checkInvariants(world);
    expect(world.hunks(path)).toHaveLength(2);
  });
});
