import { describe, expect, it } from 'vitest';
import { createSampleReview, path, ten } from '../sampleReview.ts';
import { absent, asText, checkInvariants, SimulatedWorkspace } from '../simulatedWorkspace.ts';

const bytes = (hash: string) => ({ kind: 'binary', hash, sizeBytes: 3 }) as const;

describe('files as a whole', () => {
  it('deletes a created file when it is rejected, instead of leaving it empty', () => {
    const world = new SimulatedWorkspace();
    world.agent(path, 'new\n');
    expect(world.rejectHunk(path).actions).toEqual([
      { kind: 'delete', path, expected: asText('new\n') },
    ]);
    expect(world.disk.has(path)).toBe(false);
    world.undo();
    expect(world.text(path)).toBe('new\n');
    checkInvariants(world);
  });

  it('keeps a created file the user has changed, and says so; deletes it when told to', () => {
    const world = new SimulatedWorkspace();
    world.agent(path, 'new\n');
    world.user(path, 'new\nmine\n');
    expect(world.rejectAll().notes).toEqual([{ kind: 'kept', path }]);
    expect(world.text(path)).toBe('new\nmine\n');
    world.do(log => log.reject({ kind: 'file', path }, { force: true }));
    expect(world.disk.has(path)).toBe(false);
    world.undo();
    expect(world.text(path)).toBe('new\nmine\n');
  });

  it('deletes a created file once the user has taken the change back', () => {
    const world = new SimulatedWorkspace();
    world.agent(path, 'new\n');
    world.user(path, 'new\nmine\n');
    world.user(path, 'new\n');
    world.rejectAll();
    expect(world.disk.has(path)).toBe(false);
  });

  it('deletes an empty created file too', () => {
    const world = new SimulatedWorkspace();
    world.agent(path, '');
    expect(world.log.pending).toHaveLength(1);
    world.rejectAll();
    expect(world.disk.has(path)).toBe(false);
  });

  it('gives the old content back where an agent wrote a file anew', () => {
    const world = createSampleReview(ten, 'all new\n');
    world.rejectAll();
    expect(world.text(path)).toBe(ten);
  });

  it('writes a deleted file back', () => {
    const world = createSampleReview();
    world.agent(path, absent);
    expect(world.rejectAll().actions).toEqual([
      { kind: 'write', path, content: asText(ten), expected: absent },
    ]);
    world.undo();
    expect(world.disk.has(path)).toBe(false);
    world.redo();
    expect(world.text(path)).toBe(ten);
  });

  it('forgets a file the agent created and deleted', () => {
    const world = new SimulatedWorkspace();
    world.agent(path, 'new\n');
    world.agent(path, absent);
    expect(world.log.state.files.size).toBe(0);
  });

  it('renames back, and gives the lines back too', () => {
    const world = new SimulatedWorkspace({ [path]: ten });
    world.agentRenames(path, 'b.ts');
    world.agent('b.ts', ten.replace('line 2', 'LINE 2'));
    expect(world.hunks('b.ts')).toHaveLength(1);
    world.rejectAll();
    expect([...world.disk]).toEqual([[path, asText(ten)]]);
    world.undo();
    expect(world.text('b.ts')).toBe(ten.replace('line 2', 'LINE 2'));
    world.acceptAll();
    expect(world.log.pending).toEqual([]);
  });

  it('takes a file moved over another as one changed and one deleted', () => {
    const world = new SimulatedWorkspace({ a: '1\n', b: '2\n' });
    world.agent('b', '3\n');
    world.agentRenames('a', 'b');
    checkInvariants(world);
    world.rejectAll();
    expect([...world.disk]).toEqual([
      ['b', asText('2\n')],
      ['a', asText('1\n')],
    ]);
  });

  it('follows a file the user renames', () => {
    const world = createSampleReview();
    const text = world.text(path);
    world.disk.delete(path);
    world.disk.set('b.ts', asText(text));
    world.log.recordUserRename(path, 'b.ts');
    world.rejectAll();
    expect([...world.disk]).toEqual([['b.ts', asText(ten)]]);
  });

  it('takes binary files whole', () => {
    const world = new SimulatedWorkspace();
    world.disk.set('x.png', bytes('one'));
    world.agent('x.png', bytes('two'));
    world.rejectAll();
    expect(world.content('x.png')).toEqual(bytes('one'));
    world.undo();
    expect(world.content('x.png')).toEqual(bytes('two'));
    world.user('x.png', bytes('mine'));
    expect(world.rejectAll().notes).toEqual([{ kind: 'kept', path: 'x.png' }]);
    world.acceptAll();
    expect(world.log.pending).toEqual([]);
  });

  it('takes a text that became binary, and a text again, as it stands', () => {
    const world = createSampleReview();
    world.agent(path, { kind: 'binary', hash: 'h', sizeBytes: 1 });
    checkInvariants(world);
    world.agent(path, ten.replace('line 4', 'LINE 4'));
    checkInvariants(world);
    expect(world.hunks(path)).toEqual([['line 4\n', 'LINE 4\n']]);
    world.agent(path, { kind: 'binary', hash: 'h', sizeBytes: 1 });
    world.rejectAll();
    expect(world.text(path)).toBe(ten);
  });

  it('gives back the mode', () => {
    const world = new SimulatedWorkspace();
    world.disk.set('run.sh', { kind: 'text', text: 'x\n', mode: 0o100644 });
    world.agent('run.sh', { kind: 'text', text: 'x\n', mode: 0o100755 });
    expect(world.log.pending).toHaveLength(1);
    expect(world.rejectAll().actions).toEqual([{ kind: 'mode', path: 'run.sh', mode: 0o100644 }]);
  });

  it.each([
    [0o100644, 0o100444, ['mode', 'replace']],
    [0o100444, 0o100644, ['replace', 'mode']],
    [0o100755, 0o100644, ['replace', 'mode']],
  ])('gives back text and mode while the file can be written (%o, then %o)', (old, now, order) => {
    const world = new SimulatedWorkspace();
    world.disk.set('a', { kind: 'text', text: 'x\n', mode: old });
    world.agent('a', { kind: 'text', text: 'y\n', mode: now });
    expect(world.rejectAll().actions.map(({ kind }) => kind)).toEqual(order);
  });

  it('stops at a file somebody else removed, and starts anew when it is back', () => {
    const world = createSampleReview();
    world.disk.delete(path);
    const { notes } = world.log.dispatch({ kind: 'removed', path });
    expect(notes).toMatchObject([{ kind: 'dropped', path }]);
    expect(world.log.pending).toEqual([]);
    world.disk.set(path, asText('fresh\n'));
    world.agent(path, 'FRESH\n');
    world.rejectAll();
    expect(world.text(path)).toBe('fresh\n');
  });
});
