import { describe, expect, it } from 'vitest';
import { createSampleReview, path, ten } from '../sampleReview.ts';
import { absent, asText, checkInvariants, SimulatedWorkspace } from '../simulatedWorkspace.ts';

const bytes = (hash: string) => ({ kind: 'binary', hash, sizeBytes: 3 }) as const;

describe('file-level changes', () => {
  it('delete a created file on rejection instead of leaving it empty', () => {
    const workspace = new SimulatedWorkspace();
    workspace.agent(path, 'new\n');
    expect(workspace.rejectHunk(path).actions).toEqual([
      { kind: 'delete', path, expected: asText('new\n') },
    ]);
    expect(workspace.disk.has(path)).toBe(false);
    workspace.undo();
    expect(workspace.text(path)).toBe('new\n');
    checkInvariants(workspace);
  });

  it('keep a created file that the user has changed, unless forced', () => {
    const workspace = new SimulatedWorkspace();
    workspace.agent(path, 'new\n');
    workspace.user(path, 'new\nmine\n');
    expect(workspace.rejectAll().notes).toEqual([{ kind: 'kept', path }]);
    expect(workspace.text(path)).toBe('new\nmine\n');
    workspace.do(model => model.reject({ kind: 'file', path }, { force: true }));
    expect(workspace.disk.has(path)).toBe(false);
    workspace.undo();
    expect(workspace.text(path)).toBe('new\nmine\n');
  });

  it('delete a created file after the user has reverted their edit', () => {
    const workspace = new SimulatedWorkspace();
    workspace.agent(path, 'new\n');
    workspace.user(path, 'new\nmine\n');
    workspace.user(path, 'new\n');
    workspace.rejectAll();
    expect(workspace.disk.has(path)).toBe(false);
  });

  it('delete an empty created file', () => {
    const workspace = new SimulatedWorkspace();
    workspace.agent(path, '');
    expect(workspace.model.pending).toHaveLength(1);
    workspace.rejectAll();
    expect(workspace.disk.has(path)).toBe(false);
  });

  it('restore the content of a file that an agent replaced', () => {
    const workspace = createSampleReview(ten, 'all new\n');
    workspace.rejectAll();
    expect(workspace.text(path)).toBe(ten);
  });

  it('restore a deleted file', () => {
    const workspace = createSampleReview();
    workspace.agent(path, absent);
    expect(workspace.rejectAll().actions).toEqual([
      { kind: 'write', path, content: asText(ten), expected: absent },
    ]);
    workspace.undo();
    expect(workspace.disk.has(path)).toBe(false);
    workspace.redo();
    expect(workspace.text(path)).toBe(ten);
  });

  it('forget a file that the agent created and deleted', () => {
    const workspace = new SimulatedWorkspace();
    workspace.agent(path, 'new\n');
    workspace.agent(path, absent);
    expect(workspace.model.state.files.size).toBe(0);
  });

  it('revert a rename together with the changed lines', () => {
    const workspace = new SimulatedWorkspace({ [path]: ten });
    workspace.agentRenames(path, 'b.ts');
    workspace.agent('b.ts', ten.replace('line 2', 'LINE 2'));
    expect(workspace.hunks('b.ts')).toHaveLength(1);
    workspace.rejectAll();
    expect([...workspace.disk]).toEqual([[path, asText(ten)]]);
    workspace.undo();
    expect(workspace.text('b.ts')).toBe(ten.replace('line 2', 'LINE 2'));
    workspace.acceptAll();
    expect(workspace.model.pending).toEqual([]);
  });

  it('treat a file renamed to the path of another as one changed and one deleted file', () => {
    const workspace = new SimulatedWorkspace({ a: '1\n', b: '2\n' });
    workspace.agent('b', '3\n');
    workspace.agentRenames('a', 'b');
    checkInvariants(workspace);
    workspace.rejectAll();
    expect([...workspace.disk]).toEqual([
      ['b', asText('2\n')],
      ['a', asText('1\n')],
    ]);
  });

  it('follow a file that the user renames', () => {
    const workspace = createSampleReview();
    const text = workspace.text(path);
    workspace.disk.delete(path);
    workspace.disk.set('b.ts', asText(text));
    workspace.model.recordUserRename(path, 'b.ts');
    workspace.rejectAll();
    expect([...workspace.disk]).toEqual([['b.ts', asText(ten)]]);
  });

  it('accept and reject binary files as a whole', () => {
    const workspace = new SimulatedWorkspace();
    workspace.disk.set('x.png', bytes('one'));
    workspace.agent('x.png', bytes('two'));
    workspace.rejectAll();
    expect(workspace.content('x.png')).toEqual(bytes('one'));
    workspace.undo();
    expect(workspace.content('x.png')).toEqual(bytes('two'));
    workspace.user('x.png', bytes('mine'));
    expect(workspace.rejectAll().notes).toEqual([{ kind: 'kept', path: 'x.png' }]);
    workspace.acceptAll();
    expect(workspace.model.pending).toEqual([]);
  });

  it('handle a text that became binary and then a text again', () => {
    const workspace = createSampleReview();
    workspace.agent(path, { kind: 'binary', hash: 'h', sizeBytes: 1 });
    checkInvariants(workspace);
    workspace.agent(path, ten.replace('line 4', 'LINE 4'));
    checkInvariants(workspace);
    expect(workspace.hunks(path)).toEqual([['line 4\n', 'LINE 4\n']]);
    workspace.agent(path, { kind: 'binary', hash: 'h', sizeBytes: 1 });
    workspace.rejectAll();
    expect(workspace.text(path)).toBe(ten);
  });

  it('restore the mode', () => {
    const workspace = new SimulatedWorkspace();
    workspace.disk.set('run.sh', { kind: 'text', text: 'x\n', mode: 0o100644 });
    workspace.agent('run.sh', { kind: 'text', text: 'x\n', mode: 0o100755 });
    expect(workspace.model.pending).toHaveLength(1);
    expect(workspace.rejectAll().actions).toEqual([
      { kind: 'mode', path: 'run.sh', mode: 0o100644 },
    ]);
  });

  it.each([
    [0o100644, 0o100444, ['mode', 'replace']],
    [0o100444, 0o100644, ['replace', 'mode']],
    [0o100755, 0o100644, ['replace', 'mode']],
  ])('restore text and mode while the file is writable (%o, then %o)', (old, now, order) => {
    const workspace = new SimulatedWorkspace();
    workspace.disk.set('a', { kind: 'text', text: 'x\n', mode: old });
    workspace.agent('a', { kind: 'text', text: 'y\n', mode: now });
    expect(workspace.rejectAll().actions.map(({ kind }) => kind)).toEqual(order);
  });

  it('end with a file that someone else deleted, and start again when it is back', () => {
    const workspace = createSampleReview();
    workspace.disk.delete(path);
    const { notes } = workspace.model.dispatch({ kind: 'removed', path });
    expect(notes).toMatchObject([{ kind: 'dropped', path }]);
    expect(workspace.model.pending).toEqual([]);
    workspace.disk.set(path, asText('fresh\n'));
    workspace.agent(path, 'FRESH\n');
    workspace.rejectAll();
    expect(workspace.text(path)).toBe('fresh\n');
  });
});
